from __future__ import annotations

import math
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.models import Campaign, CampaignPair, Judgment, PairKind, Reason
from annotation.votes.stored import stored_votes
from regrade.votes.vote import Vote
from tests.annotation.answering import judge
from tests.annotation.assessing import crew, small_campaign, work_off
from tests.annotation.importing import campaign_for_imports, importer
from tests.annotation.voting import cast_votes, member_named, pair_of, voted_campaign
from tests.factories import make_campaign, make_collection, make_pool, make_topics

pytestmark = pytest.mark.django_db


def rows(campaign: Campaign) -> list[Vote]:
    """The stored votes as rows, by topic, passage and assessor."""
    votes = stored_votes(campaign).packed
    topics, passages = votes.pair_topics[votes.pairs], votes.passages[votes.pairs]
    columns = (topics.tolist(), passages.tolist(), votes.voters.tolist(), votes.grades.tolist())
    return [
        Vote(
            votes.topics[topic],
            passage,
            votes.assessors[voter],
            None if math.isnan(grade) else int(grade),
        )
        for topic, passage, voter, grade in sorted(zip(*columns, strict=True))
    ]


def test_stored_votes_are_sorted_rows_graded_or_not() -> None:
    campaign = voted_campaign(
        {
            ("q2", "d1"): {"bob": 2},
            ("q1", "d3"): {"bob": None, "alice": 4},
            ("q1", "d1"): {"bob": 1},
        }
    )
    assert rows(campaign) == [
        Vote("q1", 0, "P-bob", 1),
        Vote("q1", 2, "P-alice", 4),
        Vote("q1", 2, "P-bob", None),
        Vote("q2", 0, "P-bob", 2),
    ]


def test_stored_votes_of_a_campaign_without_judgments_are_none() -> None:
    assert rows(voted_campaign({})) == []


def test_stored_votes_take_the_last_word_of_an_assessor() -> None:
    campaign = voted_campaign({("q1", "d1"): {"alice": 1}})
    cast_votes(campaign, {("q1", "d1"): {"alice": 5}})
    assert [vote.grade for vote in rows(campaign)] == [5]


def test_stored_votes_leave_out_retracted_rows() -> None:
    campaign = voted_campaign({("q1", "d1"): {"alice": 1}})
    pair, alice = pair_of(campaign, "q1", "d1"), member_named(campaign, "alice")
    judge(alice, pair, None, reason_not_judged=Reason.RETRACTED)
    assert rows(campaign) == []


def test_stored_votes_leave_out_surplus() -> None:
    campaign = voted_campaign({("q1", "d1"): {"alice": 1, "bob": 2}}, judgments_per_pair=1)
    assert [vote.assessor for vote in rows(campaign)] == ["P-alice"]


def test_stored_votes_are_the_rows_that_are_recorded() -> None:
    """An overlap pair's votes need no slot; a regular pair's do, but for those without a grade."""
    campaign = voted_campaign(
        {
            ("q1", "d1"): {"alice": 1, "bob": 2, "carol": None},
            ("q1", "d2"): {"alice": 3, "bob": 4},
        },
        judgments_per_pair=1,
    )
    overlap = CampaignPair.objects.filter(pk=pair_of(campaign, "q1", "d2").pk)
    overlap.update(kind=PairKind.OVERLAP, wanted=None)
    recorded = Judgment.objects.recorded().filter(campaign_pair__campaign=campaign)
    found = recorded.values_list("assessor__pseudonym", "grade__value")
    assert sorted((vote.assessor, vote.grade or 0) for vote in rows(campaign)) == sorted(
        (pseudonym, grade or 0) for pseudonym, grade in found
    )
    assert len(rows(campaign)) == 4


def test_stored_votes_leave_out_gold_and_repeats() -> None:
    campaign = voted_campaign({("q1", "d1"): {"alice": 1}, ("q1", "d2"): {"alice": 2}})
    CampaignPair.objects.filter(pk=pair_of(campaign, "q1", "d2").pk).update(
        kind=PairKind.GOLD, wanted=None
    )
    Judgment.objects.create(
        campaign_pair=pair_of(campaign, "q1", "d1"),
        assessor=member_named(campaign, "alice"),
        occasion=1,
        grade=campaign.grades.get(value=5),
        created_at=timezone.now(),
    )
    assert rows(campaign) == [Vote("q1", 0, "P-alice", 1)]


def test_stored_votes_of_another_campaign_are_not_read() -> None:
    campaign = voted_campaign({("q1", "d1"): {"alice": 1}})
    other = make_campaign("other", campaign.pool)
    assert rows(other) == []


@pytest.mark.parametrize("n_pairs", [2, 50])
def test_stored_votes_take_five_queries(n_pairs: int) -> None:
    campaign = wide_campaign(n_pairs)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert len(rows(campaign)) == n_pairs
    assert len(queries) == 5  # votes, pairs, topics, assessors, grades


def wide_campaign(n_pairs: int) -> Campaign:
    collection = make_collection(texts={f"d{i}": "…" for i in range(n_pairs)})
    pool = make_pool(collection=collection, topic_set=make_topics(queries={"q1": "?"}))
    return cast_votes(
        make_campaign(pool=pool), {("q1", f"d{i}"): {"alice": 3} for i in range(n_pairs)}
    )


def test_further_votes_are_those_that_were_asked_for_where_grades_disagreed() -> None:
    campaign = small_campaign(1, 2, k=2, extra_judgments=1)
    grades = {"P-0": 1, "P-1": 5, "P-2": 4}
    for member in crew(campaign, 3):
        work_off(member, grade=grades[member.pseudonym])
    votes = stored_votes(campaign)
    assert len(votes.packed.pairs) == 6
    assert sorted(votes.from_the_start().packed.grades) == [1, 1, 5, 5]


def test_votes_recorded_elsewhere_are_no_further_ones(tmp_path: Path) -> None:
    """A campaign of one judgment a pair takes the many that somebody recorded."""
    campaign = campaign_for_imports()
    Campaign.objects.update(judgments_per_pair=1)
    importer(campaign, tmp_path)(*(f"q1 d1 {name} {n}" for n, name in enumerate("abc", start=1)))
    assert sorted(stored_votes(campaign).from_the_start().packed.grades) == [1, 2, 3]
