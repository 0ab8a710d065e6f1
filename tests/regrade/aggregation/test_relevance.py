from __future__ import annotations

import pytest

from regrade.aggregation.policy import AggregationPolicy, TieRule
from regrade.aggregation.relevance import Label, label_pair
from regrade.aggregation.rounding import Rounding


def label(
    grades: list[int],
    *,
    threshold: int | None = None,
    tie: TieRule = "unjudged",
    rounding: Rounding = "up",
    fallback_relevant: bool = False,
) -> Label:
    policy = AggregationPolicy(
        aggregate="majority", threshold=threshold, tie=tie, rounding=rounding
    )
    return label_pair(grades, policy, fallback_relevant=fallback_relevant)


@pytest.mark.parametrize(
    ("grades", "liberal", "strict"),
    [([1, 2, 3], 1, 0), ([2, 2, 1], 1, 0), ([1, 1, 5], 0, 0), ([3, 5, 1], 1, 1), ([2], 1, 0)],
)
def test_label_pair_by_majority_makes_votes_binary_first(
    grades: list[int], liberal: int, strict: int
) -> None:
    assert label(grades, threshold=2) == Label(liberal)
    assert label(grades, threshold=3) == Label(strict)


@pytest.mark.parametrize(
    ("tie", "fallback_relevant", "relevance"),
    [
        ("fallback", True, 1),
        ("fallback", False, 0),
        ("highest", False, 1),
        ("lowest", True, 0),
        ("unjudged", True, None),
    ],
)
def test_label_pair_breaks_a_split_of_binary_votes(
    tie: TieRule, fallback_relevant: bool, relevance: int | None
) -> None:
    tied = label([1, 2, 5, 3], threshold=3, tie=tie, fallback_relevant=fallback_relevant)
    assert tied == Label(relevance, is_tie=True)


@pytest.mark.parametrize(
    ("grades", "rounding", "relevance"), [([2, 3], "up", 1), ([2, 3], "down", 0), ([1, 3], "up", 0)]
)
def test_label_pair_breaks_a_split_by_the_median_grade_against_the_threshold(
    grades: list[int], rounding: Rounding, relevance: int
) -> None:
    tied = label(grades, threshold=3, tie="median", rounding=rounding)
    assert tied == Label(relevance, is_tie=True)


def test_label_pair_reads_the_fallback_on_a_tie_only() -> None:
    assert label([1, 1, 5], threshold=3, tie="fallback", fallback_relevant=True) == Label(0)


def test_label_pair_by_majority_of_grades_needs_more_than_half() -> None:
    assert label([4, 4, 1]) == Label(4)
    assert label([4, 4, 1, 2], tie="unjudged") == Label(None, is_tie=True)


@pytest.mark.parametrize(
    ("grades", "tie", "relevance"),
    [
        ([5, 2, 2, 3, 3], "highest", 3),  # 5 is higher, but fewer chose it
        ([5, 2, 2, 3, 3, 1], "lowest", 2),  # 1 is lower, but fewer chose it
        ([4, 4, 1, 2], "highest", 4),
        ([4, 4, 1, 2], "lowest", 4),
        ([4, 4, 1, 2], "median", 3),
        ([1, 4], "median", 3),
    ],
)
def test_label_pair_breaks_a_tie_of_grades(grades: list[int], tie: TieRule, relevance: int) -> None:
    assert label(grades, tie=tie) == Label(relevance, is_tie=True)


@pytest.mark.parametrize(
    ("grades", "rounding", "relevance", "median"),
    [
        ([1, 5, 4], "up", 4, 4.0),
        ([1, 4], "up", 3, 2.5),
        ([1, 4], "down", 2, 2.5),
        ([1, 4], "half-even", 2, 2.5),
        ([3, 4], "half-even", 4, 3.5),
    ],
)
def test_label_pair_by_median_keeps_the_unrounded_value(
    grades: list[int], rounding: Rounding, relevance: int, median: float
) -> None:
    policy = AggregationPolicy(aggregate="median", rounding=rounding)
    assert label_pair(grades, policy, fallback_relevant=True) == Label(relevance, median=median)


def test_label_pair_by_median_keeps_grades_whatever_the_threshold() -> None:
    policy = AggregationPolicy(aggregate="median", threshold=2)
    assert label_pair([4, 5, 1], policy, fallback_relevant=False).relevance == 4
