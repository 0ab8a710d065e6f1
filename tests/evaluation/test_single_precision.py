"""Stored runs in the order of trec_eval 9, by command and over the API."""

from __future__ import annotations

import csv
import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from evaluation.models import Evaluation
from evaluation.scores import scoring
from tests.evaluation.single_precision import make_close_run
from tests.factories import make_collection, make_labels, make_run, make_topics

pytestmark = pytest.mark.django_db

NOTE = "Ranks by scores in single precision, as in trec_eval up to version 9."
SCORES = {"runs": "close,other", "labels": "nist", "measures": "RR@10"}
COMPARISON = {**SCORES, "runs": "close", "baseline": "other"}
ORDERS = {**SCORES, "measures": "RR@10,SetP"}


@pytest.fixture(autouse=True)
def ground(db: None) -> None:
    collection, topic_set = make_collection(), make_topics()
    make_close_run("close", collection, topic_set)
    make_run("other", collection, topic_set, {"q1": ["d2", "d1"], "q2": ["d1"]})
    make_labels("nist", collection, topic_set, {"q1": {"d1": 1}, "q2": {"d1": 1}})


def printed(command: str, options: dict[str, str], *flags: str) -> str:
    out = StringIO()
    given = [f"--{name}={value}" for name, value in options.items()]
    call_command(command, *given, *flags, stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.mark.parametrize("command", ["evaluate", "compare"])
def test_a_command_orders_by_single_precision_where_that_is_asked_for(command: str) -> None:
    options, means = {"evaluate": (SCORES, "mean"), "compare": (COMPARISON, "run_mean")}[command]
    json_of = {**options, "format": "json"}
    [row, *_] = json.loads(printed(command, json_of, "--single-precision"))
    [plain, *_] = json.loads(printed(command, json_of))
    assert (row[means], row["single_precision"]) == (pytest.approx(1 / 3), True)
    assert (plain[means], "single_precision" in plain) == (1, False)


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("evaluate", SCORES),
        ("compare", COMPARISON),
        ("compare_systems", SCORES),
        ("correlate_rankings", ORDERS),
    ],
)
def test_a_table_says_that_it_is_by_single_precision(command: str, options: dict[str, str]) -> None:
    single, plain = printed(command, options, "--single-precision"), printed(command, options)
    assert (NOTE in single, NOTE in plain) == (True, False)
    assert single.replace(NOTE, "").split() != plain.split()


@pytest.mark.parametrize("path", ["scores", "comparison/systems"])
def test_answers_over_the_api_are_by_single_precision_where_that_is_asked_for(
    researcher: Client, path: str
) -> None:
    single = researcher.get(f"/api/{path}", {**SCORES, "single_precision": "true"}).json()
    plain = researcher.get(f"/api/{path}", SCORES).json()
    assert single.pop("single_precision") is True
    assert "single_precision" not in plain
    assert single != plain


def test_a_comparison_says_in_its_files_that_it_is_by_single_precision(researcher: Client) -> None:
    asked = {**COMPARISON, "single_precision": "true"}
    single = researcher.post("/api/comparison", asked, content_type="application/json").json()
    [[row], single_precision] = single["blocks"][0]["rows"], single["single_precision"]
    assert (row["cells"][0]["mean"], single_precision) == (pytest.approx(1 / 3), True)
    assert NOTE in researcher.get("/api/comparison", asked | {"format": "tex"}).content.decode()
    rows = (
        researcher.get("/api/comparison", asked | {"format": "csv"}).content.decode().splitlines()
    )
    assert [row["single_precision"] for row in csv.DictReader(rows)] == ["True"]


@pytest.mark.parametrize("path", ["", "/bounds", "/order"])
def test_a_comparison_in_single_precision_is_scored_once(
    researcher: Client, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scores are stored, separately from double precision, for any number of readers."""
    asked = {**COMPARISON, "single_precision": "true"}
    for question in (COMPARISON, asked):
        researcher.post("/api/comparison", question, content_type="application/json")
    wanted = {**asked, "measure": "RR@10"} if path.startswith("/") else asked
    before = researcher.get(f"/api/comparison{path}", wanted)

    def read(*_: object, **__: object) -> None:
        raise AssertionError("the run is read and ordered again")

    monkeypatch.setattr(scoring, "stream_rankings", read)
    again = researcher.get(f"/api/comparison{path}", wanted)
    assert (again.status_code, again.content) == (200, before.content)
    single, plain = (Evaluation.objects.filter(single_precision=way) for way in (True, False))
    assert (single.count(), plain.count()) == (2, 2)


def test_pool_bias_is_kept_as_the_comparison_orders_its_runs(researcher: Client) -> None:
    asked = {**COMPARISON, "single_precision": "true"}
    for path, body in (("comparison", asked), ("comparisons", {**asked, "name": "table"})):
        researcher.post(f"/api/{path}", body, content_type="application/json")
    kept = researcher.post(
        "/api/comparisons/answers",
        {
            "saved": "table",
            "kind": "pool-bias",
            "question": {"measure": "RR@10", "label_set": "nist", "depth": 2},
        },
        content_type="application/json",
    )
    answer = researcher.get(
        "/api/comparisons/answers/one", {"hash": kept.json()["content_hash"]}
    ).json()["pool_bias"]
    scores = {row["run"]: row["score"] for row in answer["rows"]}
    assert scores["close"] == pytest.approx(1 / 3)


def test_a_run_scored_in_both_precisions_is_deleted_whole(researcher: Client) -> None:
    for question in (COMPARISON, {**COMPARISON, "single_precision": "true"}):
        researcher.post("/api/comparison", question, content_type="application/json")
    assert researcher.delete("/api/library/one?kind=runs&name=close").status_code == 204
    assert [kept.run.name for kept in Evaluation.objects.all()] == ["other", "other"]
