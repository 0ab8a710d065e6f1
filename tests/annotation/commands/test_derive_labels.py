from __future__ import annotations

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from annotation.models import AssessorKind, Campaign, LabelSet
from tests.annotation.voting import cast_votes, voted_campaign
from tests.factories import make_labels
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    campaign = voted_campaign(
        {
            ("q1", "d1"): {"alice": 4, "bob": 3, "carol": 1},
            ("q1", "d2"): {"alice": 5, "bob": 2},
            ("q1", "d3"): {"alice": 1, "bob": None},
            ("q2", "d1"): {"alice": None, "bob": 1},
        }
    )
    pool = campaign.pool
    make_labels("old", pool.collection, pool.topic_set, {"q1": {"d2": 1}, "q2": {"d1": 1}})
    return campaign


def derive(*arguments: str, name: str = "new") -> str:
    out = StringIO()
    call_command("derive_labels", name, "--campaign", "campaign", *arguments, stdout=out)
    return out.getvalue()


def table(out: str) -> dict[str, list[str]]:
    """The numbers of each step by its words."""
    rows = (re.split(r"\s{2,}", row.strip()) for row in out.splitlines() if row.strip())
    return {row[0]: row[1:] for row in rows if len(row) == 7 and row[1] != "-----------"}


def counts(out: str) -> dict[str, int]:
    rows = (row.split(maxsplit=1) for row in out.partition("Result:")[2].strip().splitlines())
    return {words: int(number) for number, words in rows}


def test_derive_labels_prints_what_each_step_removed_and_left(campaign: Campaign) -> None:
    out = derive(
        *("--aggregate", "majority", "--threshold", "3", "--fallback", "old"),
        *("--max-blank-share", "0.5", "--min-assessors", "2", "--require-fallback-relevant"),
    )
    # columns: judgments, pairs and topics removed; judgments, pairs and topics left
    assert table(out) == {
        "recorded in the campaign": ["-", "-", "-", "9", "4", "2"],
        "assessors with over 50% of a topic not judged: 1": ["1", "0", "0", "8", "4", "2"],
        "without a grade": ["1", "0", "0", "7", "4", "2"],
        "topics with fewer than 2 assessors": ["1", "1", "1", "6", "3", "1"],
        "topics where no relevant one of old stayed so": ["0", "0", "0", "6", "3", "1"],
    }


def test_derive_labels_prints_the_result(campaign: Campaign) -> None:
    out = derive("--aggregate", "majority", "--threshold", "3", "--fallback", "old")
    assert out.startswith("Labels new of campaign campaign: majority of votes of 3 or above.")
    assert counts(out) == {
        "topics": 2,
        "pairs": 4,
        "pairs of value 0": 2,
        "pairs of value 1": 2,
        "pairs relevant, at 1 or above": 2,
        "pairs with the known grade": 0,
        "ties of these topics, decided by old": 1,
        "votes of human assessors counted": 7,
    }


def test_derive_labels_by_median_prints_how_many_were_rounded(campaign: Campaign) -> None:
    out = derive("--aggregate", "median", "--round", "down", "--min-votes", "2")
    assert "median rounded down." in out
    assert counts(out)["medians rounded down"] == 1
    assert table(out)["pairs with fewer than 2 votes"][1] == "2"


def test_derive_labels_says_which_votes_were_simulated(campaign: Campaign) -> None:
    cast_votes(campaign, {("q2", "d3"): {"sim": 4}}, AssessorKind.SIMULATED)
    out = derive("--aggregate", "median", "--kinds", "human", "simulated")
    assert counts(out)["votes of simulated assessors counted"] == 1


def test_derive_labels_says_how_much_of_models_was_left_out(campaign: Campaign) -> None:
    cast_votes(campaign, {("q2", "d3"): {"gpt": 4, "glm": 2}}, AssessorKind.MODEL)
    out = derive("--aggregate", "median", "--models", "glm")
    # one of two on the pair stays, whose only votes they are
    assert table(out)["of assessors whose votes do not count"] == ["1", "0", "0", "10", "5", "2"]
    assert counts(out)["votes of model assessors counted"] == 1


def test_derive_labels_keeps_the_topics_of_others(campaign: Campaign) -> None:
    pool = campaign.pool
    make_labels("few", pool.collection, pool.topic_set, {"q2": {"d1": 1}})
    out = derive("--aggregate", "median", "--only-topics-of", "few")
    assert table(out)["topics that few has not"][2] == "1"
    assert counts(out)["topics"] == 1


def test_derive_labels_takes_min_relevance(campaign: Campaign) -> None:
    derive("--aggregate", "median", "--min-relevance", "4")
    assert LabelSet.objects.get(name="new").min_relevance == 4


def test_derive_labels_that_cannot_be_is_refused(campaign: Campaign) -> None:
    with refused(CommandError, "nothing_left"):
        derive("--aggregate", "median", "--min-votes", "4")
    assert LabelSet.objects.count() == 1


def test_derive_labels_by_no_policy_is_refused(campaign: Campaign) -> None:
    with pytest.raises(CommandError, match=r"got 2\.0"):
        derive("--aggregate", "median", "--max-blank-share", "2")
