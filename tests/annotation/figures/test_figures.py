"""The figures of a small campaign, counted by hand."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from annotation.figures.counting import campaign_figures
from annotation.figures.figure import Cell, Figure
from annotation.figures.rows import FIGURES
from annotation.models import (
    AssessorKind,
    Campaign,
    CampaignPair,
    Cause,
    LabelSet,
    PairKind,
)
from annotation.people.memberships import Work, withdraw_member
from tests.annotation.stored_answers import store_answer
from tests.annotation.voting import cast_votes, member_named, pair_of, voted_campaign
from tests.factories import (
    QUERIES,
    make_campaign,
    make_collection,
    make_labels,
    make_pool,
    make_topics,
)

pytestmark = pytest.mark.django_db

BALLOTS: dict[tuple[str, str], dict[str, int | None]] = {
    ("q1", "d1"): {"alice": 4, "bob": 3},
    ("q1", "d2"): {"alice": 5, "bob": None},
    ("q2", "d3"): {"alice": 1},
}
Q1, Q2 = QUERIES["q1"], QUERIES["q2"]


@pytest.fixture
def campaign(db: None) -> Campaign:
    return voted_campaign(BALLOTS)


@pytest.fixture
def strict(campaign: Campaign) -> LabelSet:
    """It keeps the first topic."""
    pool = campaign.pool
    relevances = {"q1": {"d1": 1, "d2": 1, "d3": 0}}
    return make_labels("strict", pool.collection, pool.topic_set, relevances)


def rows(campaign: Campaign, name: str, *labels: LabelSet) -> list[list[Cell]]:
    [figure] = campaign_figures(campaign, labels, [name])
    return [list(row) for row in figure.rows]


@pytest.mark.parametrize(
    ("name", "counted"),
    [
        ("topics-by-assessors", [[1, 1, 1, 0], [2, 2, 1, 1]]),
        ("assessors-by-topics", [[1, 1, 1, 2], [2, 2, 1, 0]]),
        ("assessors-by-judgments", [[1, 1, 1, 1], [2, 2, 0, 1], [3, 3, 1, 0]]),
        ("query-lengths", [[4, 4, 1, 0], [5, 5, 1, 1]]),
        ("fine-answer-types", [["DESC", "desc", 1, 0], ["NUM", "period", 1, 1]]),
        ("passage-lengths", [[2, 2, 2, 0, 1], [3, 3, 4, 2, 0]]),
        ("topics-by-relevant", [[2, 2, 1]]),
        ("shared-topics-by-relevant", [[2, 2, 1]]),
        ("relevant-by-topic", [["q1", Q1, 2]]),
    ],
)
def test_figures_stand_for_all_topics_and_those_kept(
    name: str, counted: list[list[Cell]], campaign: Campaign, strict: LabelSet
) -> None:
    assert rows(campaign, name, strict) == counted


def test_topics_stand_by_their_mean_grade(campaign: Campaign) -> None:
    [figure] = campaign_figures(campaign, [], ["grades-by-topic"])
    shown = [column.name for column in figure.columns[2:]]
    assert shown == ["mean grade", "1", "2", "3", "4", "5", "not judged"]
    assert figure.rows == [["q1", Q1, 4.0, 0, 0, 1, 1, 1, 1], ["q2", Q2, 1.0, 1, 0, 0, 0, 0, 0]]


def test_levels_of_english_are_of_those_who_judged(campaign: Campaign, strict: LabelSet) -> None:
    member_named(campaign, "nobody")
    campaign.memberships.filter(pseudonym="P-bob").update(english_level="native")
    counted = {row[0]: row[1:] for row in rows(campaign, "english-levels", strict)}
    assert counted == {
        "Basic": [0, 0],
        "Intermediate": [0, 0],
        "Advanced": [0, 0],
        "Native": [1, 1],
        "not stated": [1, 1],
    }


def test_models_and_gold_pairs_are_not_counted(campaign: Campaign) -> None:
    before = campaign_figures(campaign, [])
    cast_votes(campaign, {("q2", "d1"): {"llm": 5}}, AssessorKind.MODEL)
    assert campaign_figures(campaign, []) == before
    gold = pair_of(campaign, "q2", "d2")
    gold.slots.all().delete()
    CampaignPair.objects.filter(pk=gold.pk).update(kind=PairKind.GOLD, wanted=None)
    assert rows(campaign, "passage-lengths") == [[2, 2, 2], [3, 3, 3]]


def test_repeats_surplus_and_rejected_answers_are_not_counted(campaign: Campaign) -> None:
    before = campaign_figures(campaign, [])
    alice, carol = member_named(campaign, "alice"), member_named(campaign, "carol")
    store_answer(alice, pair_of(campaign, "q1", "d1"), 1, occasion=1)
    store_answer(carol, pair_of(campaign, "q1", "d1"), 1, is_surplus=True)
    store_answer(carol, pair_of(campaign, "q2", "d1"), 1, is_surplus=True, cause=Cause.REJECTED)
    assert campaign_figures(campaign, []) == before


def test_work_that_was_withdrawn_is_in_no_figure(campaign: Campaign) -> None:
    bob = member_named(campaign, "bob")
    withdraw_member(membership=bob, work=Work.DROP)
    assert rows(campaign, "topics-by-assessors") == [[1, 1, 2]]
    assert rows(campaign, "assessors-by-topics") == [[2, 2, 1]]
    assert rows(campaign, "english-levels")[-1] == ["not stated", 1]
    assert rows(campaign, "grades-by-topic")[0][3:] == [0, 0, 0, 1, 1, 0]


def test_topics_that_nobody_judged_have_no_assessors(campaign: Campaign) -> None:
    for name in ("alice", "bob"):
        withdraw_member(membership=member_named(campaign, name), work=Work.DROP)
    assert rows(campaign, "topics-by-assessors") == [[0, 0, 2]]
    assert rows(campaign, "grades-by-topic") == rows(campaign, "assessors-by-topics") == []


def test_labels_of_pairs_elsewhere_count_as_relevant_and_in_no_length(db: None) -> None:
    """One relevant passage of q1 is in no pair of the campaign; d0 has no text."""
    texts = {"d0": None, "d1": "Spruces live long.", "d2": "Firs have cones."}
    pool = make_pool(collection=make_collection(texts=texts), topic_set=make_topics())
    pool.pairs.filter(passage__doc_id="d2").delete()
    relevances = {"q1": {"d1": 1, "d2": 1}, "q2": {"d0": 0}}
    labels = make_labels("labels", pool.collection, pool.topic_set, relevances)
    campaign = make_campaign(pool=pool)
    assert rows(campaign, "topics-by-relevant", labels) == [[0, 0, 1], [1, 1, 0], [2, 2, 1]]
    assert rows(campaign, "passage-lengths", labels) == [[3, 3, 2, 1, 0]]
    assert rows(campaign, "passage-length-means", labels) == [
        ["all", 2, 3, 3.0, 3.0, 3],
        ["labels: relevant", 1, 3, 3.0, 3.0, 3],
        ["labels: not relevant", 0, None, None, None, None],
    ]


def test_every_row_has_a_cell_for_every_column(campaign: Campaign, strict: LabelSet) -> None:
    for sets in ([], [strict]):
        figures = campaign_figures(campaign, sets)
        assert [figure.name for figure in figures] == list(FIGURES)
        assert all(_is_whole(figure) for figure in figures)


def test_a_campaign_without_pairs_has_empty_figures(db: None) -> None:
    pool = make_pool(collection=make_collection(texts={}), topic_set=make_topics())
    figures = {one.name: one.rows for one in campaign_figures(make_campaign(pool=pool), [])}
    assert {name for name, found in figures.items() if found} == {
        "english-levels",
        "answer-types",
        "passage-length-means",
    }


@pytest.mark.parametrize("n", [2, 30])
def test_more_topics_and_passages_take_no_more_queries(
    n: int, db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    texts = {f"d{i}": f"Passage number {i}." for i in range(n)}
    queries = {f"q{i}": f"what is number {i}" for i in range(n)}
    topics, collection = make_topics(queries=queries), make_collection(texts=texts)
    campaign = make_campaign(pool=make_pool(collection=collection, topic_set=topics))
    cast_votes(campaign, {(f"q{i}", f"d{i}"): {"alice": 1, "bob": 2} for i in range(n)})
    labels = make_labels("labels", collection, topics, {q: {"d1": 1} for q in queries})
    with django_assert_num_queries(9):
        campaign_figures(campaign, [labels])


def _is_whole(figure: Figure) -> bool:
    return {len(row) for row in figure.rows} <= {len(figure.columns)}
