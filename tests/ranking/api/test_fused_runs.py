from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from ranking.api import fused_runs as module
from ranking.models import Run
from tests.factories import make_collection, make_run, make_topics

pytestmark = pytest.mark.django_db
URL = "/api/runs/fused"
ASKED = {"runs": ["one", "two"], "name": "new"}


@pytest.fixture(autouse=True)
def runs(db: None) -> None:
    ground = make_collection(), make_topics()
    for name in ASKED["runs"]:
        make_run(name, *ground, {"q1": ["d1", "d2"]})


def ask(client: Client, **changes: Any) -> Any:
    return client.post(URL, {**ASKED, **changes}, content_type="application/json")


def test_a_fused_run_is_answered_as_runs_are_listed(researcher: Client) -> None:
    answer = ask(researcher, method="combsum", normalization="z-score", depth=10)
    assert answer.status_code == 201
    [listed] = [run for run in researcher.get("/api/menus/runs").json() if run["name"] == "new"]
    assert answer.json() == listed
    fused_by = "one and two fused by CombSUM (normalization z-score)"
    assert (listed["ranker"], listed["description"]) == ("fusion", fused_by)


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"runs": ["one", "tow"]}, 404, "not_found"),
        ({"runs": ["one"]}, 400, "invalid"),
        ({"runs": ["one", "one"]}, 400, "run_twice"),
        ({"method": "condorcet"}, 400, "invalid"),
        ({"depth": 0}, 400, "invalid"),
        ({"method": "borda", "k": 3}, 400, "unknown_parameter"),
    ],
)
def test_what_cannot_be_fused_is_refused(
    researcher: Client, changes: dict[str, Any], status: int, code: str
) -> None:
    answer = ask(researcher, **changes)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert Run.objects.count() == 2


def test_a_request_that_would_take_long_is_left_to_the_command(
    researcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_LINES", 3)
    assert ask(researcher).json()["code"] == "too_many_lines"
    assert ask(researcher, depth=1).status_code == 201
