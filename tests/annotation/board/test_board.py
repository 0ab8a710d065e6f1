from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from annotation.board.assessors import AssessorProgress
from annotation.board.board import Board, GroupRow, campaign_board
from annotation.board.counts import AssessorCount, assessor_counts
from annotation.models import Campaign, CampaignPair, Cause, Membership, PairKind, Reason
from annotation.pools.pairs import add_slots
from tests.annotation.stored_answers import assessors, store_answer
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    """Two topics of three pairs that want two judgments each."""
    return make_campaign(judgments_per_pair=2)


@pytest.fixture
def pairs(campaign: Campaign) -> list[CampaignPair]:
    return list(campaign.pairs.order_by("pk"))


@pytest.fixture
def alice(campaign: Campaign) -> Membership:
    return assessors(campaign, 1)[0]  # P-1


@pytest.fixture
def bob(alice: Membership) -> Membership:
    return assessors(alice.campaign, 1)[0]  # P-2


def set_apart(pair: CampaignPair, kind: PairKind, *, in_pilot: bool = False) -> CampaignPair:
    pair.slots.all().delete()
    pair.kind, pair.wanted, pair.in_pilot = kind, None, in_pilot
    pair.save()
    return pair


def assessor(board: Board, pseudonym: str) -> AssessorProgress:
    return next(row for row in board.assessors if row.pseudonym == pseudonym)


def n_of_grades(board: Board) -> dict[int, int]:
    return {grade.value: grade.n for grade in board.grades if grade.n}


def test_regular_pairs_are_counted_with_what_they_want(
    campaign: Campaign, pairs: list[CampaignPair], alice: Membership
) -> None:
    store_answer(alice, pairs[0])
    totals = campaign_board(campaign).totals
    assert (totals.pairs.regular, totals.n_wanted, totals.n_votes) == (6, 12, 1)


def test_pairs_of_other_kinds_stand_apart(
    campaign: Campaign, pairs: list[CampaignPair], alice: Membership, bob: Membership
) -> None:
    overlap = set_apart(pairs[0], PairKind.OVERLAP)
    pilot = set_apart(pairs[1], PairKind.OVERLAP, in_pilot=True)
    gold = set_apart(pairs[2], PairKind.GOLD)
    qualification = set_apart(pairs[3], PairKind.QUALIFICATION)
    for member in (alice, bob):
        for pair in (overlap, pilot, gold, qualification, pairs[4]):
            store_answer(member, pair)
    totals = campaign_board(campaign).totals
    assert (totals.n_wanted, totals.n_votes, totals.n_overlap_votes) == (4, 2, 4)
    assert totals.pairs == (2, 1, 1, 1, 1)
    assert sum(totals.pairs) == campaign.pairs.count()
    assert totals.n_surplus == 0


def test_repeats_and_what_was_rejected_are_no_votes(
    campaign: Campaign, pairs: list[CampaignPair], alice: Membership, bob: Membership
) -> None:
    store_answer(alice, pairs[0])
    store_answer(alice, pairs[0], occasion=1)
    store_answer(bob, pairs[0], is_surplus=True, cause=Cause.REJECTED)
    assert campaign.slots.filter(order_key__isnull=True).count() == 1
    board = campaign_board(campaign)
    assert (board.totals.n_votes, board.totals.n_surplus) == (1, 0)
    assert (assessor(board, "P-1").n_judged, assessor(board, "P-2").n_judged) == (1, 0)
    assert n_of_grades(board) == {3: 1}


def test_what_is_taken_back_is_gone(
    campaign: Campaign, pairs: list[CampaignPair], alice: Membership
) -> None:
    store_answer(alice, pairs[0], None, reason_not_judged=Reason.RETRACTED, cause=Cause.UNDONE)
    board = campaign_board(campaign)
    assert (board.totals.n_pairs_not_judged, assessor(board, "P-1").n_not_judged) == (0, 0)


def test_surplus_grades_are_counted(
    campaign: Campaign, pairs: list[CampaignPair], alice: Membership
) -> None:
    store_answer(alice, pairs[0], is_surplus=True)
    store_answer(alice, set_apart(pairs[1], PairKind.OVERLAP))
    totals = campaign_board(campaign).totals
    assert (totals.n_votes, totals.n_surplus) == (0, 1)


def test_extra_judgments_are_told_from_the_others(
    campaign: Campaign, pairs: list[CampaignPair]
) -> None:
    campaign.pairs.filter(pk=pairs[0].pk).update(wanted=4)
    add_slots(campaign=campaign, numbers=[(pairs[0], range(3, 5))])
    totals = campaign_board(campaign).totals
    assert (totals.n_wanted, totals.n_further) == (14, 2)


