"""Who may record, and whose surplus grade comes first."""

from __future__ import annotations

import pytest
from django.utils import timezone

from annotation.exceptions import CampaignNotOpen
from annotation.judging.recording import VoteStatus
from annotation.models import Judgment, Membership
from tests.annotation.answering import claim_one, expire_leases, judge, vote_status
from tests.factories import make_campaign, make_member, make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("field", ["withdrawn_at", "suspended_at"])
def test_who_has_left_or_is_paused_records_nothing(field: str) -> None:
    member = make_member(make_campaign(), make_user("ann"))
    pair = claim_one(member)
    Membership.objects.filter(pk=member.pk).update(**{field: timezone.now()})
    with pytest.raises(CampaignNotOpen):
        judge(member, pair)
    assert not Judgment.objects.exists()


def test_the_surplus_grade_that_has_waited_longest_takes_the_slot() -> None:
    campaign = make_campaign(judgments_per_pair=1)
    voter, *others = (make_member(campaign, make_user(name)) for name in ("ann", "bob", "cyd"))
    pair = claim_one(others[0])
    expire_leases()
    judge(voter, pair, 1)
    waiting = [judge(member, pair, 5) for member in others]
    judge(voter, pair, None)
    assert [vote_status(one) for one in waiting] == [VoteStatus.VOTE, VoteStatus.SURPLUS]
