from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from annotation.models import Campaign, Judgment, PairKind, TopicSeat
from annotation.serving.claim_context import ClaimContext, fetch
from annotation.serving.special_pairs import FIRST_KEY, lease_loose, lease_pairs
from regrade.serving.draws import draw
from regrade.serving.topic_sets import TopicSets, is_to_be_new


def lease_in_topics(context: ClaimContext, *, n: int, first: int, may_begin: bool) -> int:
    """Lease up to `n` pairs of the assessor's topics, the first at position `first`.

    A topic that was begun is served to its end. The next begins once all of it is served, so that
    nobody waits in between, and only if `may_begin`; but where further pairs of such a topic are
    being chosen, the assessor waits for them. The caller holds the transaction and the membership's
    lock.
    """
    n_leased = lease_pairs(context, "lease_in_own_seats", n=n, first=first)
    if n_leased or not may_begin or (context.learns and is_choosing(context)):
        return n_leased
    return _lease_elsewhere(context, n, first)


def is_choosing(context: ClaimContext) -> bool:
    """Whether further pairs of a topic where the assessor sits will be there in a moment."""
    [(is_so,)] = fetch("is_choosing", context)
    return bool(is_so)


def resume_topics(campaign: Campaign, topics: Iterable[int]) -> None:
    """Let assessors who finished a topic get its new pairs.

    The seats of those whose quota is done are free for others. Those who were paused or withdrew
    have none.
    """
    seats = TopicSeat.objects.filter(campaign=campaign, topic__in=topics)
    finished = seats.filter(finished_at__isnull=False)
    limited = finished.annotate(quota=Coalesce("holder__quota", "campaign__quota"))
    is_done = Q(quota__lte=Coalesce(_n_of_quota(), 0))
    done = limited.filter(quota__isnull=False).filter(is_done).values_list("pk", flat=True)
    TopicSeat.objects.filter(pk__in=list(done)).update(
        holder=None, taken_at=None, expires_at=None, finished_at=None
    )
    # All of them: a seat that another transaction finishes now is waited for.
    seats.update(finished_at=None)


def _n_of_quota() -> Subquery:
    """How many answers of a seat's holder their quota counts."""
    answers = Judgment.objects.standing().filter(assessor=OuterRef("holder"), occasion=0)
    counted = answers.exclude(campaign_pair__kind=PairKind.QUALIFICATION).order_by()
    return Subquery(counted.values("assessor").annotate(n=Count("pk")).values("n"))


def _lease_elsewhere(context: ClaimContext, n: int, first: int) -> int:
    """Lease in the assessor's next topic, else in spare slots, else in seats of absent people.

    The last two split topics that others began, so they come last.
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
    """Take a seat with a pair for the assessor, or an absent person's seat, and lease there.

    Where other requests have locked all of these pairs meanwhile, the seat stays the assessor's
    for the next claim.
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
    """Whether the assessor's next topic should be one that nobody has begun.

    If no topic of the planned kind is left, the other kind is used.
    """
    sets = TopicSets(context.sets_offered, context.topics_per_set, context.new_topic_share)
    return is_to_be_new(sets, seed=context.policy_seed, assessor=context.me, n_taken=n_taken)
