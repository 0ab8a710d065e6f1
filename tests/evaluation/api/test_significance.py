"""What the tab Significance of the comparison page asks for."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from django.test import Client

from ranking.models import Run
from regrade.prose.numbers import unsigned
from regrade.significance import topics_needed
from tests.evaluation.asking import got, n_queries, post
from tests.factories import make_run, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("four_runs")]

ASKED = {"baseline": "a", "runs": "b,c,d", "labels": "old,new", "measures": "AP,MFR@5"}
POINT = {"measure": "AP", "run": "c", "label_set": "new"}
SYSTEMS = {"runs": "a,b,c,d", "labels": "old", "measures": "AP"}


def ask(client: Client, **asked: str) -> Any:
    return post(client, "comparison", {**ASKED, **asked})


def tex(client: Client, **asked: str) -> str:
    ask(client, correction="holm")
    answer = client.get(
        "/api/comparison", {**ASKED, "format": "tex", "correction": "holm", **asked}
    )
    return answer.content.decode()


def test_a_cell_has_the_change_as_a_share_of_the_baseline(researcher: Client) -> None:
    row = ask(researcher).json()["blocks"][0]["rows"][0]
    cell = row["cells"][0]
    assert cell["relative"] == pytest.approx(cell["difference"] / row["baseline_mean"])


def test_a_plan_is_of_the_differences_of_the_comparison(researcher: Client) -> None:
    ask(researcher)
    plan = researcher.get("/api/comparison/topic-plan", {**ASKED, **POINT}).json()
    table = researcher.get("/api/comparison/topic-table", {**ASKED, "measure": POINT["measure"]})
    [new] = [one for one in table.json()["blocks"] if one["labels"] == POINT["label_set"]]
    values = {run["run"]: run["values"] for run in new["runs"]}
    differences = np.subtract(values[POINT["run"]], values[ASKED["baseline"]])
    assert plan["observed"] == pytest.approx(differences.mean())
    assert plan["sd"] == pytest.approx(differences.std(ddof=1))
    needed = topics_needed(differences.mean(), differences.std(ddof=1), n_tests=12)
    assert [family["n_tests"] for family in plan["families"]] == [1, 12]
    assert plan["families"][1]["needed"] == needed


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"difference": "0"}, "no_plan"),
        ({"difference": "nan"}, "invalid"),
        ({"run": "a"}, "not_in_comparison"),
        ({"correction": "bh"}, "comparison_unknown"),
        ({"measure": "Judged@5"}, "measure_not_tested"),
    ],
)
def test_a_plan_that_cannot_be_made_is_refused(
    asked: dict[str, str], code: str, researcher: Client
) -> None:
    measures = {"measures": "AP,Judged@5"}
    ask(researcher, **measures)
    answer = researcher.get("/api/comparison/topic-plan", {**ASKED, **measures, **POINT, **asked})
    assert answer.json()["code"] == code


def test_all_pairs_have_letters_and_pairs_with_a_baseline_none(researcher: Client) -> None:
    [family] = researcher.get("/api/comparison/systems", {**SYSTEMS, "method": "tukey"}).json()[
        "families"
    ]
    assert len(family["letters"]) == 4
    assert all(family["letters"])
    asked = {**SYSTEMS, "method": "dunnett", "baseline": "a"}
    [family] = researcher.get("/api/comparison/systems", asked).json()["families"]
    assert family["letters"] is None


def test_organizers_compare_systems_as_they_compare_runs(researcher: Client) -> None:
    researcher.force_login(make_user("olga", "annotation.may_organize"))
    assert (
        researcher.get("/api/comparison/systems", {**SYSTEMS, "method": "tukey"}).status_code == 200
    )


@pytest.mark.parametrize("address", ["comparison/systems", "comparison/topic-plan"])
def test_the_queries_are_as_many_for_many_runs(address: str, researcher: Client) -> None:
    first, numbers = Run.objects.get(name="a"), []
    for n_runs in (2, 50):
        names = [f"run{n_runs}-{n}" for n in range(n_runs)]
        for name in names:
            make_run(name, first.collection, first.topic_set, {"q1": ["d1", "d4"]})
        asked = {**SYSTEMS, "method": "tukey", "runs": ",".join(names)}
        if "plan" in address:
            asked = {**ASKED, **POINT, "runs": ",".join(names), "run": names[0]}
            ask(researcher, runs=asked["runs"])
        numbers.append(n_queries(partial(got, researcher, address, asked)))
    assert numbers[0] == numbers[1]


def test_latex_raises_letters_at_the_means(researcher: Client) -> None:
    asked = {"runs": "a,b,c,d", "labels": "old,new", "measures": "AP", "method": "tukey"}
    family = researcher.get("/api/comparison/systems", asked).json()["families"][0]
    assert "$^{" not in tex(researcher)
    lines = tex(researcher, letters="tukey").splitlines()
    for run, mean, letters in zip("abcd", family["means"], family["letters"], strict=True):
        row = next(line for line in lines if line.startswith((f"{run} ", f"{run} (baseline)")))
        assert unsigned(mean) in row
        assert f"$^{{{letters}}}$" in row


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"form": "rich"}, "invalid"),
        ({"letters": "randomized-tukey"}, "too_many_draws"),
    ],
)
def test_latex_that_cannot_be_set_is_refused(
    asked: dict[str, str], code: str, researcher: Client
) -> None:
    measures = ",".join(f"P@{cutoff}" for cutoff in range(1, 4))
    more = {"permutations": "100000", "measures": measures}
    ask(researcher, **more)
    answer = researcher.get("/api/comparison", {**ASKED, "format": "tex", **more, **asked})
    assert answer.json()["code"] == code
