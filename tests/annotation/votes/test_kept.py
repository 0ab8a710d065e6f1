"""Votes kept in the process are read again where anything that they rest on changed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import Campaign, Membership, Reason
from annotation.votes.kept import kept_votes
from annotation.votes.stored import stored_votes
from tests.annotation.answering import judge
from tests.annotation.voting import (
    cast_votes,
    grade_as_expert,
    member_named,
    pair_of,
    voted_campaign,
)
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


def first_vote(campaign: Campaign) -> None:
    cast_votes(campaign, {("q2", "d1"): {"bob": 2}})


def changed_vote(campaign: Campaign) -> None:
    cast_votes(campaign, {("q1", "d1"): {"bob": 5}})


def retracted_vote(campaign: Campaign) -> None:
    bob, pair = member_named(campaign, "bob"), pair_of(campaign, "q1", "d1")
    judge(bob, pair, None, reason_not_judged=Reason.RETRACTED)


def renamed_assessor(campaign: Campaign) -> None:
    Membership.objects.filter(pk=member_named(campaign, "bob").pk).update(pseudonym="Z")


def gold_pair(campaign: Campaign) -> None:
    grade_as_expert(pair_of(campaign, "q1", "d3"), 4)


@pytest.mark.parametrize(
    "change", [first_vote, changed_vote, retracted_vote, renamed_assessor, gold_pair]
)
def test_kept_votes_follow_every_change(change: Callable[[Campaign], None]) -> None:
    campaign = voted_campaign({("q1", "d1"): {"bob": 1, "alice": 3}, ("q1", "d3"): {"bob": 2}})
    before = kept_votes(campaign)
    change(campaign)
    after, plain = kept_votes(campaign), stored_votes(campaign)
    assert after is not before
    assert list(after.packed.assessors) == list(plain.packed.assessors)
    assert np.array_equal(after.packed.grades, plain.packed.grades, equal_nan=True)
    assert np.array_equal(after.pair_keys, plain.pair_keys)


def test_votes_that_did_not_change_are_not_read_again() -> None:
    campaign = voted_campaign({("q1", "d1"): {"bob": 1}})
    first = kept_votes(campaign)
    kept_votes(make_campaign("beside", campaign.pool))
    with CaptureQueriesContext(connection) as queries:
        assert kept_votes(campaign) is first
    assert len(queries) == 1
