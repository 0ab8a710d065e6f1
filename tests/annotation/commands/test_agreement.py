from __future__ import annotations

import csv
import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotation.models import AssessorKind, Campaign
from tests.annotation.voting import cast_votes, voted_campaign
from tests.factories import make_labels

pytestmark = pytest.mark.django_db

KEYS = [
    "scope",
    "n_pairs",
    "n_votes",
    "fleiss_kappa",
    "fleiss_n_pairs",
    "fleiss_votes",
    "fleiss_rule",
    "n_filled",
    "cohen_kappa",
    "cohen_kappa_quadratic",
    "alpha_nominal",
    "alpha_ordinal",
    "percent_agreement",
]


@pytest.fixture
def campaign(db: None) -> Campaign:
    return voted_campaign(
        {
            ("q1", "d1"): {"alice": 4, "bob": 4},
            ("q1", "d2"): {"alice": 1, "bob": 2},
            ("q1", "d3"): {"alice": 5, "bob": None},
            ("q2", "d1"): {"alice": 2, "bob": 2, "carol": 4},
        },
        judgments_per_pair=2,
    )


def agreement(*arguments: str) -> str:
    out = StringIO()
    call_command("agreement", "--campaign", "campaign", *arguments, stdout=out)
    return out.getvalue()


def rows(*arguments: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(agreement("--format", "json", *arguments))
    return found


def test_agreement_overall_is_one_object_with_the_keys_in_order(campaign: Campaign) -> None:
    [row] = rows()
    assert list(row) == KEYS
    # carol's third vote on a pair that wants two is surplus and no vote
    assert (row["scope"], row["n_pairs"], row["n_votes"], row["fleiss_votes"]) == (
        "overall",
        4,
        7,
        2,
    )


def test_agreement_counts_models_between_two_assessors_or_on_request(campaign: Campaign) -> None:
    cast_votes(campaign, {("q1", "d3"): {"gpt": 4}}, AssessorKind.MODEL)
    assert (rows()[0]["n_votes"], rows("--with-models")[0]["n_votes"]) == (7, 8)
    assert [row["n_votes"] for row in rows("--by", "topic")] == [5, 2]
    assert ["P-alice", "P-gpt"] in [row["scope"] for row in rows("--by", "assessor")]


def test_agreement_takes_what_the_library_is_asked(campaign: Campaign) -> None:
    [filled] = rows("--missing", "median-up", "--threshold", "3", "--votes", "3")
    assert (filled["n_filled"], filled["percent_agreement"]) == (1, 1.0)
    assert (filled["fleiss_votes"], filled["fleiss_kappa"]) == (3, None)


def test_agreement_of_only_the_topics_of_labels(campaign: Campaign) -> None:
    pool = campaign.pool
    make_labels("few", pool.collection, pool.topic_set, {"q2": {"d1": 1}})
    assert rows("--only-topics-of", "few")[0]["n_pairs"] == 1


def test_agreement_as_csv_leaves_undefined_values_empty(campaign: Campaign) -> None:
    [row] = csv.DictReader(StringIO(agreement("--format", "csv", "--votes", "3")))
    assert list(row) == KEYS
    assert row["fleiss_kappa"] == ""


def test_agreement_that_cannot_be_is_refused(campaign: Campaign) -> None:
    with pytest.raises(CommandError, match="got 1"):
        agreement("--votes", "1")


def test_agreement_with_intervals_is_a_row_for_each_coefficient(campaign: Campaign) -> None:
    fields = {row["name"]: row for row in rows("--intervals")}
    assert fields["percent_agreement"]["value"] == pytest.approx(rows()[0]["percent_agreement"])
    assert fields["gwet_ac2_quadratic"]["n_pairs"] == 3
    for row in fields.values():
        assert set(row) == {"name", "value", "low", "high", "n_pairs"}
    assert fields["percent_agreement"]["low"] == pytest.approx(1 / 2)  # q1 drawn twice
    assert fields["percent_agreement"]["high"] == 1.0


def test_agreement_of_parts_names_each(campaign: Campaign) -> None:
    [row, *_] = shown = rows("--by", "stratum")
    assert {one["part"] for one in shown} == {row["part"]}
    assert row["value"] == pytest.approx(2 / 3)
    assert "part,name,value,low,high" in agreement("--by", "stratum", "--format", "csv")


@pytest.mark.parametrize(
    ("asked", "named"),
    [(("--by", "assessor"), "--intervals"), (("--with-models",), "--with-models")],
)
def test_agreement_with_intervals_takes_nothing_else(
    campaign: Campaign, asked: tuple[str, ...], named: str
) -> None:
    with pytest.raises(CommandError, match=named):
        agreement("--intervals", *asked)
