from __future__ import annotations

from typing import Any

import pytest

from annotation.models import LabelSet
from evaluation.exceptions import NotComparable, SignificanceRefused
from evaluation.families.systems import (
    METHODS,
    ComparedSystems,
    SystemsQuestion,
    compare_systems,
    system_rows,
)
from ranking.models import Run
from regrade.measures import parse_measures
from regrade.significance import AGAINST_BASELINE, SystemOptions
from tests.evaluation.four_runs import make_ground

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def ground(db: None) -> None:
    make_ground()


def compare(method: str, baseline: str | None = None, **options: Any) -> ComparedSystems:
    asked: dict[str, Any] = {
        "runs": list(Run.objects.order_by("name")),
        "label_sets": list(LabelSet.objects.filter(name="old")),
        "measures": parse_measures("AP"),
        "options": SystemOptions(n_resamples=50),
    }
    base = Run.objects.get(name=baseline) if baseline else None
    return compare_systems(
        question=SystemsQuestion(**{**asked, **options}, method=method, baseline=base)
    )


@pytest.mark.parametrize("method", ["tukey", "randomized-tukey"])
def test_all_pairs_are_compared(method: str) -> None:
    assert len(system_rows(compare(method))) == 6


@pytest.mark.parametrize("method", sorted(AGAINST_BASELINE))
def test_every_other_run_is_compared_with_the_baseline(method: str) -> None:
    rows = system_rows(compare(method, "c"))
    assert [(row["baseline"], row["run"]) for row in rows] == [("c", "a"), ("c", "b"), ("c", "d")]


def test_differences_are_those_of_the_means() -> None:
    for row in system_rows(compare("tukey")):
        assert row["difference"] == pytest.approx(row["run_mean"] - row["baseline_mean"])


def test_p_values_that_hold_for_one_pair_alone_are_corrected() -> None:
    rows = system_rows(compare("mixed", "a"))
    assert all(row["p_adjusted"] >= row["p_value"] for row in rows)


def test_means_are_those_of_the_values_whatever_the_method() -> None:
    fitted = {row["run"]: row["run_mean"] for row in system_rows(compare("mixed", "a"))}
    plain = {row["run"]: row["run_mean"] for row in system_rows(compare("tukey"))}
    assert fitted == {name: plain[name] for name in fitted}


def test_p_values_that_hold_for_the_family_are_left_as_they_are() -> None:
    assert {row["p_adjusted"] for row in system_rows(compare("tukey"))} == {None}


def test_an_analysis_of_variance_has_a_row_for_each_source() -> None:
    rows = system_rows(compare("anova"))
    assert [row["source"] for row in rows] == ["system", "topic", "residual", "total"]


def test_there_is_a_family_for_each_label_set_and_measure() -> None:
    both = compare(
        "tukey", label_sets=list(LabelSet.objects.all()), measures=parse_measures("AP,RR@10")
    )
    assert len(both.families) == 4


@pytest.mark.parametrize(
    ("method", "baseline", "message"),
    [("dunnett", None, "name one"), ("tukey", "a", "name no baseline")],
)
def test_a_baseline_is_for_the_methods_that_have_one(
    method: str, baseline: str | None, message: str
) -> None:
    with pytest.raises(NotComparable, match=message):
        compare(method, baseline)


def test_a_baseline_that_is_none_of_the_runs_is_refused() -> None:
    with pytest.raises(NotComparable, match="a is none of the runs"):
        compare("dunnett", "a", runs=list(Run.objects.exclude(name="a")))


@pytest.mark.parametrize("method", METHODS)
def test_one_run_is_no_family(method: str) -> None:
    with pytest.raises(NotComparable, match="at least two runs"):
        compare(method, runs=list(Run.objects.all())[:1])


@pytest.mark.parametrize("name", ["NumRelRet", "Judged@5"])
def test_a_measure_that_says_not_how_good_a_run_is_is_refused(name: str) -> None:
    with pytest.raises(SignificanceRefused, match="is not tested"):
        compare("tukey", measures=parse_measures(name))
