from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from django.db import transaction

from annotation.database import roll_back_to
from annotation.models import CampaignState, Order, Unit
from annotation.serving.claim_context import ClaimContext
from annotation.serving.gold import GoldAhead, TopicCounts
from annotation.serving.seats import lease_in_topics
from annotation.serving.special_pairs import (
    NO_SPECIAL_PAIRS,
    SpecialPairs,
    has_special_pair,
    lease_pairs,
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
    """Where an assessor is in their plan: the next position, and the state before it.

    `counts` are those of the topic in hand, where gold among its pairs had them counted, and hold
    if all pairs from the position `since` on are of this topic.
    """

    position: int
    state: State
    counts: TopicCounts | None = None
    since: int = 0


def lease_next(context: ClaimContext, special: SpecialPairs | None, *, room: int, n: int) -> Course:
    """Lease up to `n` more pairs, at the positions after the last one served.

    Each position takes the first of its choices that has a pair; shared pairs come several at
    once. Where whole topics are served, gold comes among them (`gold.py`). Ends early where no
    choice has a pair; and once there is one, before a position that takes many statements: at a
    topic's border, and where a special pair of another kind is due. The caller holds the
    membership's lock.
    """
    state = _state(context, special or NO_SPECIAL_PAIRS, room)
    gold = _gold_ahead(context, special) if n > 0 else None
    first, last = context.n_served + 1, context.n_served + n
    taken: Taken | None = None
    position = first
    while position <= last:
        if gold is not None and n_to_spare(state, position) != 0 and gold.lease(position):
            position += 1
            continue
        n_in_row = _n_in_row(state, position, last, gold)
        stretch = Stretch(position, n_in_row, position == first, taken and taken.kind)
        taken = _lease_first(context, state, stretch, gold)
        if taken is None:
            break
        state, position = state.after(taken.kind), position + taken.n
        if gold is not None:
            gold.go_on(taken.kind, taken.n, position)
    return Course(position, state, *((gold.counts, gold.since) if gold else ()))


class Stretch(NamedTuple):
    """A position to fill, and how many can be filled at once if shared pairs come there."""

    position: int
    n_in_row: int
    is_first: bool  # of the claim
    before: SpecialKind | Kind | None  # of the pair taken last


class Taken(NamedTuple):
    kind: SpecialKind | Kind
    n: int


def _n_in_row(state: State, position: int, last: int, gold: GoldAhead | None) -> int:
    n_in_row = n_shared_in_row(state, position, last)
    return n_in_row if gold is None else min(n_in_row, gold.n_until_next)


def _lease_first(
    context: ClaimContext, state: State, at: Stretch, gold: GoldAhead | None
) -> Taken | None:
    """Take the first of the position's choices that has a pair; None where none has one."""
    choices = next_kinds(state, at.position)
    if not at.is_first:
        choices = _going_on(choices, at.before)
    last_topic = None
    if any(choice.in_topic for choice in choices):
        last_topic = gold.topic if gold else topic_served_last(context)
    without = set[Choice]()
    for choice in choices:
        if choice in without:
            continue
        if choice.fits:
            # Nothing to wait for where there is no such pair.
            missing = [k for k in choice.fits if not has_special_pair(context, k, at.position)]
            without |= {Choice(kind) for kind in missing}
            if len(missing) == len(choice.fits):
                continue
        if n_leased := _lease(context, choice, at, last_topic):
            return Taken(choice.kind, n_leased)
        without |= {choice, Choice(choice.kind)} if choice.fits else {choice}
    return None


def _going_on(choices: Sequence[Choice], before: SpecialKind | Kind | None) -> Sequence[Choice]:
    """Those at the head that go on with the topic, or with the kind of special pair taken last."""
    kind = choices[0].kind
    if kind not in {"shared", before} or choices[0].fits:
        return ()
    return list(takewhile(lambda choice: choice.kind == kind and not choice.fits, choices))


def _gold_ahead(context: ClaimContext, special: SpecialPairs | None) -> GoldAhead | None:
    """Where whole topics are served and gold is left for the assessor."""
    has_some = special is not None and special.has_gold_left
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


def _lease(context: ClaimContext, choice: Choice, at: Stretch, last: int | None) -> int:
    """How many pairs of a choice the assessor now has."""
    if choice.kind != "shared":
        where = last if choice.in_topic else None
        if choice.in_topic and where is None:
            return 0
        return lease_special_pair(context, choice.kind, at.position, topic=where)
    if choice.fits:
        return _lease_that_fits(context, choice.fits, at, last)
    return _lease_shared(context, at)


def _lease_shared(context: ClaimContext, at: Stretch) -> int:
    n, first = at.n_in_row, at.position
    if context.unit == Unit.TOPICS:
        return lease_in_topics(context, n=n, first=first, may_begin=at.is_first)
    return lease_pairs(context, "lease_in_order", n=n, first=first)


def _lease_that_fits(
    context: ClaimContext, kinds: Sequence[DueKind], at: Stretch, topic: int | None
) -> int:
    """Lease a shared pair of the topic, or of another one that has a pair of what waits.

    Which topic comes next is known only once it was taken: what does not fit is given back.
    """
    savepoint = transaction.savepoint()
    n_leased = _lease_shared(context, at._replace(n_in_row=1))
    following = topic_served_last(context) if n_leased else None
    fits = (
        following is None
        or following == topic
        or any(has_special_pair(context, kind, at.position, topic=following) for kind in kinds)
    )
    if fits:
        transaction.savepoint_commit(savepoint)
        return n_leased
    roll_back_to(savepoint)
    return 0
