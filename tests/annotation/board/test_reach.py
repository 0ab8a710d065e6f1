"""What nobody at work may give, and why."""

from __future__ import annotations

import pytest

from annotation.board.board import campaign_board
from annotation.board.forecast import Lack
from annotation.board.reach import lacks_of
from annotation.models import Campaign, Membership
from tests.annotation.assessing import crew, nothing_for, small_campaign, work_off
from tests.annotation.campaigns.launching import invite
from tests.annotation.stored_answers import store_answer

pytestmark = pytest.mark.django_db


def lack_of(campaign: Campaign) -> Lack:
    return lacks_of([campaign])[campaign.pk]


def test_further_judgments_where_all_at_work_have_answered_need_another_person() -> None:
    campaign = small_campaign(2, 3, k=2, extra_judgments=2)
    members = crew(campaign, 3)
    for grade, member in enumerate(members, start=1):
        work_off(member, grade=2 * grade - 1)  # 1, 3 and 5: never the same
    found = campaign_board(campaign).forecast
    assert (found.outlook, found.n_left) == ("short", 6)
    assert found.lack == Lack(0, [], n_by_people=6, n_people=1, n_places=0)
    assert {nothing_for(member) for member in members} == {"finished"}
    invite(campaign, 2)
    assert lack_of(campaign).n_places == 2


def test_who_has_had_the_pairs_that_are_open_is_no_help_however_much_else_they_could_judge() -> (
    None
):
    """Four pairs of two judgments: carol has had the one that is left open, and no other."""
    campaign = small_campaign(1, 4, k=2)
    alice, bob, carol = crew(campaign, 3)
    first, *others = campaign.pairs.order_by("pk")
    for pair in others:
        store_answer(alice, pair)
        store_answer(bob, pair)
    store_answer(carol, first)
    store_answer(alice, first, None)
    store_answer(bob, first, None)
    Campaign.objects.update(max_not_judged=3)
    campaign.refresh_from_db()
    assert lack_of(campaign) == Lack(0, [], n_by_people=1, n_people=1, n_places=0)
    Campaign.objects.update(max_not_judged=2)  # it waits for an adjudicator instead
    campaign.refresh_from_db()
    assert lack_of(campaign).n == campaign_board(campaign).totals.n_left == 0


def test_quotas_in_the_way_are_named() -> None:
    campaign = small_campaign(2, 3, k=2)
    crew(campaign, 2, quota=2)
    crew(campaign, 1)
    assert lack_of(campaign) == Lack(2, ["P-0", "P-1"], n_by_people=0, n_people=0, n_places=0)
    Membership.objects.filter(pseudonym="P-1").update(quota=4)
    assert lack_of(campaign).n == 0


def test_each_who_joins_has_the_quota_of_the_campaign() -> None:
    """Six pairs of two judgments; one person gives all that a quota of theirs allows."""
    campaign = small_campaign(2, 3, k=2)
    crew(campaign, 1, quota=6)
    Campaign.objects.update(quota=2)
    campaign.refresh_from_db()
    assert lack_of(campaign) == Lack(0, [], n_by_people=6, n_people=3, n_places=0)


def test_what_claims_give_within_a_quota_is_what_was_counted() -> None:
    """A quota pays for gold and for pairs that everyone judges; repeats come on top."""
    campaign = small_campaign(3, 5, k=1, repeat_every=2, repeat_after=1)
    [member] = crew(campaign, 1, quota=6)
    assert lack_of(campaign).n_by_quotas == 15 - 6
    assert len({one.pair for one in work_off(member)}) == 6
