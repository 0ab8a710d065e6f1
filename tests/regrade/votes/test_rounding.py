from __future__ import annotations

import pytest

from regrade.votes.rounding import Rounding, round_relevance, rounded_median


@pytest.mark.parametrize(
    ("value", "up", "down", "half_even"),
    [(2.5, 3, 2, 2), (3.5, 4, 3, 4), (3.0, 3, 3, 3), (-0.5, 0, -1, 0), (-1.5, -1, -2, -2)],
)
def test_round_relevance(value: float, up: int, down: int, half_even: int) -> None:
    rounded = [round_relevance(value, rounding) for rounding in ("up", "down", "half-even")]
    assert rounded == [up, down, half_even]


@pytest.mark.parametrize(
    ("grades", "rounding", "median"),
    [
        ([5, 1, 2], "down", 2),
        ([4, 1], "up", 3),
        ([4, 1], "down", 2),
        ([4, 1], "half-even", 2),
        ([1, 1, 5, 5], "down", 3),
        ([4], "up", 4),
    ],
)
def test_rounded_median(grades: list[int], rounding: Rounding, median: int) -> None:
    assert rounded_median(grades, rounding) == median
