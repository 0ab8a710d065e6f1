from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from annotation.board.assessors import ACTIVE_FOR, MIN_TIMED_OWN, last_signs, recent_work
from annotation.board.board import Board, campaign_board
from annotation.board.details import board_details
from annotation.board.forecast import MIN_VOTES, Outlook
from annotation.database import database_now
from annotation.models import (
    Campaign,
    CampaignState,
    Cause,
    Judgment,
    Membership,
    PairKind,
    Slot,
    Visit,
)
from tests.annotation.answering import claim
from tests.annotation.inviting import invite
from tests.annotation.stored_answers import assessors, store_answer
from tests.factories import make_campaign, make_collection, make_pool

pytestmark = pytest.mark.django_db

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


@pytest.fixture
def campaign(db: None) -> Campaign:
    """Two topics of forty pairs that want one judgment each."""
    pool = make_pool(collection=make_collection(texts={f"d{i}": "It grows." for i in range(40)}))
    return make_campaign(pool=pool, judgments_per_pair=1)


@pytest.fixture
def alice(campaign: Campaign) -> Membership:
    return assessors(campaign, 1)[0]


def store_votes(member: Membership, at: datetime, n: int, **fields: Any) -> None:
    open_pairs = member.campaign.pairs.exclude(judgments__assessor=member).order_by("pk")
    for pair in open_pairs[:n]:
        store_answer(member, pair, created_at=at, **fields)


def is_active(board: Board, pseudonym: str = "P-1") -> bool:
    return next(row.is_active for row in board.assessors if row.pseudonym == pseudonym)


def test_votes_are_shown_by_days_that_end_now(campaign: Campaign, alice: Membership) -> None:
    now = timezone.now()
    for age, n in ((MINUTE, 1), (DAY - MINUTE, 2), (DAY + MINUTE, 4), (3 * DAY + MINUTE, 8)):
        store_votes(alice, now - age, n, active_ms=1000)
    recent = recent_work(campaign, now, 3)
    assert list(recent.votes_by_day) == [3, 4, 0]
    assert (recent.n_judged, recent.n_timed, recent.active_ms) == (7, 7, 7000)


def test_only_votes_of_regular_pairs_count_as_such(campaign: Campaign, alice: Membership) -> None:
    now = timezone.now()
    pairs = list(campaign.pairs.order_by("pk")[:3])
    pairs[0].slots.all().delete()
    campaign.pairs.filter(pk=pairs[0].pk).update(kind=PairKind.OVERLAP, wanted=None)
    pairs[0].refresh_from_db()
    for pair, is_surplus in zip(pairs, (False, True, False), strict=True):
        store_answer(alice, pair, created_at=now - MINUTE, is_surplus=is_surplus)
    recent = recent_work(campaign, now, 2)
    assert (recent.n_votes, recent.n_judged) == (1, 3)


@pytest.mark.parametrize("cause", [Cause.IMPORTED, Cause.REJECTED])
def test_what_was_recorded_elsewhere_came_at_no_rate(
    cause: Cause, campaign: Campaign, alice: Membership
) -> None:
    now = timezone.now()
    store_votes(alice, now - DAY, 2, cause=cause)
    assert recent_work(campaign, now, 7).n_judged == 0


def change(judgment: Judgment, at: datetime, grade: int | None = 4) -> Judgment:
    """Another answer in its place, which takes its slot."""
    slot = Slot.objects.filter(judgment=judgment).first()
    Judgment.objects.filter(pk=judgment.pk).update(superseded_at=at)
    changed = store_answer(
        judgment.assessor,
        judgment.campaign_pair,
        grade,
        is_surplus=True,
        created_at=at,
        cause=Cause.CHANGED,
    )
    if slot is not None and grade is not None:
        Slot.objects.filter(pk=slot.pk).update(judgment=changed)
    return changed


def test_a_changed_vote_came_when_it_was_first_given(campaign: Campaign, alice: Membership) -> None:
    now = timezone.now()
    for pair, age in zip(campaign.pairs.order_by("pk")[:2], (9, 2), strict=True):
        first = store_answer(alice, pair, created_at=now - age * DAY - MINUTE)
        change(change(first, now - DAY), now - MINUTE)
    recent = recent_work(campaign, now, 7)
    assert (list(recent.votes_by_day), recent.n_judged) == ([0, 0, 1, 0, 0, 0, 0], 1)


def test_a_vote_in_the_place_of_none_came_with_it(campaign: Campaign, alice: Membership) -> None:
    now, pair = timezone.now(), campaign.pairs.all()[0]
    first = store_answer(alice, pair, None, created_at=now - 3 * DAY - MINUTE)
    change(change(first, now - DAY - MINUTE), now - MINUTE)
    assert recent_work(campaign, now, 7).n_judged == 1
    [stretch] = board_details(campaign, ZoneInfo("UTC")).course.stretches
    assert now - DAY - MINUTE - HOUR <= stretch.at <= now - DAY - MINUTE


