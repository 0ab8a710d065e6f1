from __future__ import annotations

from typing import Any

import pytest
from scipy import stats

from annotation.models import LabelSet
from evaluation.exceptions import NotComparable, SignificanceRefused
from evaluation.families.correlations import (
    CorrelatedRankings,
    correlate_rankings,
)
from evaluation.reports.families import correlation_rows
from ranking.models import Run
from regrade.measures import parse_measures
from regrade.significance import RANK_CORRELATIONS, RankOptions
from tests.refusals import refused

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("four_runs")]


def correlate(labels: str = "old,new", measures: str = "AP", **options: Any) -> CorrelatedRankings:
    asked: dict[str, Any] = {
        "runs": list(Run.objects.order_by("name")),
        "label_sets": [LabelSet.objects.get(name=name) for name in labels.split(",")],
        "measures": parse_measures(measures),
        "options": RankOptions(n_resamples=20),
    }
    return correlate_rankings(**{**asked, **options})


def test_orders_are_compared_between_label_sets_by_each_measure() -> None:
    pairs = correlate(measures="AP,RR@10").pairs
    assert [(p.first.label_set.name, p.second.label_set.name) for p in pairs] == [
        ("old", "new"),
        ("old", "new"),
    ]
    assert [p.first.measure.name for p in pairs] == ["AP", "RR@10"]


def test_orders_are_compared_between_measures_under_one_label_set() -> None:
    [pair] = correlate("old", "AP,RR@10").pairs
    assert (pair.first.measure.name, pair.second.measure.name) == ("AP", "RR@10")


def test_tau_is_that_of_the_means() -> None:
    [pair] = correlate().pairs
    means = [[place.mean for place in (s.first, s.second)] for s in pair.systems]
    expected = stats.kendalltau(*zip(*means, strict=True)).statistic
    found = {each.name: each.value for each in pair.correlations}
    assert found["tau-b"] == pytest.approx(expected)


def test_every_coefficient_comes_with_an_interval() -> None:
    rows = correlation_rows(correlate())
    assert [row["coefficient"] for row in rows] == list(RANK_CORRELATIONS)
    assert all(row["low"] <= row["high"] for row in rows)


def test_a_measure_where_lower_is_better_ranks_the_other_way() -> None:
    [pair] = correlate("old", "RR@6,MFR@6").pairs
    best = min(pair.systems, key=lambda system: system.second.rank)
    assert best.second.mean == min(system.second.mean for system in pair.systems)


@pytest.mark.parametrize(
    ("labels", "runs", "code"),
    [("old", None, "too_few_orders"), ("old,new", 1, "too_few_runs")],
)
def test_what_gives_no_two_orders_is_refused(labels: str, runs: int | None, code: str) -> None:
    with refused(NotComparable, code):
        correlate(labels, runs=list(Run.objects.all())[:runs])


def test_an_unknown_coefficient_is_refused() -> None:
    with refused(SignificanceRefused, "orders_not_comparable"):
        correlate(coefficients=["tau"])
