"""Scores under label sets that are samples: marked wherever they are answered."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from annotation.models import LabelSet
from ranking.models import Run
from tests.evaluation.asking import got, post
from tests.evaluation.sampled_labels import make_design, make_sample

pytestmark = pytest.mark.django_db

N = 24
ASKED = {"baseline": "a", "runs": "b,c", "labels": "drawn", "measures": "P@3"}


@pytest.fixture(autouse=True)
def sample(four_runs: None) -> dict[str, Any]:
    design = make_design(list(Run.objects.order_by("name")), depth=6, measures="P@3")
    labels = make_sample("drawn", LabelSet.objects.get(name="old"), design, N)
    n_drawable = labels.design["n_drawable"]
    text = f"estimated from {N} of {n_drawable} pairs, drawn for P@3"
    return {"n_judged": N, "n_drawable": n_drawable, "measures": ["P@3"], "text": text}


def test_a_leaderboard_names_the_sample_and_has_both_intervals(
    researcher: Client, sample: dict[str, Any]
) -> None:
    asked = {"topic_set": "needs", "labels": "drawn", "measure": "P@3", "other_labels": "old"}
    board = got(researcher, "leaderboard", asked)
    assert (board["sample"], board["other_sample"]) == (sample, None)
    for row in board["rows"]:
        low, high = row["these_topics"]
        assert low < row["mean"] < high
        assert row["interval"] != row["these_topics"]
    lines = researcher.get("/api/leaderboard", {**asked, "format": "csv"}).content.decode()
    assert lines.count(sample["text"]) == len(board["rows"])


def test_scores_have_intervals_and_name_the_measures_left_out(
    researcher: Client, sample: dict[str, Any]
) -> None:
    asked = {"runs": "a", "labels": "drawn", "measures": "RR@3,P@3"}
    found = got(researcher, "scores", asked)
    [row] = found["rows"]
    [score] = row["scores"]
    assert (row["sample"], score["measure"]) == (sample, "P@3")
    low, high = score["estimated"]["these_topics"]
    assert low < score["mean"] < high
    assert [one["measure"] for one in found["not_estimated"]] == ["RR@3"]
    plain = got(researcher, "scores", {**asked, "labels": "old"})
    assert plain["rows"][0]["sample"] is None
    assert [one["estimated"] for one in plain["rows"][0]["scores"]] == [None, None]


def test_a_comparison_its_verdict_and_its_files_say_that_they_are_estimates(
    researcher: Client, sample: dict[str, Any]
) -> None:
    [block] = post(researcher, "comparison", ASKED).json()["blocks"]
    [cell, _] = block["rows"][0]["cells"]
    low, high = cell["these_topics"]
    assert low < cell["difference"] < high
    assert block["sample"] == sample
    verdict = got(researcher, "comparison/verdict", ASKED)["text"]
    assert f"under drawn labels ({sample['text']})" in verdict
    for form in ("csv", "tex", "md", "parquet"):
        file = researcher.get("/api/comparison", {**ASKED, "format": form}).content
        assert sample["text"].encode() in file or form == "parquet"


def test_views_of_many_systems_and_of_topics_say_that_they_are_estimates(
    researcher: Client, sample: dict[str, Any]
) -> None:
    both = {**ASKED, "labels": "drawn,old"}
    post(researcher, "comparison", both)
    systems = {"runs": "a,b,c", "labels": "drawn,old", "measures": "P@3", "method": "tukey"}
    families = got(researcher, "comparison/systems", systems)["families"]
    assert [one["sample"] for one in families] == [sample, None]
    by_measure = {**both, "measure": "P@3"}
    means = got(researcher, "comparison/order", by_measure)["means"]
    assert {one["labels"]: one["sample"] for one in means} == {"drawn": sample, "old": None}
    blocks = got(researcher, "comparison/topic-table", by_measure)["blocks"]
    assert [one["sample"] for one in blocks] == [sample, None]
    for path in ("order", "topic-table"):
        file = researcher.get(f"/api/comparison/{path}", {**by_measure, "format": "csv"})
        head, *lines = file.content.decode().splitlines()
        assert head.split(",")[-1] == "sample"
        assert {"drawn" in line for line in lines if sample["text"] in line} == {True}
    look = got(researcher, "topic", {"topic_set": "needs", "query_id": "q1", "labels": "drawn,old"})
    assert [one["sample"] for one in look["labels"]] == [sample, None]


COMPARED = {**ASKED, "measure": "P@3"}
OF_A = {"label_set": "drawn", "measures": "P@3"}


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("bounds", COMPARED),
        ("turning", {**COMPARED, "run": "b", "label_set": "drawn"}),
        ("pool-bias", {**OF_A, "runs": "a", "depth": "3"}),
        ("verification", {**OF_A, "run": "a"}),
    ],
)
def test_what_takes_the_labels_of_all_pairs_is_refused(
    path: str, asked: dict[str, str], researcher: Client
) -> None:
    post(researcher, "comparison", ASKED)
    answer = researcher.get(f"/api/comparison/{path}", asked)
    assert (answer.status_code, answer.json()["code"]) == (400, "labels_are_a_sample")