def test_pairs_that_too_many_could_not_judge_wait(
    campaign: Campaign, pairs: list[CampaignPair], alice: Membership, bob: Membership
) -> None:
    store_answer(alice, pairs[0], None)
    store_answer(alice, pairs[1], None)
    store_answer(bob, pairs[1], None)
    totals = campaign_board(campaign).totals
    assert (totals.n_pairs_not_judged, totals.n_waiting_for_adjudication) == (2, 1)
    assert (totals.n_set_aside, totals.n_left) == (2, 10)


def test_a_pair_that_has_all_it_wants_waits_for_nobody(
    campaign: Campaign, pairs: list[CampaignPair], alice: Membership, bob: Membership
) -> None:
    for member, grade in zip(assessors(campaign, 4), (None, None, 3, 4), strict=True):
        store_answer(member, pairs[0], grade)
    totals = campaign_board(campaign).totals
    assert (totals.n_pairs_not_judged, totals.n_waiting_for_adjudication) == (1, 0)


def test_gold_pairs_that_could_not_be_judged_stand_apart(
    campaign: Campaign, pairs: list[CampaignPair], alice: Membership, bob: Membership
) -> None:
    for kind, pair in zip((PairKind.GOLD, PairKind.OVERLAP), pairs, strict=False):
        store_answer(alice, set_apart(pair, kind), None)
        store_answer(bob, pair, None)
    board = campaign_board(campaign)
    assert board.totals.n_pairs_not_judged == 1
    [topic] = board.details.topics
    assert (topic.n_pairs_not_judged, [blank.n for blank in topic.blanks]) == (1, [2])


def test_topics_have_what_is_theirs_alone(
    campaign: Campaign, pairs: list[CampaignPair], alice: Membership, bob: Membership
) -> None:
    """Two judgments and an overlap pair do not multiply each other's counts."""
    set_apart(pairs[1], PairKind.OVERLAP)
    set_apart(pairs[2], PairKind.OVERLAP, in_pilot=True)
    set_apart(pairs[5], PairKind.GOLD)
    for member in (alice, bob):
        store_answer(member, pairs[0])
    rows = [row[:1] + row[2:] for row in campaign_board(campaign).topics]
    assert rows == [("q1", 1, 2, 2, 0, 2, 1), ("q2", 2, 4, 0, 4, 0, 0)]


def test_a_topic_of_gold_pairs_alone_is_not_listed(
    campaign: Campaign, pairs: list[CampaignPair]
) -> None:
    for pair in pairs[:3]:
        set_apart(pair, PairKind.GOLD)
    assert [row.query_id for row in campaign_board(campaign).topics] == ["q2"]


def test_an_assessor_is_shown_by_first_looks_outside_the_qualification_round(
    campaign: Campaign, pairs: list[CampaignPair], alice: Membership
) -> None:
    qualification = [set_apart(pair, PairKind.QUALIFICATION) for pair in pairs[:2]]
    store_answer(alice, qualification[0])
    store_answer(alice, qualification[1], None)
    store_answer(alice, pairs[2])
    store_answer(alice, pairs[3], None)
    row = assessor(campaign_board(campaign), "P-1")
    assert (row.n_judged, row.n_not_judged) == (1, 1)


def test_times_leave_out_the_qualification_round(
    campaign: Campaign, pairs: list[CampaignPair], alice: Membership
) -> None:
    day = datetime(2024, 5, 1, tzinfo=UTC)
    round_began = timezone.now()
    for pair in pairs[:5]:
        store_answer(alice, pair, created_at=day, active_ms=1000)
    qualification = set_apart(pairs[5], PairKind.QUALIFICATION)
    store_answer(alice, qualification, created_at=round_began, active_ms=90_000)
    row = assessor(campaign_board(campaign), "P-1")
    assert (row.median_active_ms, row.per_active_hour) == (1000.0, 3600.0)
    assert (row.last_active_at, row.last_seen_at, row.is_active) == (day, round_began, True)


def test_time_is_reported(campaign: Campaign, pairs: list[CampaignPair], alice: Membership) -> None:
    times = [datetime(2024, 5, day, tzinfo=UTC) for day in (1, 2, 3)]
    for pair, at, active_ms in zip(pairs[:3], times, (1000, 2000, 9000), strict=True):
        store_answer(alice, pair, created_at=at, active_ms=active_ms)
    row = assessor(campaign_board(campaign), "P-1")
    assert (row.median_active_ms, row.last_active_at) == (2000.0, times[-1])


