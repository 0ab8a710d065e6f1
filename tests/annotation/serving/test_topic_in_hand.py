"""The topic in hand comes first, whatever became of its leases."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from annotation.judging.undoing import undo_judgment
from annotation.models import Campaign, Judgment, Membership, Order, PairKind, Slot, TopicSeat
from annotation.pools.pairs import Mark
from annotation.serving.leases import release_leases
from tests.annotation.assessing import (
    Served,
    answer,
    crew,
    expire,
    serve,
    small_campaign,
    topics,
    work_off,
)
from tests.tiers import thorough

pytestmark = pytest.mark.django_db
each_order = pytest.mark.parametrize(
    "order",
    [Order.RANDOM, *(pytest.param(one, marks=thorough) for one in (Order.FIXED, Order.PRIORITY))],
)


def hold_all(member: Membership) -> list[Served]:
    """As the page does: fifteen, a few more with each claim."""
    return [serve(member, 15) for _ in range(4)][-1]


def at_work(campaign: Campaign, n_done: int = 4) -> tuple[Membership, list[Served]]:
    """In the middle of a topic, the next one begun; what is in hand."""
    [member] = crew(campaign, 1)
    serve(member, 5)
    minutes_ago = timezone.now() + timedelta(seconds=campaign.seat_s - 300)
    TopicSeat.objects.filter(holder=member).update(expires_at=minutes_ago)
    for _ in range(n_done):
        answer(member, hold_all(member)[0])
    hand = hold_all(member)
    assert len(topics(hand)) == 2
    return member, hand


def end(*held: Served) -> None:
    """The leases of these pairs are over, and swept."""
    past = timezone.now() - timedelta(minutes=1)
    slots = Slot.objects.filter(campaign_pair__in=[one.pair.pk for one in held], judgment=None)
    slots.exclude(holder=None).update(leased_until=past)
    release_leases()


def of(topic: str, served: Sequence[Served]) -> list[Served]:
    return [one for one in served if one.topic == topic]


@each_order
def test_after_a_long_pause_the_topic_goes_on_where_it_was_left(order: Order) -> None:
    campaign = small_campaign(4, 14, order=order)
    member, hand = at_work(campaign)
    expire(member, seats=False)
    release_leases()
    served = work_off(member, n=15)
    assert topics(served)[:2] == topics(hand)
    assert [one.topic for one in served[:10]] == [hand[0].topic] * 10
    assert len(topics(served)) == 4


def test_what_is_held_of_the_next_topic_waits_where_only_leases_of_the_first_are_over() -> None:
    member, hand = at_work(small_campaign(4, 14))
    first, following = topics(hand)
    end(*of(first, hand))
    assert topics(serve(member, 1)) == [first]
    assert topics(work_off(member, n=15))[:2] == [first, following]


def test_a_quota_that_the_next_topic_would_fill_is_left_to_the_topic_in_hand() -> None:
    member, hand = at_work(small_campaign(4, 14))
    first, following = topics(hand)
    end(*of(first, hand))
    n_held = len(of(following, hand))
    Membership.objects.filter(pk=member.pk).update(quota=4 + n_held)
    assert [one.topic for one in work_off(member, n=15)] == [first] * n_held


def test_what_somebody_else_took_meanwhile_is_left_to_them_and_the_rest_comes_first() -> None:
    campaign = small_campaign(2, 14, k=1)
    member, hand = at_work(campaign)
    first, following = topics(hand)
    [other] = crew(campaign, 1)
    end(*hand)
    taken = of(first, hand)[:3]
    lease = {"holder": other, "leased_until": timezone.now() + timedelta(minutes=9), "position": 1}
    for place, one in enumerate(taken, start=1):
        Slot.objects.filter(campaign_pair=one.pair).update(**lease | {"position": place})
    assert [one.topic for one in hold_all(member)[:7]] == [first] * 7
    end(*taken)
    for _ in range(2):
        answer(member, hold_all(member)[0])
    served = work_off(member, n=15)
    assert topics(served) == [first, following]


def test_of_topics_begun_and_not_judged_yet_the_one_begun_first_goes_on() -> None:
    """The small topic before it is done; its next passage lies open."""
    campaign = small_campaign(8, 3)
    [member] = crew(campaign, 1)
    for _ in range(3):
        answer(member, hold_all(member)[0])
    before = topics(hold_all(member))
    expire(member, seats=False)
    release_leases()
    assert topics(hold_all(member))[:3] == before[:3]


def test_an_answer_changed_or_taken_back_in_an_old_topic_is_no_return_to_it() -> None:
    campaign = small_campaign(4, 6, k=1)
    [member] = crew(campaign, 1)
    done = work_off(member, n=15, most=8)
    hand = hold_all(member)
    answer(member, done[0], 1)
    assert [one.pair for one in serve(member, 15)] == [one.pair for one in hand]
    recorded = answer(member, done[1], 2)
    undo_judgment(membership=member, judgment_id=recorded.judgment.pk, client_key=uuid4())
    assert [one.pair for one in serve(member, 15)] == [done[1].pair, *(one.pair for one in hand)]


def test_special_pairs_of_a_topic_that_was_put_off_come_with_it_and_once() -> None:
    marks = {place: Mark(PairKind.GOLD, grade=4) for place in range(0, 56, 7)}
    campaign = small_campaign(4, 14, k=1, marks=marks, gold_every=4)
    member, hand = at_work(campaign)
    end(*of(topics(hand)[0], hand))
    served = work_off(member, n=15)
    assert topics(served)[:2] == topics(hand)
    gold = [one.pair.pk for one in served if one.pair.kind == PairKind.GOLD]
    before = Judgment.objects.filter(campaign_pair__kind=PairKind.GOLD).count() - len(gold)
    assert len(set(gold)) == len(gold) == len(marks) - before
