from __future__ import annotations

from typing import Any

import pytest

from annotation.models import LabelSet
from evaluation.exceptions import NotComparable, SignificanceRefused
from evaluation.families.systems import (
    ComparedSystems,
    SystemsQuestion,
    compare_systems,
    system_rows,
)
from ranking.models import Run
from regrade.measures import parse_measures
from regrade.significance import AGAINST_BASELINE, SystemOptions
from tests.refusals import refused

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("four_runs")]


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
def test_all_pairs_are_compared_by_what_holds_for_the_family(method: str) -> None:
    rows = system_rows(compare(method))
    assert len(rows) == 6
    assert {row["p_adjusted"] for row in rows} == {None}
    for row in rows:
        assert row["difference"] == pytest.approx(row["run_mean"] - row["baseline_mean"])


@pytest.mark.parametrize("method", sorted(AGAINST_BASELINE))
def test_every_other_run_is_compared_with_the_baseline(method: str) -> None:
    rows = system_rows(compare(method, "c"))
    assert [(row["baseline"], row["run"]) for row in rows] == [("c", "a"), ("c", "b"), ("c", "d")]


def test_differences_are_those_of_the_means() -> None:
    for row in system_rows(compare("tukey")):
        assert row["difference"] == pytest.approx(row["run_mean"] - row["baseline_mean"])


def test_the_mixed_model_has_the_plain_means_and_corrected_p_values() -> None:
    rows = system_rows(compare("mixed", "a"))
    fitted = {row["run"]: row["run_mean"] for row in rows}
    plain = {row["run"]: row["run_mean"] for row in system_rows(compare("tukey"))}
    assert fitted == {name: plain[name] for name in fitted}
    # These p-values hold for one pair alone.
    assert all(row["p_adjusted"] >= row["p_value"] for row in rows)


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
    ("method", "baseline", "code"),
    [("dunnett", None, "needs_baseline_run"), ("tukey", "a", "takes_no_baseline")],
)
def test_a_baseline_is_for_the_methods_that_have_one(
    method: str, baseline: str | None, code: str
) -> None:
    with refused(NotComparable, code):
        compare(method, baseline)


def test_a_baseline_that_is_none_of_the_runs_is_refused() -> None:
    with refused(NotComparable, "baseline_not_among_runs"):
        compare("dunnett", "a", runs=list(Run.objects.exclude(name="a")))


def test_one_run_is_no_family() -> None:
    with refused(NotComparable, "too_few_runs"):
        compare("tukey", runs=list(Run.objects.all())[:1])


def test_a_measure_that_says_not_how_good_a_run_is_is_refused() -> None:
    with refused(SignificanceRefused, "measure_not_tested"):
        compare("tukey", measures=parse_measures("NumRelRet"))
