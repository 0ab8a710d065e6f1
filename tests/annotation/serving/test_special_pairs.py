"""Overlap, gold and repeated pairs between the regular ones, and the pilot before them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any
from uuid import uuid4

import pytest

from annotation.campaigns.pilot import draw_pilot
from annotation.campaigns.state import set_campaign_state
from annotation.judging.undoing import undo_judgment
from annotation.models import (
    AssessorKind,
    Campaign,
    CampaignState,
    Cause,
    Judgment,
    Membership,
    PairKind,
    Slot,
    Unit,
)
from annotation.pools.pairs import Mark
from annotation.serving.claim import Nothing
from annotation.serving.leases import release_leases
from tests.annotation.assessing import (
    Served,
    answer,
    crew,
    expire,
    fresh,
    nothing_for,
    serve,
    small_campaign,
    topics,
    work_off,
)
from tests.annotation.engine_model.scene import count_ids_from_one
from tests.annotation.stored_answers import store_answer
from tests.tiers import thorough

pytestmark = pytest.mark.django_db

OVERLAP, GOLD = Mark(PairKind.OVERLAP), Mark(PairKind.GOLD, grade=4)
# How many pairs the page asks for: what comes does not hang on it.
in_hand = pytest.mark.parametrize(
    "n", [pytest.param(1, marks=thorough), 5, pytest.param(15, marks=thorough)]
)


def kinds(served: Sequence[Served]) -> list[str]:
    return ["repeat" if one.ticket.occasion else one.pair.kind for one in served]


def places(served: Sequence[Served], kind: str) -> list[int]:
    return [i for i, found in enumerate(kinds(served), start=1) if found == kind]


def set_quota(member: Membership, quota: int) -> None:
    Membership.objects.filter(pk=member.pk).update(quota=quota)


# Overlap


@pytest.mark.parametrize("unit", Unit)
@in_hand
def test_everyone_gets_every_overlap_pair(unit: Unit, n: int) -> None:
    campaign = small_campaign(4, 4, k=1, unit=unit, marks=dict.fromkeys((0, 6, 11), OVERLAP))
    members = crew(campaign, 3)
    served = [work_off(member, n) for member in members]
    assert {len(places(run, "overlap")) for run in served} == {3}
    overlap = Judgment.objects.votes().filter(campaign_pair__kind=PairKind.OVERLAP)
    assert overlap.count() == 3 * 3


@in_hand
def test_overlap_pairs_are_spread_evenly_over_the_quota(n: int) -> None:
    """Four in twenty positions: one in every five, whatever the page asks for ahead."""
    marks = dict.fromkeys((0, 6, 11, 29), OVERLAP)
    campaign = small_campaign(8, 4, unit=Unit.PAIRS, marks=marks)
    [member] = crew(campaign, 1, quota=20)
    served = work_off(member, n)
    found = places(served, "overlap")
    assert len(served) == 20
    assert len(found) == 4
    assert {later - earlier for earlier, later in pairwise(found)} == {5}
    assert nothing_for(member) == Nothing.QUOTA


def test_without_a_quota_one_in_so_many_positions_is_an_overlap_pair() -> None:
    marks = dict.fromkeys((0, 6, 11, 19, 24), OVERLAP)
    campaign = small_campaign(8, 4, unit=Unit.PAIRS, marks=marks, overlap_every=6)
    [member] = crew(campaign, 1)
    found = places(work_off(member, 5), "overlap")
    assert {later - earlier for earlier, later in pairwise(found[:4])} == {6}
    assert len(found) == 5


def test_all_overlap_pairs_come_though_the_quota_is_as_small_as_they_are_many() -> None:
    campaign = small_campaign(4, 3, marks=dict.fromkeys((0, 3, 6, 9), OVERLAP))
    [member] = crew(campaign, 1, quota=4)
    assert kinds(work_off(member, 5)) == ["overlap"] * 4


def test_all_overlap_pairs_come_though_the_quota_was_lowered_on_the_way() -> None:
    campaign = small_campaign(6, 3, marks=dict.fromkeys((0, 3, 6), OVERLAP))
    [member] = crew(campaign, 1, quota=15)
    first = work_off(member, most=2)
    set_quota(member, 6)
    assert kinds(first + work_off(member)).count("overlap") == 3


def test_a_qualification_round_before_takes_nothing_off_the_spread() -> None:
    marks = dict.fromkeys((0, 5, 9), OVERLAP)
    marks |= dict.fromkeys(range(20, 28), Mark(PairKind.QUALIFICATION, grade=3))
    campaign = small_campaign(7, 4, unit=Unit.PAIRS, marks=marks, campaign={"pass_share": 1.0})
    [member] = crew(campaign, 1, quota=12)
    served = work_off(member)[8:]
    found = places(served, "overlap")
    assert {later - earlier for earlier, later in pairwise(found)} == {4}


# Gold


def gold_campaign(**policy: Any) -> Campaign:
    marks = dict.fromkeys((1, 5, 9, 13, 17), GOLD)
    return small_campaign(6, 4, marks=marks, gold_every=4, **policy)


@in_hand
def test_a_gold_pair_comes_every_so_many(n: int) -> None:
    campaign = gold_campaign(unit=Unit.PAIRS)
    for member in crew(campaign, 2):
        found = places(work_off(member, n), "gold")
        assert [(place - 1) // 4 for place in found] == [0, 1, 2, 3, 4]


def test_gold_pairs_never_vote_and_take_nothing_from_the_regular_ones() -> None:
    campaign = gold_campaign()
    [member] = crew(campaign, 1)
    work_off(member)
    assert Judgment.objects.filter(campaign_pair__kind="gold").exists()
    votes = Judgment.objects.votes()
    assert set(votes.values_list("campaign_pair__kind", flat=True)) == {"regular"}
    assert votes.count() == 19


def test_gold_pairs_come_in_another_order_to_each() -> None:
    count_ids_from_one()  # on which the orders rest: by chance, three are the same
    campaign = gold_campaign()
    orders = {
        tuple(one.name for one in work_off(member) if one.pair.kind == "gold")
        for member in crew(campaign, 3)
    }
    assert len(orders) > 1


def test_without_a_rhythm_no_gold_pair_comes() -> None:
    campaign = small_campaign(2, 4, marks={1: GOLD})
    [member] = crew(campaign, 1)
    assert len(work_off(member)) == 7


# Repeats


@pytest.mark.parametrize("unit", Unit)
@in_hand
def test_repeats_come_once_each_and_no_sooner_than_asked(unit: Unit, n: int) -> None:
    campaign = small_campaign(5, 4, unit=unit, repeat_every=4, repeat_after=6)
    [member] = crew(campaign, 1)
    served = work_off(member, n)
    first = {one.pair.pk: i for i, one in enumerate(served) if not one.ticket.occasion}
    again = {one.pair.pk: i for i, one in enumerate(served) if one.ticket.occasion}
    assert len(first) == 20
    assert 3 <= len(again) == kinds(served).count("repeat")
    assert min(later - first[pair] for pair, later in again.items()) >= 6


def test_repeats_never_vote_and_free_no_slot() -> None:
    campaign = small_campaign(3, 4, k=1, repeat_every=3, repeat_after=2)
    [member] = crew(campaign, 1)
    served = work_off(member, grade=lambda one: 5 if one.ticket.occasion else 2)
    assert "repeat" in kinds(served)
    votes = Judgment.objects.votes().values_list("grade__value", "occasion")
    assert list(votes) == [(2, 0)] * 12


def test_a_repeat_takes_nothing_off_the_quota() -> None:
    campaign = small_campaign(5, 4, repeat_every=3, repeat_after=2)
    [member] = crew(campaign, 1, quota=9)
    served = work_off(member, n=5)
    assert sum(not one.ticket.occasion for one in served) == 9
    assert any(one.ticket.occasion for one in served)


def test_what_was_not_judged_or_taken_back_is_not_repeated() -> None:
    campaign = small_campaign(2, 3, k=1, unit=Unit.PAIRS, repeat_every=1, repeat_after=1)
    [member] = crew(campaign, 1)
    [blank] = serve(member)
    answer(member, blank, None)
    [undone] = serve(member)
    given = answer(member, undone).judgment
    undo_judgment(membership=fresh(member), judgment_id=given.pk, client_key=uuid4())
    served = work_off(member)
    assert all(one.pair != blank.pair for one in served)


@pytest.mark.parametrize("text", ["A passage.", "", None])
def test_what_was_recorded_elsewhere_is_not_repeated(text: str | None) -> None:
    """Its position is one in another stream, and its text may not be here."""
    campaign = small_campaign(1, 4, k=2, repeat_every=1, repeat_after=1)
    [member] = crew(campaign, 1)
    pair = campaign.pairs.order_by("pk")[0]
    passage = pair.pair.passage
    type(passage).objects.filter(pk=passage.pk).update(title="Trees", text=text)
    store_answer(member, pair, cause=Cause.IMPORTED, position=1)
    assert pair not in {one.pair for one in work_off(member)}


def test_a_repeat_answers_with_its_own_ticket_and_leaves_the_first_look_alone() -> None:
    campaign = small_campaign(1, 6, k=1, repeat_every=2, repeat_after=1)
    [member] = crew(campaign, 1)
    served = work_off(member, grade=2)
    repeat = next(one for one in served if one.ticket.occasion)
    answer(member, repeat, 5)
    looks = Judgment.objects.live().filter(campaign_pair=repeat.pair)
    assert dict(looks.values_list("occasion", "grade__value")) == {0: 2, 1: 5}


# The pilot


def piloted(unit: Unit = Unit.TOPICS, n: int = 3) -> Campaign:
    campaign = small_campaign(4, 3, k=2, unit=unit, state=CampaignState.DRAFT)
    draw_pilot(campaign=campaign, n=n)
    Campaign.objects.filter(pk=campaign.pk).update(state=CampaignState.PILOT)
    return campaign


@pytest.mark.parametrize("unit", Unit)
def test_a_pilot_hands_out_its_pairs_alone_and_to_everyone(unit: Unit) -> None:
    campaign = piloted(unit)
    for member in crew(campaign, 4):
        served = work_off(member, n=5)
        assert [one.pair.in_pilot for one in served] == [True] * 3
        assert nothing_for(member) == Nothing.FINISHED
    assert Judgment.objects.votes().count() == 12


@in_hand
def test_a_pilot_of_whole_topics_goes_topic_by_topic_in_each_assessors_order(n: int) -> None:
    campaign = piloted(n=12)
    orders = [topics(work_off(member, n)) for member in crew(campaign, 5)]
    assert [sorted(order) for order in orders] == [["q0", "q1", "q2", "q3"]] * 5
    assert len({tuple(order) for order in orders}) > 1


def test_a_pilot_topic_goes_on_after_an_undone_answer() -> None:
    campaign = piloted(n=12)
    [member] = crew(campaign, 1)
    done = work_off(member, n=5, most=4)
    last = Judgment.objects.live().latest("created_at")
    undo_judgment(membership=fresh(member), judgment_id=last.pk, client_key=uuid4())
    assert len(topics([*done[:-1], *work_off(member, n=5)])) == 4


def test_after_the_pilot_its_pairs_come_to_anyone_who_had_none_of_it() -> None:
    campaign = piloted()
    early, late = crew(campaign, 2)
    work_off(early)
    Campaign.objects.filter(pk=campaign.pk).update(state=CampaignState.OPEN)
    assert kinds(work_off(early)).count("overlap") == 0
    assert kinds(work_off(late)).count("overlap") == 3


def test_what_was_in_hand_before_a_pilot_is_not_served_in_it() -> None:
    campaign = small_campaign(4, 3, k=2)
    [member] = crew(campaign, 1, kind=AssessorKind.SIMULATED)
    held = serve(member, 2)
    set_campaign_state(campaign=campaign, state=CampaignState.PAUSED)
    draw_pilot(campaign=campaign, n=3)
    set_campaign_state(campaign=campaign, state=CampaignState.PILOT)
    assert {one.pair.in_pilot for one in serve(member, 5)} == {True}
    assert answer(member, held[0]).status == "vote"


@pytest.mark.parametrize("grade", [3, None])
def test_a_late_answer_to_what_became_a_pilot_pair_is_one_of_the_pilot(grade: int | None) -> None:
    campaign = small_campaign(1, 3, k=2)
    late, other = crew(campaign, 2, kind=AssessorKind.SIMULATED)
    [served] = serve(late)
    expire()
    release_leases()
    set_campaign_state(campaign=campaign, state=CampaignState.PAUSED)
    draw_pilot(campaign=campaign, n=3)
    set_campaign_state(campaign=campaign, state=CampaignState.PILOT)
    assert answer(late, served, grade).status == ("vote" if grade else "not_judged")
    assert served.pair not in {one.pair for one in work_off(late)}
    assert len(work_off(other)) == 3
    votes = Judgment.objects.votes().filter(campaign_pair=served.pair)
    assert votes.count() == (2 if grade else 1)


# Personal slots


def one_personal(kind: str) -> tuple[Membership, Served]:
    marks = {0: OVERLAP if kind == "overlap" else GOLD}
    unit = Unit.PAIRS
    campaign = small_campaign(4, 1, k=1, marks=marks, unit=unit, gold_every=1, overlap_every=1)
    [member] = crew(campaign, 1)
    [served] = serve(member)
    assert served.pair.kind == kind
    return member, served


@pytest.mark.parametrize("kind", ["overlap", "gold"])
def test_a_personal_slot_goes_when_its_lease_is_up(kind: str) -> None:
    _, served = one_personal(kind)
    expire()
    assert release_leases() == 1
    assert not Slot.objects.filter(campaign_pair=served.pair).exists()


@pytest.mark.parametrize("kind", ["overlap", "gold"])
@pytest.mark.parametrize("is_served_again", [True, False])
def test_a_late_answer_to_a_personal_slot_is_kept(kind: str, is_served_again: bool) -> None:
    member, served = one_personal(kind)
    expire()
    release_leases()
    while is_served_again and (again := serve(member)[0]).pair != served.pair:
        answer(member, again)
    recorded = answer(member, served, 2)
    assert recorded.status == "vote"
    assert Slot.objects.get(campaign_pair=served.pair).judgment == recorded.judgment


def test_a_personal_slot_is_nobody_elses() -> None:
    member, _ = one_personal("gold")
    expire()
    other = crew(member.campaign, 1)[0]
    serve(other)
    assert Slot.objects.filter(judgment=None, order_key=None).count() == 2


def test_a_personal_answer_without_a_grade_is_no_reason_to_ask_again() -> None:
    member, served = one_personal("gold")
    answer(member, served, None)
    assert all(one.pair != served.pair for one in work_off(member))


def test_a_rejected_answer_of_the_qualification_round_adds_nothing_to_the_quota() -> None:
    """It took nothing off it either."""
    marks = {0: Mark(PairKind.QUALIFICATION, grade=3)}
    campaign = small_campaign(2, 4, marks=marks, campaign={"pass_share": 1.0})
    [member] = crew(campaign, 1, quota=3, qualified_at="2020-01-01T00:00Z")
    qualifying = campaign.pairs.get(kind=PairKind.QUALIFICATION)
    store_answer(member, qualifying, is_surplus=True, cause=Cause.REJECTED)
    assert len(work_off(member)) == 3
