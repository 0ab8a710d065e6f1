from __future__ import annotations

import pytest
from django.test import Client

from ranking.models import Run
from tests.evaluation.four_runs import QUERY_IDS
from tests.factories import make_run

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("four_runs")]

ASKED = {"runs": "a,b,c,d", "labels": "old,new", "measures": "AP,MFR@5"}
MANY = ",".join(f"P@{cutoff}" for cutoff in range(1, 7))
DRAWN = {"permutations": "100000"}


def test_scores_hold_a_row_for_each_run_under_each_label_set(researcher: Client) -> None:
    answer = researcher.get("/api/scores", ASKED).json()
    assert [(row["labels"], row["run"]) for row in answer["rows"]] == [
        (labels, run) for labels in ("old", "new") for run in "abcd"
    ]
    assert (answer["topics"]["n"], answer["topic_list"]) == (6, None)


def test_scores_topic_by_topic_follow_the_listed_topics(researcher: Client) -> None:
    answer = researcher.get("/api/scores", {**ASKED, "per_topic": "true"}).json()
    score = answer["rows"][0]["scores"][0]
    assert [topic["query_id"] for topic in answer["topic_list"]] == QUERY_IDS
    assert sum(score["values"]) / 6 == pytest.approx(score["mean"])


def test_scores_show_directions_and_unjudged_shares(researcher: Client) -> None:
    row = researcher.get("/api/scores", ASKED).json()["rows"][0]
    assert [score["lower_is_better"] for score in row["scores"]] == [False, True]
    assert row["unjudged"] == [{"cutoff": 5, "share": 0.0}, {"cutoff": None, "share": 0.0}]


def test_families_of_systems_hold_pairs_or_sources(researcher: Client) -> None:
    asked = {**ASKED, "labels": "old", "method": "tukey"}
    families = researcher.get("/api/comparison/systems", asked).json()["families"]
    assert [len(family["pairs"]) for family in families] == [6, 6]
    asked = {**ASKED, "labels": "old", "measures": "AP", "method": "anova"}
    [family] = researcher.get("/api/comparison/systems", asked).json()["families"]
    assert [each["factor"] for each in family["sources"]][:2] == ["system", "topic"]


def test_an_infinite_f_is_no_number_in_an_answer(researcher: Client) -> None:
    run = Run.objects.get(name="a")
    make_run("short", run.collection, run.topic_set, {query_id: ["d0"] for query_id in QUERY_IDS})
    asked = {"runs": "a,short", "labels": "old", "measures": "P(rel=0)@5", "method": "anova"}
    [family] = researcher.get("/api/comparison/systems", asked).json()["families"]
    system = family["sources"][0]
    assert (system["sum_of_squares"], system["f"], system["p_value"]) == (
        pytest.approx(1.92),
        None,
        0.0,
    )


@pytest.mark.parametrize(
    ("path", "asked", "code"),
    [
        ("scores", {**ASKED, "runs": "z"}, "not_found"),
        ("comparison/systems", {**ASKED, "method": "dunnett"}, "needs_baseline_run"),
        ("comparison/systems", {**ASKED, "measures": MANY} | DRAWN, "too_many_draws"),
    ],
)
def test_a_wrong_question_is_answered_with_a_code(
    path: str, asked: dict[str, str], code: str, researcher: Client
) -> None:
    refused = researcher.get(f"/api/{path}", asked)
    assert (refused.status_code, refused.json()["code"]) == (
        404 if code == "not_found" else 400,
        code,
    )


def test_tests_that_draw_nothing_take_any_number_of_permutations(researcher: Client) -> None:
    asked = {**ASKED, "measures": MANY, "permutations": "100000", "baseline": "a"}
    answer = researcher.post("/api/comparison", asked, content_type="application/json")
    assert answer.status_code == 200
