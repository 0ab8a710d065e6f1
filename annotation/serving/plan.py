from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction

from annotation.database import roll_back_to
from annotation.models import CampaignState, Unit
from annotation.serving.claim_context import ClaimContext
from annotation.serving.seats import lease_in_topics
from annotation.serving.shared_pairs import lease_pairs
from annotation.serving.special_pairs import (
    NO_SPECIAL_PAIRS,
    ServedLast,
    SpecialPairs,
    has_special_pair,
    lease_special_pair,
    served_last,
)
from regrade.serving.next_kinds import Choice, State, n_shared_in_row, next_kinds
from regrade.serving.schedule import DueKind, plan_for

NOTHING_SERVED = ServedLast(None, None)


class Course(NamedTuple):
    """Where an assessor is in their plan: the next position, and the state before it."""

    position: int
    state: State


def lease_next(context: ClaimContext, special: SpecialPairs | None, *, room: int, n: int) -> Course:
    """Lease up to `n` more pairs, at the positions after the last one served.

    Each position takes the first of its choices that has a pair; shared pairs come several at
    once. Ends early where none has one. The caller holds the membership's lock.
    """
    state = _state(context, special or NO_SPECIAL_PAIRS, room)
    position, last = context.n_served + 1, context.n_served + n
    while position <= last:
        choices = next_kinds(state, position)
        last_served = served_last(context) if choices[0].in_topic else NOTHING_SERVED
        n_in_row = n_shared_in_row(state, position, last)
        for choice in choices:
            if n_leased := _lease(context, choice, position, last_served, n_in_row=n_in_row):
                state, position = state.after(choice.kind), position + n_leased
                break
        else:
            break
    return Course(position, state)


def _state(context: ClaimContext, special: SpecialPairs, room: int) -> State:
    plan = plan_for(
        seed=context.policy_seed,
        assessor=context.me,
        quota=context.quota,
        n_overlap=special.n_overlap,
        overlap_every=context.overlap_every,
        gold_every=context.gold_every,
        repeat_every=context.repeat_every,
    )
    is_pilot = context.state == CampaignState.PILOT
    return State(
        plan=plan,
        by_topic=context.unit == Unit.TOPICS,
        only="qualification" if context.is_qualifying else "pilot" if is_pilot else None,
        n_before_plan=special.n_qualification_served,
        first=special.first or context.n_served + 1,
        repeat_after=context.repeat_after,
        n_served={
            "overlap": special.n_overlap_served,
            "gold": special.n_gold_served,
            "repeat": special.n_repeat_served,
        },
        n_overlap_left=special.n_overlap_left,
        n_gold_left=special.n_gold_left,
        n_done=context.n_served - context.n_leased,
        room=None if context.quota is None else room,
    )


def _lease(
    context: ClaimContext, choice: Choice, position: int, last: ServedLast, *, n_in_row: int
) -> int:
    """How many pairs of a choice the assessor now has."""
    if choice.kind != "shared":
        if choice.in_topic and not _goes_on(choice, last):
            return 0
        where = last.topic if choice.in_topic else None
        return lease_special_pair(context, choice.kind, position, topic=where)
    if choice.fits:
        return _lease_that_fits(context, choice.fits, position, last.topic)
    return _lease_shared(context, n=n_in_row, first=position)


def _goes_on(choice: Choice, last: ServedLast) -> bool:
    """Whether the topic goes on with it; behind a pair of another topic gold would stand alone."""
    return last.topic is not None and (choice.kind != "gold" or last.topic == last.topic_of_any)


def _lease_shared(context: ClaimContext, *, n: int, first: int) -> int:
    if context.unit == Unit.TOPICS:
        return lease_in_topics(context, n=n, first=first)
    return lease_pairs(context, "lease_in_order", n=n, first=first)


def _lease_that_fits(
    context: ClaimContext, kinds: Sequence[DueKind], position: int, topic: int | None
) -> int:
    """Lease a shared pair of the topic, or of another one that has a pair of what waits.

    Which topic comes next is known only once it was taken: what does not fit is given back.
    """
    savepoint = transaction.savepoint()
    n_leased = _lease_shared(context, n=1, first=position)
    following = served_last(context).topic if n_leased else None
    fits = (
        following is None
        or following == topic
        or any(has_special_pair(context, kind, position, topic=following) for kind in kinds)
    )
    if fits:
        transaction.savepoint_commit(savepoint)
        return n_leased
    roll_back_to(savepoint)
    return 0
