from __future__ import annotations

from annotation.serving.claim_context import ClaimContext, fetch
from annotation.serving.shared_pairs import FIRST_KEY, lease_loose, lease_pairs
from regrade.serving.draws import draw
from regrade.serving.topic_sets import TopicSets, is_to_be_new


def lease_in_topics(context: ClaimContext, *, n: int, first: int, may_begin: bool) -> int:
    """Lease up to `n` pairs of the assessor's topics, the first at position `first`.

    A topic begun is served to its end; the next one is begun once all of it is served, so that
    nobody waits at its border, and only where this `may_begin` one. The caller holds the
    transaction and the membership's lock.
    """
    n_leased = lease_pairs(context, "lease_in_own_seats", n=n, first=first)
    if n_leased or not may_begin:
        return n_leased
    return _lease_elsewhere(context, n, first)


def _lease_elsewhere(context: ClaimContext, n: int, first: int) -> int:
    """Lease in the assessor's next topic; else what waits for anybody, or for people who are away.

    So that whoever begins a topic gets all of it, the latter come last: a judge more takes parts
    of what others began only when there is nothing else for them.
    """
    [(n_taken,)] = fetch("finish_seats", context)
    return (
        _lease_in_new_seat(context, n_taken, n, first)
        or lease_loose(context, "lease_spare", n=n, first=first)
        or _lease_in_new_seat(context, n_taken, n, first, is_absent=True)
        or lease_loose(context, "lease_left", n=n, first=first)
    )


def _lease_in_new_seat(
    context: ClaimContext, n_taken: int, n: int, first: int, *, is_absent: bool = False
) -> int:
    """Take a seat that leaves something to the assessor, if only what absent people left, and lease
    there.

    A seat where another request has all of it in hand at this very moment stays the assessor's:
    their next claim finds it.
    """
    is_taken = fetch(
        "take_seat",
        context,
        absent=is_absent,
        new_first=not is_absent and _is_to_be_new(context, n_taken),
        start=_start(context, n_taken),
    )
    return lease_pairs(context, "lease_in_own_seats", n=n, first=first) if is_taken else 0


def _start(context: ClaimContext, n_taken: int) -> int:
    if not context.is_random:
        return FIRST_KEY
    return draw("seat", context.policy_seed, context.me, n_taken)


def _is_to_be_new(context: ClaimContext, n_taken: int) -> bool:
    """Whether the assessor's next topic is to be one that nobody has begun.

    Where there is none of the kind that the set is to hold, the other one takes its place.
    """
    sets = TopicSets(context.sets_offered, context.topics_per_set, context.new_topic_share)
    return is_to_be_new(sets, seed=context.policy_seed, assessor=context.me, n_taken=n_taken)
