from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from django.test import Client

from ranking.models import Run
from tests.ranking.runs.pairing import make_duo
from tests.regrade.neural.pair_cases import BY_HAND, without_diagonal

pytestmark = pytest.mark.django_db
URL, FLIPS = "/api/runs/aggregated", "/api/runs/flips"
ASKED = {"run": "duo", "by": "sum", "name": "sums"}
ALWAYS = without_diagonal(np.full((5, 5), 0.9))


def ask(client: Client, **changes: Any) -> Any:
    return client.post(URL, {**ASKED, **changes}, content_type="application/json")


def test_a_run_aggregated_is_answered_as_runs_are_listed(researcher: Client) -> None:
    make_duo()
    answer = ask(researcher)
    assert answer.status_code == 201
    [listed] = [run for run in researcher.get("/api/menus/runs").json() if run["name"] == "sums"]
    assert answer.json() == [listed]


def test_a_run_aggregated_says_what_it_was_made_of(researcher: Client) -> None:
    make_duo()
    [found] = ask(researcher).json()
    assert (found["ranker"], found["parent"], found["status"]) == (
        "pair-aggregation",
        "duo",
        "complete",
    )
    assert found["description"] == "pairs of duo aggregated by sum"


def test_a_run_aggregated_takes_parameters(researcher: Client) -> None:
    make_duo()
    parameters = {"cuts": [3, 2], "within": "log-sum"}
    ask(researcher, by="loop-truncation", parameters=parameters)
    assert (Run.objects.get(name="sums").spec or {})["parameters"] == parameters


def test_several_first_n_are_a_run_each_in_their_order(researcher: Client) -> None:
    make_duo()
    data = ask(researcher, first_n=[3, 2]).json()
    assert [run["name"] for run in data] == ["sums-3", "sums-2"]
    assert data == ask(researcher, first_n=[3, 2]).json()
    assert Run.objects.filter(parent__name="duo").count() == 2


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"run": "dou"}, 404, "not_found"),
        ({"run": "bm25"}, 400, "no_pair_scores"),
        ({"name": "bm25"}, 400, "name_taken"),
        ({"parameters": {"cuts": [5]}}, 400, "unknown_parameter"),
        ({"first_n": [2, 9]}, 400, "out_of_range"),
        ({"first_n": [1]}, 400, "invalid"),
        ({"first_n": []}, 400, "invalid"),
        ({"first_n": [*range(2, 23)]}, 400, "invalid"),
        ({"first_n": [2, 3, 2]}, 400, "invalid"),
        ({"parameters": {"cuts": [0]}}, 400, "invalid"),
        ({"parameters": {"cuts": [5] * 21}}, 400, "invalid"),
    ],
)
def test_a_run_aggregated_otherwise_is_refused(
    researcher: Client, changes: dict[str, Any], status: int, code: str
) -> None:
    make_duo()
    answer = ask(researcher, **changes)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert Run.objects.count() == 2


def test_flips_equal_those_of_the_command(organizer: Client) -> None:
    make_duo(pairs={"q1": BY_HAND, "q2": ALWAYS})
    data = organizer.get(FLIPS, {"name": "duo", "depths": "2,5"}).json()
    ones = dict.fromkeys(
        ("mean", "minimum", "lower_quartile", "median", "upper_quartile", "maximum"), 1.0
    )
    assert data == {
        "run": "duo",
        "n_topics": 2,
        "longest": 5,
        "rates": [{"n": 2, "n_topics": 2, **ones}, {"n": 5, "n_topics": 1, **ones}],
    }


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({"name": "duo", "depths": "4"}, "out_of_range"),
        ({"name": "duo", "depths": "many"}, "invalid"),
        ({}, "invalid"),
    ],
)
def test_flips_that_cannot_be_told_are_refused(
    organizer: Client, query: dict[str, str], code: str
) -> None:
    make_duo()
    answer = organizer.get(FLIPS, query)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
