from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from annotation.models import TopicSeat
from annotation.serving.claim_context import ClaimContext, fetch
from annotation.serving.shared_pairs import FIRST_KEY, PAST_LAST_KEY, lease_pairs
from regrade.serving.draws import draw
from regrade.serving.topic_sets import TopicSets, is_to_be_new

SeatKind = Literal["new", "begun", "idle", "absent"]  # as in take_seat.sql


def lease_in_topics(context: ClaimContext, *, n: int, first: int) -> int:
    """Lease up to `n` pairs of the assessor's topics, the first at position `first`.

    A topic begun is served to its end; the next one is begun once all of it is served, so that
    nobody waits at its border. The caller holds the transaction and the membership's lock.
    """
    n_leased = lease_pairs(context, "lease_in_own_seats", n=n, first=first)
    if n_leased < n:
        fetch("finish_seats", context)
        n_leased += _lease_elsewhere(context, n - n_leased, first + n_leased)
    return n_leased


def _lease_elsewhere(context: ClaimContext, n: int, first: int) -> int:
    """Lease in the assessor's next topic; else what waits for anybody, or for people who are away.

    So that whoever begins a topic gets all of it, the latter come last: a judge more takes parts
    of what others began only when there is nothing else for them.
    """
    n_taken = TopicSeat.objects.filter(holder_id=context.me).count()
    return (
        _lease_in_new_seat(context, _preferred(context, n_taken), n_taken, n, first)
        or _lease_loose(context, "lease_spare", n, first)
        or _lease_in_new_seat(context, ("absent",), n_taken, n, first)
        or _lease_loose(context, "lease_left", n, first)
    )


def _lease_in_new_seat(
    context: ClaimContext, kinds: Sequence[SeatKind], n_taken: int, n: int, first: int
) -> int:
    """Take a seat in a topic that has work for the assessor, and lease there."""
    start = (
        draw("seat", context.policy_seed, context.me, n_taken) if context.is_random else FIRST_KEY
    )
    tried: list[int] = []
    while seat := _take_seat(context, kinds, start, tried):
        if n_leased := lease_pairs(context, "lease_in_own_seats", n=n, first=first):
            return n_leased
        _give_back(seat)
        tried.append(seat.topic_id)
    return 0


def _lease_loose(context: ClaimContext, statement: str, n: int, first: int) -> int:
    """Lease single pairs, without a seat."""
    [(n_leased,)] = fetch(statement, context, n=n, first=first)
    return int(n_leased)


def _give_back(seat: TopicSeat) -> None:
    seat.holder = seat.taken_at = seat.expires_at = seat.finished_at = None
    seat.save(update_fields=["holder", "taken_at", "expires_at", "finished_at"])


def _take_seat(
    context: ClaimContext, kinds: Sequence[SeatKind], start: int, tried: list[int]
) -> TopicSeat | None:
    """The first seat of the kinds, in the campaign's order from a key on."""
    for kind in kinds:
        for low, high in ((start, PAST_LAST_KEY), (FIRST_KEY, start)):
            while taken := fetch(
                "take_seat", context, seat_kind=kind, tried=tried, start=low, end=high
            ):
                [(seat_id, others_sit_behind)] = taken
                seat = TopicSeat.objects.get(pk=seat_id)
                if not others_sit_behind:
                    return seat
                if behind := _behind_others(context, seat):
                    return behind
                tried.append(seat.topic_id)
    return None


def _behind_others(context: ClaimContext, seat: TopicSeat) -> TopicSeat | None:
    """A seat in place of one that was taken over: those who came before judge all of the topic.

    None while another claim deals there; the seat is free then.
    """
    _give_back(seat)
    behind = _deal_seat(context, topic_id=seat.topic_id)
    if behind is not None:
        seat.delete()
    return behind


def _preferred(context: ClaimContext, n_taken: int) -> tuple[SeatKind, ...]:
    """Which seats to look at first, for the assessor's next topic.

    Where there is none of the kind that the set is to hold, the other one takes its place.
    """
    sets = TopicSets(context.sets_offered, context.topics_per_set, context.new_topic_share)
    if is_to_be_new(sets, seed=context.policy_seed, assessor=context.me, n_taken=n_taken):
        return ("new", "begun", "idle")
    return ("begun", "idle", "new")


def _deal_seat(context: ClaimContext, topic_id: int) -> TopicSeat | None:
    """A further seat; none while another claim deals there."""
    dealt = fetch("deal_seat", context, topic=topic_id)
    return TopicSeat.objects.get(pk=dealt[0][0]) if dealt else None