def test_who_judged_most_comes_first(
    campaign: Campaign, pairs: list[CampaignPair], alice: Membership, bob: Membership
) -> None:
    store_answer(bob, pairs[0])
    assert [row.pseudonym for row in campaign_board(campaign).assessors] == ["P-2", "P-1"]


def test_quotas_are_own_or_the_campaigns(campaign: Campaign, alice: Membership) -> None:
    Campaign.objects.update(quota=10)
    assessors(campaign, 1, quota=4)
    board = campaign_board(Campaign.objects.get())
    assert [assessor(board, name).quota for name in ("P-1", "P-2")] == [10, 4]


def test_who_stopped_is_marked(campaign: Campaign) -> None:
    assessors(campaign, 1, suspended_at=timezone.now())
    assessors(campaign, 1, withdrawn_at=timezone.now())
    board = campaign_board(campaign)
    rows = [assessor(board, name) for name in ("P-1", "P-2")]
    assert [(row.is_suspended, row.is_withdrawn) for row in rows] == [(True, False), (False, True)]


@pytest.mark.parametrize(
    ("pass_share", "is_qualified"), [(None, [None, None]), (0.5, [False, True])]
)
def test_who_is_qualified_is_reported_where_one_must_be(
    pass_share: float | None, is_qualified: list[bool | None], campaign: Campaign
) -> None:
    campaign.pass_share = pass_share
    assessors(campaign, 1)
    assessors(campaign, 1, qualified_at=timezone.now())
    board = campaign_board(campaign)
    assert [assessor(board, name).is_qualified for name in ("P-1", "P-2")] == is_qualified


def test_grades_are_of_regular_and_overlap_pairs(
    campaign: Campaign, pairs: list[CampaignPair], alice: Membership
) -> None:
    store_answer(alice, pairs[0], 1)
    store_answer(alice, set_apart(pairs[1], PairKind.OVERLAP), 2)
    store_answer(alice, set_apart(pairs[2], PairKind.GOLD), 3)
    store_answer(alice, set_apart(pairs[3], PairKind.QUALIFICATION), 4)
    assert n_of_grades(campaign_board(campaign)) == {1: 1, 2: 1}


def test_the_most_frequent_group_is_of_finished_pairs(
    campaign: Campaign, pairs: list[CampaignPair], alice: Membership, bob: Membership
) -> None:
    [carol] = assessors(campaign, 1)
    for first, second, pair in (
        (bob, alice, pairs[0]),
        (alice, bob, pairs[1]),
        (alice, carol, pairs[2]),
    ):
        store_answer(first, pair)
        store_answer(second, pair)
    store_answer(alice, pairs[3])
    group = campaign_board(campaign).most_frequent_group
    assert group == GroupRow(["P-1", "P-2"], 2, 2 / 3)


def test_a_pair_that_lacks_judgments_makes_no_group() -> None:
    other = make_campaign("other", judgments_per_pair=3)
    for member in assessors(other, 2):
        store_answer(member, other.pairs.all()[0])
    assert campaign_board(other).most_frequent_group is None


def test_repeats_do_not_finish_a_pair(
    campaign: Campaign, pairs: list[CampaignPair], alice: Membership
) -> None:
    store_answer(alice, pairs[0])
    store_answer(alice, pairs[0], occasion=1)
    assert campaign_board(campaign).most_frequent_group is None


def test_an_empty_campaign_has_an_empty_board(campaign: Campaign) -> None:
    board = campaign_board(campaign)
    assert (board.totals.n_votes, board.assessors, board.most_frequent_group) == (0, [], None)
    assert n_of_grades(board) == {}


@pytest.mark.parametrize("n", [2, 50])
def test_it_costs_the_same_for_many_assessors(
    n: int,
    campaign: Campaign,
    pairs: list[CampaignPair],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for member in assessors(campaign, n):
        store_answer(member, set_apart(pairs[0], PairKind.OVERLAP))
    with django_assert_num_queries(34):
        campaign_board(campaign)


@pytest.mark.django_db(transaction=True)
def test_a_vote_that_comes_amid_the_counting_is_no_surplus(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Counts taken after the vote are of the same snapshot as those taken before."""
    campaign = make_campaign()
    [member] = assessors(campaign, 1)
    pair = campaign.pairs.order_by("pk")[0]

    def vote() -> None:
        try:
            store_answer(member, pair)
        finally:
            connection.close()

    def late_counts(of: Campaign) -> dict[int, AssessorCount]:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(vote).result()
        return assessor_counts(of)

    monkeypatch.setattr("annotation.board.board.assessor_counts", late_counts)
    totals = campaign_board(campaign).totals
    assert (totals.n_votes, totals.n_surplus) == (0, 0)
    monkeypatch.undo()
    assert campaign_board(campaign).totals.n_votes == 1
