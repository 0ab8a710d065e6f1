from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction

from annotation.database import roll_back_to
from annotation.models import CampaignState, Order, Unit
from annotation.serving.claim_context import ClaimContext
from annotation.serving.gold import GoldAhead
from annotation.serving.seats import lease_in_topics
from annotation.serving.shared_pairs import lease_pairs
from annotation.serving.special_pairs import (
    NO_SPECIAL_PAIRS,
    SpecialPairs,
    has_special_pair,
    lease_special_pair,
    topic_served_last,
)
from regrade.serving.next_kinds import (
    Choice,
    SpecialKind,
    State,
    n_shared_in_row,
    n_to_spare,
    next_kinds,
)
from regrade.serving.schedule import NEVER, DueKind, Kind, plan_for


class Course(NamedTuple):
    """Where an assessor is in their plan: the next position, and the state before it."""

    position: int
    state: State


def lease_next(context: ClaimContext, special: SpecialPairs | None, *, room: int, n: int) -> Course:
    """Lease up to `n` more pairs, at the positions after the last one served.

    Each position takes the first of its choices that has a pair; shared pairs come several at
    once. Where whole topics are served, gold comes among them (`gold.py`). Ends early where no
    choice has a pair. The caller holds the membership's lock.
    """
    state = _state(context, special or NO_SPECIAL_PAIRS, room)
    gold = _gold_ahead(context, special) if n > 0 else None
    position, last = context.n_served + 1, context.n_served + n
    while position <= last:
        if gold is not None and n_to_spare(state, position) != 0 and gold.lease(position):
            position += 1
        elif (taken := _lease_first(context, state, position, last, gold)) is None:
            break
        else:
            state, position = state.after(taken.kind), position + taken.n
    return Course(position, state)


class Taken(NamedTuple):
    kind: SpecialKind | Kind
    n: int


def _lease_first(
    context: ClaimContext, state: State, position: int, last: int, gold: GoldAhead | None
) -> Taken | None:
    """Take the first of the position's choices that has a pair; None where none has one."""
    choices = next_kinds(state, position)
    last_topic = topic_served_last(context) if choices[0].in_topic else None
    n_in_row = n_shared_in_row(state, position, last)
    if gold is not None:
        n_in_row = min(n_in_row, gold.n_until_next)
    for choice in choices:
        if n_leased := _lease(context, choice, position, last_topic, n_in_row=n_in_row):
            if gold is not None and choice.kind == "shared":
                gold.go_on(n_leased)
            return Taken(choice.kind, n_leased)
    return None


def _gold_ahead(context: ClaimContext, special: SpecialPairs | None) -> GoldAhead | None:
    """Where whole topics are served and gold is left for the assessor."""
    has_some = special is not None and special.n_gold_left and context.gold_every is not None
    return GoldAhead(context) if has_some and context.takes_whole_topics else None


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
    by_topic = context.unit == Unit.TOPICS
    return State(
        plan=plan._replace(gold=NEVER) if by_topic else plan,  # see `gold.py`
        by_topic=by_topic,
        in_order=context.order == Order.FIXED,
        only="qualification" if context.is_qualifying else "pilot" if is_pilot else None,
        n_before_plan=special.n_qualification_served,
        first=special.first or context.n_served + 1,
        repeat_after=context.repeat_after,
        n_served={
            "overlap": special.n_overlap_served,
            "repeat": special.n_repeat_served,
        },
        n_overlap_left=special.n_overlap_left,
        n_done=context.n_served - context.n_leased,
        room=None if context.quota is None else room,
    )


def _lease(
    context: ClaimContext, choice: Choice, position: int, last: int | None, *, n_in_row: int
) -> int:
    """How many pairs of a choice the assessor now has."""
    if choice.kind != "shared":
        where = last if choice.in_topic else None
        if choice.in_topic and where is None:
            return 0
        return lease_special_pair(context, choice.kind, position, topic=where)
    if choice.fits:
        return _lease_that_fits(context, choice.fits, position, last)
    return _lease_shared(context, n=n_in_row, first=position)


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
    following = topic_served_last(context) if n_leased else None
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
