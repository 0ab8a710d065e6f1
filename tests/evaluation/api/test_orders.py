from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest
from django.test import Client
from scipy import stats

from ranking.models import Collection, TopicSet
from tests.evaluation.asking import n_queries, post
from tests.evaluation.four_runs import DOC_IDS, QUERY_IDS
from tests.factories import make_run

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("four_runs")]

ASKED = {"baseline": "a", "runs": "b,c,d", "labels": "old,new", "measures": "AP,MFR@5,Judged@5"}
TWO = {"labels_x": "old", "measure_x": "AP", "labels_y": "new", "measure_y": "AP"}


def ask(client: Client, about: str, asked: Mapping[str, str] = ASKED, **more: str) -> Any:
    post(client, "comparison", asked)
    return client.get(f"/api/comparison/{about}", {**asked, **more})


def means(answer: Any, labels: str, measure: str) -> dict[str, float]:
    return {
        row["run"]: row["mean"]
        for row in answer["means"]
        if (row["labels"], row["measure"]) == (labels, measure)
    }


def test_means_are_those_of_the_comparison_with_a_t_interval(researcher: Client) -> None:
    answer = ask(researcher, "order", measure="AP").json()
    [old, _] = researcher.get("/api/comparison", ASKED).json()["blocks"]
    row = old["rows"][0]
    shown = {"a": row["baseline_mean"], **{cell["run"]: cell["mean"] for cell in row["cells"]}}
    assert means(answer, "old", "AP") == shown
    table = researcher.get("/api/comparison/topic-table", {**ASKED, "measure": "AP"}).json()
    [values] = [run["values"] for run in table["blocks"][0]["runs"] if run["run"] == "b"]
    expected = stats.t.interval(0.95, len(values) - 1, loc=shown["b"], scale=stats.sem(values))
    [found] = [
        one["interval"]
        for one in answer["means"]
        if (one["run"], one["labels"], one["measure"]) == ("b", "old", "AP")
    ]
    assert found == pytest.approx(list(expected))
    assert answer["resamples"] == 2000


def test_under_one_label_set_the_measures_are_correlated_that_say_how_good(
    researcher: Client,
) -> None:
    asked = {**ASKED, "labels": "old"}
    [pair] = ask(researcher, "order", asked, measure="AP").json()["pairs"]
    assert [pair[side]["measure"] for side in ("first", "second")] == ["AP", "MFR@5"]


def test_two_orders_may_differ_in_labels_and_measure(researcher: Client) -> None:
    chosen = {"labels_x": "old", "measure_x": "MFR@5", "labels_y": "new", "measure_y": "AP"}
    [pair] = ask(researcher, "two-orders", ASKED, **chosen).json()["pairs"]
    answer = ask(researcher, "order", measure="AP").json()
    x, y = means(answer, "old", "MFR@5"), means(answer, "new", "AP")
    assert {
        one["run"]: (one["first"]["mean"], one["second"]["mean"]) for one in pair["systems"]
    } == {run: (x[run], y[run]) for run in x}
    expected = stats.kendalltau([-mean for mean in x.values()], list(y.values())).statistic
    assert pair["coefficients"][0]["value"] == pytest.approx(expected)


def test_runs_compared_with_themselves_are_ordered_under_both_label_sets(
    researcher: Client,
) -> None:
    asked = {"baseline_labels": "old", "runs": "a,b,c", "labels": "new", "measures": "AP"}
    answer = ask(researcher, "order", asked, measure="AP").json()
    [pair] = answer["pairs"]
    assert [pair[side]["labels"] for side in ("first", "second")] == ["old", "new"]
    assert len(answer["means"]) == 6


def test_one_run_has_means_and_no_order(researcher: Client) -> None:
    asked = {"baseline_labels": "old", "runs": "a", "labels": "new", "measures": "AP"}
    answer = ask(researcher, "order", asked, measure="AP").json()
    assert (answer["pairs"], len(answer["means"])) == ([], 2)
    refused = ask(researcher, "two-orders", asked, **TWO)
    assert (refused.status_code, refused.json()["code"]) == (400, "too_few_runs")


def test_an_order_that_is_not_compared_is_refused(researcher: Client) -> None:
    refused = ask(researcher, "two-orders", ASKED, **TWO | {"measure_y": "P@5"})
    assert (refused.status_code, refused.json()["code"]) == (400, "not_in_comparison")


def test_the_file_has_a_line_for_each_coefficient(researcher: Client) -> None:
    answer = ask(researcher, "order", measure="AP", format="csv")
    rows = list(csv.DictReader(answer.content.decode().splitlines()))
    shown = ask(researcher, "order", measure="AP").json()["pairs"][0]["coefficients"]
    assert [row["coefficient"] for row in rows] == [one["name"] for one in shown]
    assert [float(row["value"]) for row in rows] == [one["value"] for one in shown]


def test_an_order_asks_the_same_queries_for_many_runs(researcher: Client) -> None:
    collection, topic_set = Collection.objects.get(), TopicSet.objects.get()
    numbers = []
    for n_runs in (2, 50):
        names = [f"run{n_runs}-{n}" for n in range(n_runs)]
        for name in names:
            make_run(name, collection, topic_set, dict.fromkeys(QUERY_IDS, DOC_IDS[:3]))
        asked = {**ASKED, "runs": ",".join(names)}
        assert ask(researcher, "order", asked, measure="AP").status_code == 200
        question = {**asked, "measure": "AP"}
        numbers.append(n_queries(partial(researcher.get, "/api/comparison/order", question)))
    assert numbers[0] == numbers[1]
