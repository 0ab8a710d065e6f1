from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.test import Client

from ranking.models import Run
from tests.ranking.runs.pairing import make_duo
from tests.regrade.neural.pair_cases import BY_HAND, without_diagonal

pytestmark = pytest.mark.django_db
URL, FLIPS = "/api/runs/aggregated", "/api/runs/flips"
ASKED = {"run": "duo", "by": "sum", "name": "sums"}
ALWAYS = without_diagonal(np.full((5, 5), 0.9))


@pytest.fixture
def researcher(client: Client, rita: User) -> Client:
    client.force_login(rita)
    return client


def ask(client: Client, **changes: Any) -> Any:
    return client.post(URL, {**ASKED, **changes}, content_type="application/json")


def test_a_run_aggregated_is_answered_as_runs_are_listed(researcher: Client) -> None:
    make_duo()
    answer = ask(researcher)
    assert answer.status_code == 201
    [listed] = [run for run in researcher.get("/api/runs").json() if run["name"] == "sums"]
    assert answer.json() == [listed]


def test_a_run_aggregated_says_what_it_was_made_of(researcher: Client) -> None:
    make_duo()
    [told] = ask(researcher).json()
    assert (told["ranker"], told["parent"], told["status"]) == (
        "pair-aggregation",
        "duo",
        "complete",
    )
    assert told["description"] == "pairs of duo aggregated by sum"


def test_a_run_aggregated_takes_parameters(researcher: Client) -> None:
    make_duo()
    parameters = {"cuts": [3, 2], "within": "log-sum"}
    ask(researcher, by="loop-truncation", parameters=parameters)
    assert (Run.objects.get(name="sums").spec or {})["parameters"] == parameters


def test_a_run_aggregated_takes_the_first_n(researcher: Client) -> None:
    make_duo()
    [told] = ask(researcher, first_n=[2]).json()
    assert (told["name"], told["description"]) == (
        "sums",
        "pairs of duo aggregated by sum, first 2",
    )


def test_several_first_n_are_a_run_each_in_their_order(researcher: Client) -> None:
    make_duo()
    told = ask(researcher, first_n=[3, 2]).json()
    assert [run["name"] for run in told] == ["sums-3", "sums-2"]
    assert told == ask(researcher, first_n=[3, 2]).json()
    assert Run.objects.filter(parent__name="duo").count() == 2


def test_a_run_aggregated_twice_is_one_run(researcher: Client) -> None:
    make_duo()
    assert ask(researcher).json() == ask(researcher).json()
    assert Run.objects.filter(parent__name="duo").count() == 1


@pytest.mark.parametrize(
    ("changes", "code", "reason"),
    [
        ({"run": "bm25"}, "ranking_error", "bm25 has no pair scores; there are those of duo"),
        ({"name": "bm25"}, "name_taken", "There is a run named 'bm25' already"),
        ({"name": "a b"}, "name_refused", "'a b' cannot name a run"),
        ({"by": "product"}, "invalid", "by: "),
        ({"parameters": {"cuts": [5]}}, "ranking_error", "The aggregation sum takes no cuts."),
        ({"first_n": [2, 9]}, "ranking_error", "the first 9 are not 2 to 3"),
        ({"first_n": [1]}, "invalid", "first_n: "),
        ({"first_n": []}, "invalid", "first_n: "),
        ({"first_n": [2] * 21}, "invalid", "first_n: "),
        ({"first_n": [2, 3, 2]}, "invalid", "first_n: 2 is there twice; give each n once."),
        ({"parameters": {"cuts": [0]}}, "invalid", "parameters: cuts: "),
        ({"parameters": {"cuts": [5] * 21}}, "invalid", "parameters: cuts: "),
        ({"by": "loop-truncation", "parameters": {"cuts": []}}, "ranking_error", "are none"),
        ({"by": "loop-truncation", "parameters": {"within": "x"}}, "invalid", "parameters: within"),
    ],
)
def test_a_run_aggregated_otherwise_is_refused(
    researcher: Client, changes: dict[str, Any], code: str, reason: str
) -> None:
    make_duo()
    answer = ask(researcher, **changes)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert reason in answer.json()["detail"]
    assert Run.objects.count() == 2


def test_an_absent_run_is_not_found(researcher: Client) -> None:
    assert ask(researcher).status_code == 404


def test_aggregating_is_not_for_organizers(organizer: Client) -> None:
    make_duo()
    assert ask(organizer).status_code == 403


def test_flips_tell_what_the_command_tells(organizer: Client) -> None:
    make_duo(pairs={"q1": BY_HAND, "q2": ALWAYS})
    told = organizer.get(FLIPS, {"name": "duo", "depths": "2,5"}).json()
    ones = dict.fromkeys(
        ("mean", "minimum", "lower_quartile", "median", "upper_quartile", "maximum"), 1.0
    )
    assert told == {
        "run": "duo",
        "n_topics": 2,
        "longest": 5,
        "rates": [{"n": 2, "n_topics": 2, **ones}, {"n": 5, "n_topics": 1, **ones}],
    }


def test_flips_without_depths_go_as_far_as_there_are_pairs(organizer: Client) -> None:
    make_duo()
    told = organizer.get(FLIPS, {"name": "duo"}).json()
    assert [each["n"] for each in told["rates"]] == [3]


@pytest.mark.parametrize(
    ("query", "status", "reason"),
    [
        ({"name": "duo", "depths": "4"}, 400, "no topic has pairs of 4 passages"),
        ({"name": "duo", "depths": "many"}, 400, "depths: 'many' is neither"),
        ({"name": "bm25"}, 400, "bm25 has no pair scores"),
        ({"name": "other"}, 404, "no run named 'other'"),
        ({}, 400, "name: "),
    ],
)
def test_flips_that_cannot_be_told_are_refused(
    organizer: Client, query: dict[str, str], status: int, reason: str
) -> None:
    make_duo()
    answer = organizer.get(FLIPS, query)
    assert answer.status_code == status
    assert reason in answer.json()["detail"]


def test_flips_are_not_for_assessors(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get(FLIPS, {"name": "duo"}).status_code == 403
