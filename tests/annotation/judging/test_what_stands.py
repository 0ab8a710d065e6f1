"""Wherever answers are counted or shown, what was taken back or rejected is none."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from annotation.judging.own_judgments import OwnCounts, own_counts
from annotation.models import Cause, Membership, Reason
from annotation.people.memberships import members_of
from tests.annotation.stored_answers import store_answer
from tests.factories import make_campaign, make_member

pytestmark = pytest.mark.django_db

TAKEN_BACK = {"grade": None, "reason_not_judged": Reason.RETRACTED}
REJECTED = {"cause": Cause.REJECTED, "is_surplus": True}


@pytest.fixture
def member(alice: User) -> Membership:
    return make_member(make_campaign(), alice)


@pytest.mark.parametrize("fields", [TAKEN_BACK, REJECTED])
def test_no_list_of_people_counts_it(member: Membership, fields: dict[str, Any]) -> None:
    store_answer(member, member.campaign.pairs.all()[0], **fields)
    [found] = members_of(member.campaign)
    assert (found.n_judged, found.n_not_judged, found.last_active_at) == (0, 0, None)


@pytest.mark.parametrize("fields", [TAKEN_BACK, REJECTED])
def test_its_assessor_finds_it_among_their_answers_no_more(
    member: Membership, fields: dict[str, Any]
) -> None:
    store_answer(member, member.campaign.pairs.all()[0], **fields)
    assert own_counts(member) == OwnCounts([], [])
