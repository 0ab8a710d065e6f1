"""Those who wait for what others hold get it in the order in which they began to wait."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.models import Campaign, Membership, Order, Unit
from annotation.serving.claim import Nothing, claim_pairs
from annotation.serving.filling import fill_slots
from tests.annotation.assessing import (
    answer,
    crew,
    expire,
    fresh,
    serve,
    small_campaign,
    work_off,
)
from tests.annotation.stored_answers import store_answer

pytestmark = pytest.mark.django_db

BY_UNIT = pytest.mark.parametrize("unit", Unit)


def n_ahead(member: Membership) -> int | None:
    """How many wait before this one, who asks in vain; None where there was something."""
    claim = claim_pairs(membership=fresh(member), n=1)
    if claim.leased:
        return None
    assert claim.nothing == Nothing.HELD_BY_OTHERS
    return claim.context.n_ahead


def began(*members: Membership) -> None:
    """The first of them began to wait first; all of one test began at the same moment."""
    for minutes, member in enumerate(reversed(members), start=1):
        since = timezone.now() - timedelta(minutes=minutes)
        Membership.objects.filter(pk=member.pk).update(waits_since=since)


def held_by_one(unit: Unit, *, n_topics: int = 1) -> tuple[Campaign, list[Membership]]:
    """Topics of one pair; the first of five has all in hand, the others ask in this order."""
    campaign = small_campaign(n_topics, 1, k=1, unit=unit)
    members = crew(campaign, 5)
    while len(serve(members[0], n_topics)) < n_topics:
        pass
    assert [n_ahead(member) for member in members[1:]] == [0, 0, 0, 0]
    began(*members[1:])
    return campaign, members


@BY_UNIT
def test_what_is_left_goes_to_the_one_who_has_waited_longest(unit: Unit) -> None:
    _, [gone, first, second, third, last] = held_by_one(unit)
    assert [n_ahead(one) for one in (last, third, second, first)] == [3, 2, 1, 0]
    expire(gone)
    assert [n_ahead(one) for one in (last, third, second)] == [3, 2, 1]
    assert len(serve(first)) == 1
    assert fresh(first).waits_since is None
    assert n_ahead(second) == 0


@BY_UNIT
def test_nobody_waits_while_there_is_enough_for_those_before_them(unit: Unit) -> None:
    _, [gone, *waiting] = held_by_one(unit, n_topics=3)
    expire(gone)
    *served, last = waiting
    assert n_ahead(last) == 3
    assert [n_ahead(one) for one in reversed(served)] == [None, None, None]
    assert n_ahead(last) == 0


@BY_UNIT
def test_someone_who_has_not_waited_comes_last(unit: Unit) -> None:
    campaign, [gone, first, *_] = held_by_one(unit)
    expire(gone)
    [newcomer] = crew(campaign, 1)
    assert n_ahead(newcomer) == 4
    assert len(serve(first)) == 1


@BY_UNIT
def test_nobody_waits_for_one_who_has_stopped_asking(unit: Unit) -> None:
    _, [gone, first, second, *_] = held_by_one(unit)
    expire(gone)
    an_hour_ago = timezone.now() - timedelta(hours=1)
    Membership.objects.filter(pk=first.pk).update(asks_until=an_hour_ago)
    assert len(serve(second)) == 1


@BY_UNIT
def test_nobody_waits_for_one_who_has_judged_the_pair(unit: Unit) -> None:
    campaign = small_campaign(1, 1, k=2, unit=unit)
    done, gone, other = crew(campaign, 3)
    work_off(done)
    serve(gone)
    assert n_ahead(other) == 0
    now, hour = timezone.now(), timedelta(hours=1)
    Membership.objects.filter(pk=done.pk).update(waits_since=now - hour, asks_until=now + hour)
    assert n_ahead(other) == 1
    expire(gone)
    assert len(serve(other)) == 1


@BY_UNIT
def test_nobody_waits_for_one_who_judged_the_pair_elsewhere(unit: Unit) -> None:
    campaign = small_campaign(1, 1, k=2, unit=unit)
    done, other = crew(campaign, 2)
    fill_slots(
        campaign=campaign, judgments=[store_answer(done, campaign.pairs.get(), is_surplus=True)]
    )
    now, hour = timezone.now(), timedelta(hours=1)
    Membership.objects.filter(pk=done.pk).update(waits_since=now - hour, asks_until=now + hour)
    assert len(serve(other)) == 1


def test_one_who_sits_at_a_topic_does_not_leave_it_to_those_who_wait() -> None:
    """They sit behind this one there, and could not judge it first."""
    campaign = small_campaign(1, 2, k=2, order=Order.FIXED)
    first, second, third, waiting = crew(campaign, 4)
    answer(first, serve(first)[0])
    serve(second)
    expire(first)
    [left_by_first] = serve(third)
    assert n_ahead(waiting) == 0
    began(waiting)
    answer(third, left_by_first)
    expire(second, seats=False)
    assert len(serve(third)) == 1


@BY_UNIT
def test_who_has_no_part_any_more_waits_no_more(unit: Unit) -> None:
    _, [_, first, *_] = held_by_one(unit)
    Membership.objects.filter(pk=first.pk).update(suspended_at=timezone.now())
    assert claim_pairs(membership=fresh(first), n=1).nothing == Nothing.SUSPENDED
    assert fresh(first).waits_since is None
