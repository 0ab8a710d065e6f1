from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from annotation.judging.own_judgments import own_parts
from annotation.models import Campaign, Membership, Unit
from annotation.serving.assignments import Repeats, progress, share_of
from annotation.serving.claim_context import read_claim_context
from tests.annotation.answering import claim_one, judge
from tests.annotation.assessing import crew, fresh, small_campaign, work_off
from tests.factories import make_campaign, make_member
from tests.tiers import THOROUGH

pytestmark = pytest.mark.django_db


@pytest.fixture
def member(alice: User) -> Membership:
    return make_member(make_campaign(), alice)


def test_the_part_counts_all_answers_against_the_share(member: Membership) -> None:
    Campaign.objects.update(quota=3)
    for grade in (2, None):
        judge(member, claim_one(member), grade)
    member = Membership.objects.select_related("campaign").get()
    assert own_parts([member])[member.campaign_id] == (2, 3, "at_work")


@pytest.mark.parametrize(
    ("fields", "standing"),
    [
        ({}, "at_work"),
        ({"quota": 1}, "done"),
        ({"quota": 2}, "at_work"),
        ({"suspended_at": timezone.now()}, "paused"),
        ({"withdrawn_at": timezone.now(), "quota": 1}, "withdrawn"),
    ],
)
def test_the_list_of_campaigns_shows_whether_there_is_more_to_judge(
    fields: dict[str, Any], standing: str, member: Membership, client: Client, alice: User
) -> None:
    judge(member, claim_one(member), 2)
    Membership.objects.update(**fields)
    client.force_login(alice)
    [row] = client.get("/api/campaigns").json()
    assert row["own"] == {"n_judged": 1, "share": fields.get("quota"), "standing": standing}


def test_who_failed_the_round_is_informed(member: Membership) -> None:
    Campaign.objects.update(pass_share=0.8, max_attempts=2)
    Membership.objects.update(n_attempts=2)
    member = Membership.objects.select_related("campaign").get()
    assert own_parts([member])[member.campaign_id].standing == "not_qualified"


@pytest.mark.parametrize("n", [2, 9])
def test_as_many_queries_for_many_campaigns(
    n: int, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    pool = make_campaign().pool
    for i in range(n):
        make_member(make_campaign(f"campaign-{i}", pool), alice)
    members = list(Membership.objects.select_related("campaign"))
    with django_assert_num_queries(2):
        assert len(own_parts(members)) == n


@pytest.mark.parametrize(
    ("quota", "repeat_every", "n_answered", "share"),
    [
        (None, 10, 4, None),
        (90, None, 4, 90),
        (90, 10, 4, 100),
        (90, 10, 104, 104),
        (90, 1, 4, 90),
    ],
)
def test_repeats_come_on_top_of_the_share(
    quota: int | None, repeat_every: int | None, n_answered: int, share: int | None
) -> None:
    repeats = Repeats(seed=1, assessor=1, every=repeat_every, after=1)
    assert share_of(quota, repeats, n_answered=n_answered, n_first_looks=4) == share


@pytest.mark.parametrize("unit", list(Unit))
@pytest.mark.parametrize(
    ("quota", "repeat_every", "repeat_after"), [(12, 4, 20), (14, 4, 5), (20, 3, 6), (9, 2, 3)]
)
def test_as_much_is_reported_at_first_as_there_is_to_do(
    quota: int, repeat_every: int, repeat_after: int, unit: Unit
) -> None:
    campaign = small_campaign(4, 6, unit=unit, repeat_every=repeat_every, repeat_after=repeat_after)
    for member in crew(campaign, 3 if THOROUGH else 1, quota=quota):
        found = progress(read_claim_context(member.pk)).share
        assert own_parts([fresh(member)])[campaign.pk].share == found
        assert found == len(work_off(member))
        assert own_parts([fresh(member)])[campaign.pk].share == found


def test_repeats_that_could_not_come_are_not_shown_at_the_end() -> None:
    repeats = Repeats(seed=1, assessor=1, every=10, after=1)
    assert share_of(90, repeats, n_answered=95, n_first_looks=90) == 95
