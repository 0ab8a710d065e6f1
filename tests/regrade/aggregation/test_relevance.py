from __future__ import annotations

import math
from collections.abc import Callable
from statistics import fmean, median, multimode
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.aggregation import AggregationPolicy, aggregate
from regrade.aggregation.policy import Aggregate, TieRule
from regrade.votes.rounding import ROUNDINGS, Rounding
from regrade.votes.vote import Vote
from tests.annotation.made_campaigns import cast

SCALE = range(1, 6)
ROUND: dict[str, Callable[[float], int]] = {"up": math.ceil, "down": math.floor, "half-even": round}


def label(
    *grades: int, aggregated: Aggregate = "majority", relevant: bool = False, **options: Any
) -> tuple[int | None, bool]:
    """The label of one pair with these grades, and whether the tie rule decided."""
    policy = AggregationPolicy(aggregate=aggregated, **options)
    votes = [Vote("q1", 7, f"a{number}", grade) for number, grade in enumerate(grades)]
    result = aggregate(votes, policy, scale=SCALE, fallback={"q1": [7] if relevant else [8]})
    is_tie = result.n_ties > 0 or not result.labels  # what is left unjudged is of no topic
    return result.labels.get("q1", {}).get(7), is_tie


@pytest.mark.parametrize(
    ("grades", "liberal", "strict"),
    [([1, 2, 3], 1, 0), ([2, 2, 1], 1, 0), ([1, 1, 5], 0, 0), ([3, 5, 1], 1, 1), ([2], 1, 0)],
)
def test_a_majority_makes_votes_binary_first(grades: list[int], liberal: int, strict: int) -> None:
    assert label(*grades, threshold=2) == (liberal, False)
    assert label(*grades, threshold=3) == (strict, False)


@pytest.mark.parametrize(
    ("tie", "relevant", "relevance"),
    [
        ("fallback", True, 1),
        ("fallback", False, 0),
        ("highest", False, 1),
        ("lowest", True, 0),
        ("unjudged", True, None),
    ],
)
def test_a_split_of_binary_votes(tie: TieRule, relevant: bool, relevance: int | None) -> None:
    assert label(1, 2, 5, 3, threshold=3, tie=tie, relevant=relevant) == (relevance, True)


@pytest.mark.parametrize(
    ("grades", "rounding", "relevance"), [([2, 3], "up", 1), ([2, 3], "down", 0), ([1, 3], "up", 0)]
)
def test_a_split_is_broken_by_the_median_grade_against_the_threshold(
    grades: list[int], rounding: Rounding, relevance: int
) -> None:
    assert label(*grades, threshold=3, tie="median", rounding=rounding) == (relevance, True)


def test_the_fallback_is_read_on_a_tie_only() -> None:
    assert label(1, 1, 5, threshold=3, tie="fallback", relevant=True) == (0, False)


def test_a_majority_of_grades_needs_more_than_half() -> None:
    assert label(4, 4, 1) == (4, False)
    assert label(4, 4, 1, 2) == (None, True)


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
def test_a_tie_of_grades(grades: list[int], tie: TieRule, relevance: int) -> None:
    assert label(*grades, tie=tie) == (relevance, True)


@pytest.mark.parametrize(
    ("aggregated", "grades", "tie", "found"),
    [
        ("plurality", [4, 4, 1, 2], "unjudged", (4, False)),
        ("plurality", [4, 4, 1, 1, 5], "lowest", (1, True)),
        ("unanimous", [3, 3, 3], "unjudged", (3, False)),
        ("unanimous", [3, 3, 5], "unjudged", (None, True)),
        ("unanimous", [3, 3, 5, 1], "highest", (5, True)),  # among all that were given
        ("unanimous", [3, 3, 5, 1], "lowest", (1, True)),
        ("highest", [3, 3, 5, 1], "unjudged", (5, False)),
        ("lowest", [3, 3, 5, 1], "unjudged", (1, False)),
        ("mean", [1, 1, 2], "unjudged", (2, False)),
        ("weighted", [2, 2, 5], "unjudged", (2, False)),
        ("dawid-skene", [2, 2, 5], "unjudged", (2, False)),
    ],
)
def test_what_votes_come_to(
    aggregated: Aggregate, grades: list[int], tie: TieRule, found: tuple[int | None, bool]
) -> None:
    assert label(*grades, aggregated=aggregated, tie=tie) == found


@pytest.mark.parametrize("aggregated", ["plurality", "unanimous", "weighted", "dawid-skene"])
def test_values_are_counted_after_a_threshold(aggregated: Aggregate) -> None:
    assert label(2, 4, 5, aggregated=aggregated, threshold=2) == (1, False)
    assert label(1, 1, 1, aggregated=aggregated, threshold=2) == (0, False)


@pytest.mark.parametrize(
    ("grades", "rounding", "relevance", "exact"),
    [
        ([1, 5, 4], "up", 4, 4.0),
        ([1, 4], "up", 3, 2.5),
        ([1, 4], "down", 2, 2.5),
        ([1, 4], "half-even", 2, 2.5),
        ([3, 4], "half-even", 4, 3.5),
    ],
)
def test_a_median_keeps_its_unrounded_value(
    grades: list[int], rounding: Rounding, relevance: int, exact: float
) -> None:
    policy = AggregationPolicy(aggregate="median", rounding=rounding)
    result = aggregate(cast("q1", 7, *grades), policy, scale=SCALE)
    assert (result.labels, result.exact.tolist()) == ({"q1": {7: relevance}}, [exact])


@pytest.mark.parametrize("aggregated", ["median", "mean", "highest", "lowest"])
def test_numbers_stay_grades_whatever_the_threshold(aggregated: Aggregate) -> None:
    assert label(4, 4, 4, aggregated=aggregated, threshold=2) == (4, False)


@given(st.lists(st.integers(1, 5), min_size=1, max_size=9), st.sampled_from(ROUNDINGS))
def test_each_aggregate_is_what_its_name_says(grades: list[int], rounding: Rounding) -> None:
    """Held against the standard library, one pair at a time."""
    modes = multimode(grades)
    most = grades.count(modes[0])
    expected: dict[Aggregate, int | None] = {
        "majority": modes[0] if 2 * most > len(grades) else None,
        "plurality": modes[0] if len(modes) == 1 else None,
        "unanimous": grades[0] if most == len(grades) else None,
        "median": ROUND[rounding](median(grades)),
        "mean": ROUND[rounding](fmean(grades)),
        "highest": max(grades),
        "lowest": min(grades),
    }
    found = {one: label(*grades, aggregated=one, rounding=rounding)[0] for one in expected}
    assert found == expected


def test_a_competent_assessor_outweighs_two_who_guess() -> None:
    """Alice and bob agree on twenty pairs; carol and dave say 1 whatever is asked, and once 2."""
    votes = [
        vote
        for passage in range(20)
        for vote in cast("q1", passage, 1 + passage % 5, 1 + passage % 5, 1, 1)
    ]
    disputed = [Vote("q1", 99, "alice", 5), Vote("q1", 99, "carol", 1), Vote("q1", 99, "dave", 1)]
    for aggregated, grade in (("majority", 1), ("weighted", 5), ("dawid-skene", 5)):
        policy = AggregationPolicy(aggregate=aggregated)  # type: ignore[arg-type]
        result = aggregate([*votes, *disputed], policy, scale=SCALE)
        assert result.labels["q1"][99] == grade, aggregated


def test_a_grade_off_the_scale_is_refused() -> None:
    with pytest.raises(ValueError, match="grade 6"):
        label(6)
