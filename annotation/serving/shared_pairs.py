from __future__ import annotations

from annotation.serving.turn import Turn, fetch
from regrade.serving.draws import draw

FIRST_KEY, PAST_LAST_KEY = -(2**63), 2**63 - 1


def lease_pairs(turn: Turn, statement: str, *, n: int, first: int) -> int:
    """Lease up to `n` shared pairs, the first at position `first`, and say how many.

    Their order is the campaign's; at random, each is the next one from a start that is drawn for
    this assessor and position.
    """
    if not turn.is_random:
        return _lease(turn, statement, start=FIRST_KEY, n=n, first=first)
    for n_leased in range(n):
        position = first + n_leased
        start = draw("pair", turn.policy_seed, turn.me, position)
        if not _lease(turn, statement, start=start, n=1, first=position):
            return n_leased
    return n


def _lease(turn: Turn, statement: str, *, start: int, n: int, first: int) -> int:
    [(n_leased,)] = fetch(statement, turn, start=start, n=n, first=first)
    return int(n_leased)
