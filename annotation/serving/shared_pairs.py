from __future__ import annotations

from annotation.serving.claim_context import ClaimContext, fetch
from regrade.serving.draws import draw

FIRST_KEY = -(2**63)


def lease_pairs(context: ClaimContext, statement: str, *, n: int, first: int) -> int:
    """Lease up to `n` shared pairs, the first at position `first`, and say how many.

    Their order is the campaign's; at random, each is the next one from a start that is drawn for
    this assessor and position.
    """
    if not context.is_random:
        return _lease(context, statement, start=FIRST_KEY, n=n, first=first)
    for n_leased in range(n):
        position = first + n_leased
        start = draw("pair", context.policy_seed, context.me, position)
        if not _lease(context, statement, start=start, n=1, first=position):
            return n_leased
    return n


def lease_loose(context: ClaimContext, statement: str, *, n: int, first: int) -> int:
    """Lease single pairs, without a seat."""
    [(n_leased,)] = fetch(
        statement, context, n=n, first=first, only_spare=statement == "lease_spare"
    )
    return int(n_leased)


def _lease(context: ClaimContext, statement: str, *, start: int, n: int, first: int) -> int:
    [(n_leased,)] = fetch(statement, context, start=start, n=n, first=first, only_spare=False)
    return int(n_leased)
