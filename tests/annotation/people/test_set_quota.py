from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from annotation.exceptions import PeopleRefused
from annotation.models import Campaign, CampaignEvent, CampaignState, Membership
from annotation.people.memberships import MAX_QUOTA, Work, set_quota, withdraw_member
from annotation.serving.claim import Nothing
from tests.annotation.answering import claim, claim_one, judge
from tests.factories import make_campaign, make_member
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def member(alice: User) -> Membership:
    return make_member(make_campaign(), alice)


def test_an_own_quota_ends_the_work_and_none_lets_it_go_on(member: Membership) -> None:
    judge(member, claim_one(member))
    set_quota(membership=member, quota=1)
    assert claim(member).nothing == Nothing.QUOTA
    set_quota(membership=member, quota=None)
    assert claim(member).slots


def test_each_change_is_logged_once(member: Membership, carol: User) -> None:
    for quota in (3, 3, None):
        set_quota(membership=member, quota=quota, actor=carol)
    events = CampaignEvent.objects.order_by("pk").values_list("kind", "actor", "details")
    about = {"assessor": member.pseudonym}
    assert list(events) == [
        ("quota", carol.pk, about | {"quota": 3, "before": None}),
        ("quota", carol.pk, about | {"quota": None, "before": 3}),
    ]


@pytest.mark.parametrize("quota", [0, MAX_QUOTA + 1])
def test_a_quota_that_cannot_be_is_refused(quota: int, member: Membership) -> None:
    with refused(PeopleRefused, "out_of_range", field="quota"):
        set_quota(membership=member, quota=quota)


def test_a_quota_that_means_nothing_is_refused(member: Membership) -> None:
    withdraw_member(membership=member, work=Work.KEEP)
    with refused(PeopleRefused, "member_withdrawn"):
        set_quota(membership=member, quota=3)
    Membership.objects.update(withdrawn_at=None)
    Campaign.objects.update(state=CampaignState.CLOSED)
    with refused(PeopleRefused, "campaign_over"):
        set_quota(membership=member, quota=3)
