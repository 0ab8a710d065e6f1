"""Sets of topics: which an assessor gets next, begun ones or new ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction

from annotation.campaigns.policy import options_of, set_policy
from annotation.models import Campaign, Membership
from regrade.serving.topic_sets import TopicSets, is_to_be_new
from tests.annotation.assessing import (
    Served,
    answer,
    crew,
    serve,
    small_campaign,
    topics,
    work_off,
)
from tests.tiers import thorough

pytestmark = pytest.mark.django_db


def names(served: Sequence[Served]) -> list[str]:
    return [one.name for one in served]


def served_under(campaign: Campaign, member: Membership, seed: int) -> list[Served]:
    """What an assessor would be served under another seed; nothing of it stays."""
    with transaction.atomic():
        policy = campaign.policy()
        policy.pk, policy.version, policy.seed = None, policy.version + 1, seed
        policy.save(force_insert=True)
        served = work_off(member)
        transaction.set_rollback(True)
    return served


def test_the_same_seed_serves_the_same_and_another_does_not() -> None:
    campaign = small_campaign(5, 3)
    [member] = crew(campaign, 1)
    first, again, other = (names(served_under(campaign, member, seed)) for seed in (1, 1, 2))
    assert first == again != other


def begun(campaign: Campaign, members: Sequence[Membership]) -> set[str]:
    """Each of the members begins one topic of their own; returns which."""
    for member in members:
        answer(member, serve(member)[0])
    held = campaign.seats.exclude(holder=None).values_list("topic__query_id", flat=True)
    assert len(set(held)) == len(members)
    return set(held)


def follow(campaign: Campaign, **policy: Any) -> None:
    """Another version of the policy, once a first one had all begin new topics."""
    set_policy(campaign=campaign, options=replace(options_of(campaign.policy()), **policy))


def kinds(known: set[str], served: Sequence[Served]) -> str:
    """b for each topic that was begun, n for a new one."""
    return "".join("b" if topic in known else "n" for topic in topics(served))


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ({"new_topic_share": 0}, "bbbbbbnnnnnn"),
        ({"new_topic_share": 1}, "nnnnnnbbbbbb"),
        ({"sets_offered": 2, "new_topic_share": 1}, "bnbnbnbnbnbn"),
        pytest.param({"sets_offered": 3, "new_topic_share": 1}, "bnnbnnbnnbbb", marks=thorough),
        ({"sets_offered": 2, "topics_per_set": 3, "new_topic_share": 1}, "bbbnnnbbbnnn"),
        # Six of each: where a kind has run out within a set, the other one fills it.
        ({"sets_offered": 2, "topics_per_set": 4, "new_topic_share": 1}, "bbbbnnnnbbnn"),
    ],
)
def test_sets_hold_topics_that_are_begun_or_new(policy: dict[str, Any], expected: str) -> None:
    campaign = small_campaign(12, 2, new_topic_share=1)
    *others, last = crew(campaign, 7)
    known = begun(campaign, others)
    follow(campaign, **policy)
    assert kinds(known, work_off(last)) == expected


@pytest.mark.parametrize("is_new", [False, True])
def test_one_draw_decides_for_all_topics_of_a_set(*, is_new: bool) -> None:
    """The first set is begun; under some seed the second is all begun, under another all new."""
    campaign = small_campaign(12, 2, new_topic_share=1)
    *others, last = crew(campaign, 7)
    known = begun(campaign, others)
    follow(campaign, sets_offered=2, topics_per_set=3, new_topic_share=0.5)
    sets = TopicSets(offered=2, size=3, new_share=0.5)
    seed = next(
        seed
        for seed in range(100)
        if is_to_be_new(sets, seed=seed, assessor=last.pk, n_taken=3) == is_new
    )
    served = served_under(campaign, last, seed)
    assert kinds(known, served)[:6] == ("bbbnnn" if is_new else "bbbbbb")


def test_a_topic_with_as_many_assessors_as_its_pairs_want_is_begun_no_more() -> None:
    campaign = small_campaign(4, 2, k=2, new_topic_share=1)
    first, second, last = crew(campaign, 3)
    [full] = begun(campaign, [first])
    follow(campaign, sets_offered=2, topics_per_set=1, new_topic_share=0)
    work_off(second, most=2)
    assert full not in topics(work_off(last, most=2))


@thorough
def test_of_many_assessors_two_sets_of_three_open_new_topics_for_a_quarter() -> None:
    """Exactly as often as it is drawn, which is half the time for the second of the sets."""
    campaign = small_campaign(160, 1, k=40, new_topic_share=1)
    beginner, *members = crew(campaign, 25)
    work_off(beginner, most=60)
    follow(campaign, sets_offered=2, topics_per_set=3, new_topic_share=0.5)
    for member in members:
        assert len(work_off(member, most=6)) == 6
    sets = TopicSets(offered=2, size=3, new_share=0.5)

    def n_drawn(assessors: Iterable[int]) -> int:
        return sum(is_to_be_new(sets, seed=7, assessor=pk, n_taken=3) for pk in assessors)

    n_new = campaign.seats.filter(holder__in=members, number=1).count()
    assert n_new == 3 * n_drawn(member.pk for member in members)
    # Of fixed numbers, since which ids the members have hangs on the tests before.
    assert abs(n_drawn(range(10_000)) - 5_000) < 150
