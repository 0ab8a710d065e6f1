from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from statsmodels.stats import inter_rater

from regrade.agreement.counting.scale import Grades, Weighting
from tests.regrade.agreement.counted import cohen_kappa, cohen_kappa_quadratic

Kappa = Callable[[Grades, Grades], float | None]
SCALE = range(1, 6)


def grades(*values: int) -> Grades:
    return np.array(values, dtype=np.int64)


def test_cohen_kappa_by_hand() -> None:
    # 3 of 4 agree; by chance 3/4 * 1/2 + 1/4 * 1/2 = 1/2; (3/4 - 1/2) / (1 - 1/2)
    assert cohen_kappa(grades(1, 1, 1, 2), grades(1, 1, 2, 2)) == pytest.approx(1 / 2)


def test_cohen_kappa_quadratic_by_hand() -> None:
    first, second = grades(1, 1, 3), grades(1, 2, 2)
    observed = (0 + 1 + 1) / 3
    expected = ((0 + 1 + 1) + (0 + 1 + 1) + (4 + 1 + 1)) / 9
    assert cohen_kappa_quadratic(first, second) == pytest.approx(1 - observed / expected)


def test_cohen_kappa_quadratic_measures_the_distance_of_values() -> None:
    """Nobody gave 2, 3 or 4: 1 and 5 are four apart all the same, not one."""
    observed = (0 + 0 + 16 + 1) / 4
    expected = ((0 + 1 + 0 + 0) + (1 + 0 + 1 + 1) + (16 + 25 + 16 + 16) + (1 + 0 + 1 + 1)) / 16
    kappa = cohen_kappa_quadratic(grades(1, 0, 5, 0), grades(1, 0, 1, 1))
    assert kappa == pytest.approx(1 - observed / expected)


def test_cohen_kappa_linear_by_hand() -> None:
    first, second = grades(1, 1, 3), grades(1, 2, 2)
    observed = (0 + 1 + 1) / 3
    expected = ((0 + 1 + 1) + (0 + 1 + 1) + (2 + 1 + 1)) / 9
    kappa = cohen_kappa(first, second, weighting="linear")
    assert kappa == pytest.approx(1 - observed / expected)


def test_cohen_kappa_is_the_same_on_a_scale_with_grades_that_nobody_gave() -> None:
    first, second = grades(1, 1, 3), grades(1, 2, 2)
    for weighting in get_args(Weighting):
        narrow = cohen_kappa(first, second, weighting=weighting)
        assert cohen_kappa(first, second, weighting=weighting, scale=range(9)) == narrow


def test_cohen_kappa_of_a_grade_off_the_scale_is_refused() -> None:
    with pytest.raises(ValueError, match="grade 4"):
        cohen_kappa(grades(1, 4), grades(1, 2), scale=range(4))


def test_a_scale_that_does_not_ascend_is_refused() -> None:
    with pytest.raises(ValueError, match="0, 2, 1"):
        cohen_kappa(grades(1), grades(1), scale=[0, 2, 1])


@pytest.mark.parametrize("kappa", [cohen_kappa, cohen_kappa_quadratic])
def test_cohen_kappa_where_undefined_is_none(kappa: Kappa) -> None:
    assert kappa(grades(), grades()) is None
    assert kappa(grades(3, 3), grades(3, 3)) is None


@pytest.mark.parametrize("kappa", [cohen_kappa, cohen_kappa_quadratic])
def test_cohen_kappa_of_two_who_never_share_a_grade_is_chance(kappa: Kappa) -> None:
    assert kappa(grades(1, 1), grades(2, 2)) == 0.0


@given(st.lists(st.tuples(st.sampled_from(SCALE), st.sampled_from(SCALE)), min_size=1))
def test_cohen_kappa_agrees_with_statsmodels(couples: list[tuple[int, int]]) -> None:
    first, second = np.array(couples, dtype=np.int64).T
    assume(len(set(first) | set(second)) > 1)
    table = np.zeros((5, 5))
    np.add.at(table, (first - 1, second - 1), 1)
    plain = inter_rater.cohens_kappa(table, return_results=False)
    weighted = inter_rater.cohens_kappa(table, wt="quadratic", return_results=False)
    linear = inter_rater.cohens_kappa(table, wt="linear", return_results=False)
    assert cohen_kappa(first, second) == pytest.approx(plain, abs=1e-12)
    assert cohen_kappa(first, second, weighting="linear") == pytest.approx(linear, abs=1e-12)
    assert cohen_kappa_quadratic(first, second) == pytest.approx(weighted, abs=1e-12)
