"""People who are away: nobody waits for them, and nobody takes their topics for that alone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.models import Slot
from annotation.serving.claim import Nothing, claim_pairs
from tests.annotation.assessing import (
    answer,
    crew,
    expire,
    nothing_for,
    serve,
    small_campaign,
    topics,
    work_off,
)

pytestmark = pytest.mark.django_db


def test_a_seat_whose_holder_is_away_yields_to_anyone_who_would_get_nothing_else() -> None:
    campaign = small_campaign(1, 6, k=1)
    gone, other = crew(campaign, 2)
    serve(gone, 2)
    assert not serve(other)
    expire(gone, seats=False)
    assert len(work_off(other)) == 6


def test_a_seat_whose_holder_is_away_waits_while_there_is_something_else() -> None:
    campaign = small_campaign(2, 3, k=1)
    gone, other = crew(campaign, 2)
    [left] = topics(serve(gone))
    expire(gone, seats=False)
    assert topics(work_off(other)) == [*({"q0", "q1"} - {left}), left]


def test_anyone_who_answered_within_the_last_lease_is_not_away() -> None:
    campaign = small_campaign(1, 3, k=1)
    here, other = crew(campaign, 2)
    answer(here, serve(here)[0])
    nothing = claim_pairs(membership=other, n=1)
    assert nothing.nothing == Nothing.HELD_BY_OTHERS
    in_a_lease = timezone.now() + timedelta(seconds=campaign.lease_s)
    assert nothing.free_at is not None
    assert in_a_lease - timedelta(seconds=60) < nothing.free_at <= in_a_lease


def test_what_is_free_again_is_said_by_the_lease_and_not_by_the_seat() -> None:
    campaign = small_campaign(1, 3, k=1)
    holder, other = crew(campaign, 2)
    serve(holder)
    held = Slot.objects.get(holder=holder)
    assert claim_pairs(membership=other, n=1).free_at == held.leased_until


def test_one_who_is_away_is_replaced_behind_those_who_are_there() -> None:
    """The others still get all of the topic."""
    campaign = small_campaign(1, 6, k=2)
    gone, there, other = crew(campaign, 3)
    serve(gone)
    hand = serve(there)
    expire(gone, seats=False)
    assert len(work_off(other)) == 6
    answer(there, hand[0])
    assert len(work_off(there)) == 5


def test_what_is_left_where_all_seats_are_done_goes_to_anybody() -> None:
    """As when a slot was opened again in a way that no seat foresaw."""
    campaign = small_campaign(1, 3, k=1)
    first, second = crew(campaign, 2)
    done = work_off(first)
    assert nothing_for(first) == Nothing.FINISHED
    emptied = Slot.objects.filter(campaign_pair=done[0].pair)
    emptied.update(judgment=None, holder=None, position=None)
    assert [one.name for one in work_off(second)] == [done[0].name]


def test_a_pair_freed_later_reopens_the_seat_of_someone_who_had_not_seen_it() -> None:
    campaign = small_campaign(1, 3, k=1)
    first, second = crew(campaign, 2)
    early = serve(first, 3)
    expire(first)
    assert len(work_off(second)) == 3
    surplus = answer(first, early[0])
    assert surplus.status == "surplus"
    assert nothing_for(first) == Nothing.FINISHED


def test_a_full_quota_leaves_the_seat_to_others() -> None:
    """The rest of the topic is served before the seat goes idle."""
    campaign = small_campaign(1, 6, k=1)
    short, other = crew(campaign, 2)
    type(short).objects.filter(pk=short.pk).update(quota=2)
    assert len(work_off(short)) == 2
    assert len(work_off(other)) == 4


def test_a_full_quota_leaves_the_seat_to_others_while_somebody_sits_beside() -> None:
    """Who comes gets what was left, and the one beside still gets all of the topic."""
    campaign = small_campaign(1, 6, k=2)
    short, beside, other = crew(campaign, 3)
    type(short).objects.filter(pk=short.pk).update(quota=2)
    answer(beside, serve(beside, 2)[0])
    assert len(work_off(short)) == 2
    assert len(work_off(other)) == 4
    assert len(work_off(beside)) == 5


def test_a_raised_quota_gives_the_rest_of_the_topic_back() -> None:
    campaign = small_campaign(1, 6, k=2)
    [member] = crew(campaign, 1)
    type(member).objects.filter(pk=member.pk).update(quota=2)
    assert len(work_off(member)) == 2
    type(member).objects.filter(pk=member.pk).update(quota=None)
    assert len(work_off(member)) == 4