def test_a_board_shows_when_it_may_be_done(campaign: Campaign, alice: Membership) -> None:
    """Thirty in the last two whole days, fifty left."""
    now = timezone.now()
    store_votes(alice, now - 2 * DAY - MINUTE, 15)
    store_votes(alice, now - DAY - MINUTE, 15)
    store_votes(alice, now - MINUTE, MIN_VOTES - 15)
    found = campaign_board(campaign).forecast
    assert (found.outlook, found.n_left, found.n_days, found.per_day) == (Outlook.DATED, 35, 2, 15)
    assert found.ends_at is not None
    assert abs(found.ends_at - now - 35 / 15 * DAY) < MINUTE


def test_what_no_quota_covers_is_shown_instead_of_an_end(
    campaign: Campaign, alice: Membership
) -> None:
    """Of eighty, alice has given 40 of her 50; what she could not judge takes its share, too."""
    store_votes(alice, timezone.now() - 2 * DAY - MINUTE, 40)
    store_answer(alice, campaign.pairs.exclude(judgments__assessor=alice)[0], None)
    Membership.objects.filter(pk=alice.pk).update(quota=50)
    found = campaign_board(campaign).forecast
    assert (found.outlook, found.n_left, found.lack.n) == (Outlook.SHORT, 40, 31)
    assessors(campaign, 1, quota=30)
    assert campaign_board(campaign).forecast.lack.n == 1
    assessors(campaign, 1)
    assert campaign_board(campaign).forecast.lack.n == 0


def test_who_may_still_join_counts_for_nothing_until_they_have(
    campaign: Campaign, alice: Membership
) -> None:
    Membership.objects.filter(pk=alice.pk).update(quota=1)
    n_alone = campaign_board(campaign).forecast.lack.n
    invite(campaign)
    campaign.allows_sign_up = True
    assert campaign_board(campaign).forecast.lack.n == n_alone == 79


def test_pairs_that_nobody_is_asked_for_put_off_no_end(
    campaign: Campaign, alice: Membership
) -> None:
    """As many as may could not judge them: they wait for adjudication, and the rest is done."""
    [bob] = assessors(campaign, 1)
    waiting, *others = campaign.pairs.order_by("pk")
    for member in (alice, bob):
        store_answer(member, waiting, None)
    assert campaign_board(campaign).forecast.n_left == len(others)
    for pair in others:
        store_answer(alice, pair)
    assert campaign_board(campaign).forecast.outlook is Outlook.DONE


@pytest.mark.parametrize("state", [CampaignState.PAUSED, CampaignState.CLOSED])
def test_no_end_is_reported_while_nobody_judges(
    state: CampaignState, campaign: Campaign, alice: Membership
) -> None:
    store_votes(alice, timezone.now() - 2 * DAY - MINUTE, 40)
    campaign.state = state
    assert campaign_board(campaign).forecast.outlook is Outlook.CLOSED


def test_who_was_just_handed_a_pair_is_active(campaign: Campaign, alice: Membership) -> None:
    assert not is_active(campaign_board(campaign))
    claim(alice)
    board = campaign_board(campaign)
    assert (is_active(board), board.n_active) == (True, 1)
    campaign.state = CampaignState.CLOSED
    assert not is_active(campaign_board(campaign))


def test_a_lease_shows_when_it_was_last_renewed(campaign: Campaign, alice: Membership) -> None:
    claim(alice)
    lease, now = timedelta(seconds=campaign.lease_s), database_now()
    Slot.objects.filter(holder=alice).update(leased_until=now + lease - ACTIVE_FOR - MINUTE)
    assert last_signs(campaign, now) == {alice.pk: now - ACTIVE_FOR - MINUTE}
    assert not is_active(campaign_board(campaign))


@pytest.mark.parametrize(("ago", "expected"), [(MINUTE, True), (ACTIVE_FOR + MINUTE, False)])
def test_who_is_on_a_pair_is_active(
    ago: timedelta, expected: bool, campaign: Campaign, alice: Membership
) -> None:
    """As who looks at a pair once more that they answered: no lease is theirs."""
    at = database_now() - ago
    Visit.objects.create(
        membership=alice,
        campaign_pair=campaign.pairs.all()[0],
        key=uuid4(),
        active_ms=1,
        away_ms=0,
        started_at=at,
        last_seen_at=at,
    )
    assert is_active(campaign_board(campaign)) is expected


@pytest.mark.parametrize(("ago", "expected"), [(MINUTE, True), (ACTIVE_FOR + MINUTE, False)])
def test_who_just_judged_is_active(
    ago: timedelta, expected: bool, campaign: Campaign, alice: Membership
) -> None:
    store_votes(alice, database_now() - ago, 1)
    assert is_active(campaign_board(campaign)) is expected


def test_a_rate_is_of_active_time(campaign: Campaign, alice: Membership) -> None:
    store_votes(alice, timezone.now(), MIN_TIMED_OWN - 1, active_ms=60_000, away_ms=10**7)
    store_votes(alice, timezone.now(), 1)
    assert campaign_board(campaign).assessors[0].per_active_hour is None
    store_votes(alice, timezone.now(), 1, active_ms=60_000)
    assert campaign_board(campaign).assessors[0].per_active_hour == 60
