from __future__ import annotations

import math
from collections.abc import Callable
from importlib import import_module

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from regrade.whatif.components import Components, Shares, variance_components
from tests.tiers import thorough

# Effects of topics -2, 0, 2 and of people -1, 1, mean 3; residuals 1, -1, 0 and their opposites.
BY_HAND = np.array([[-2.0, -2.0], [-2.0, 2.0], [1.0, 3.0]]) + 3.0


def components(topics: float, people: float, residual: float, mean: float = 0.0) -> Components:
    return Components(mean, 10, 4, topics, people, residual, 0.0, 0.0, 0.0)


def drawn(rng: np.random.Generator, *variances: float) -> NDArray[np.float64]:
    """A table of 30 topics and 6 people with these variances of topics, people and residual."""
    shapes = (30, 1), (1, 6), (30, 6)
    effects = zip(variances, shapes, strict=True)
    return sum((rng.normal(0, math.sqrt(v), shape) for v, shape in effects), np.zeros((30, 6)))


def test_components_by_hand() -> None:
    """Mean squares 16 / 2, 6 / 1 and 4 / 2."""
    found = variance_components(BY_HAND)
    assert found[:3] == pytest.approx((3.0, 3, 2))
    assert found[3:9] == pytest.approx(((8 - 2) / 2, (6 - 2) / 3, 2, 8, 6, 2))
    assert found.was_negative == ()
    parts = np.array([3 / 3, 4 / 3 / 2, 2 / 6])
    assert found.shares() == pytest.approx(tuple(parts / parts.sum()))
    assert found.variance_of_mean(6, 2) == pytest.approx(3 / 6 + 4 / 3 / 2 + 2 / 12)


@thorough
def test_mean_squares_agree_with_statsmodels() -> None:
    pandas, formulas = import_module("pandas"), import_module("statsmodels.formula.api")
    anova_lm = import_module("statsmodels.api").stats.anova_lm
    table = drawn(np.random.default_rng(3), 0.4, 0.1, 0.5)
    topics, people = np.indices(table.shape)
    cells = pandas.DataFrame({"v": table.ravel(), "t": topics.ravel(), "p": people.ravel()})
    expected = anova_lm(formulas.ols("v ~ C(t) + C(p)", cells).fit())["mean_sq"]
    found = variance_components(table)
    assert found.mean_square_topics == pytest.approx(expected["C(t)"])
    assert found.mean_square_people == pytest.approx(expected["C(p)"])
    assert found.mean_square_residual == pytest.approx(expected["Residual"])


def test_known_components_are_found_on_average() -> None:
    """Over 400 tables; the standard error of each mean is below a 30th of the component."""
    rng, truth = np.random.default_rng(11), (0.5, 0.3, 1.0)
    found = [variance_components(drawn(rng, *truth)) for _ in range(400)]
    means = np.mean([(one.topics, one.people, one.residual) for one in found], axis=0)
    assert means == pytest.approx(truth, rel=0.1)


def test_people_who_judge_alike_leave_only_the_topics() -> None:
    table = np.repeat([[0.1], [0.4], [-0.2]], 3, axis=1)
    found = variance_components(table)
    assert (found.people, found.residual, found.was_negative) == (0.0, 0.0, ())
    assert found.topics == pytest.approx(np.var([0.1, 0.4, -0.2], ddof=1))
    assert found.shares() == (1.0, 0.0, 0.0)


def test_an_estimate_below_zero_is_set_to_zero_and_named() -> None:
    """Columns have one mean, so people's mean square is 0 and the residual's is not."""
    found = variance_components(np.array([[1.0, 2.0], [5.0, 4.0]]))
    assert (found.people, found.was_negative) == (0.0, ("people",))
    assert [found.topics, found.residual] == pytest.approx([4.0, 1.0])


def test_a_table_of_one_value_has_no_variance_and_no_shares() -> None:
    found = variance_components(np.full((3, 2), 0.7))
    assert found.shares() == Shares(0.0, 0.0, 0.0)
    assert found.topics_needed(1, 0.1) == 2


def test_the_half_width_of_one_vote_of_many_topics_is_students() -> None:
    """Without people, this is the interval of a mean of topics with variance 1 + 2 / 4."""
    expected = stats.t.ppf(0.95, 24) * math.sqrt(1.5 / 25)
    assert components(1, 0, 2).half_width(25, 4, confidence=0.9) == pytest.approx(expected)


@pytest.mark.parametrize("n_people", [1, 3])
def test_topics_needed_is_the_least_number_that_leaves_out_zero(n_people: int) -> None:
    found = components(0.04, 0.0001, 0.1)
    n = found.topics_needed(n_people, -0.05)
    assert n is not None
    assert found.half_width(n, n_people) < 0.05 <= found.half_width(n - 1, n_people)


def test_people_can_keep_the_interval_open_for_any_number_of_topics() -> None:
    found = components(0.04, 0.01, 0.1)
    assert found.topics_needed(2, 0.1) is None  # 1.96 sqrt(.01 / 2) = .139
    assert found.topics_needed(8, 0.1) is not None
    assert found.topics_needed(8, 0.1, most=10) is None
    assert found.topics_needed(8, 0.0) is None


def test_the_grid_has_every_design() -> None:
    found = components(1, 1, 1)
    grid = found.study_grid([10, 20], [1, 2])
    assert [row[:2] for row in grid] == [(10, 1), (10, 2), (20, 1), (20, 2)]
    assert [row.half_width for row in grid] == [found.half_width(t, p) for t, p, _ in grid]


@pytest.mark.parametrize(
    ("table", "named"),
    [
        (np.zeros(4), r"\(4,\)"),
        (np.zeros((1, 4)), r"\(1, 4\)"),
        (np.zeros((4, 1)), r"\(4, 1\)"),
        (np.array([[1.0, np.nan], [1.0, 2.0]]), "topic 0 and person 1 is nan"),
        (np.array([[1.0, 2.0], [np.inf, 2.0]]), "topic 1 and person 0 is inf"),
    ],
)
def test_only_complete_tables_of_two_by_two_and_more_are_taken(
    table: NDArray[np.float64], named: str
) -> None:
    with pytest.raises(ValueError, match=named):
        variance_components(table)


@pytest.mark.parametrize(
    ("ask", "named"),
    [
        (lambda c: c.variance_of_mean(0, 1), "0 and 1"),
        (lambda c: c.half_width(2, 0), "2 and 0"),
        (lambda c: c.half_width(1, 1), "not 1"),
        (lambda c: c.half_width(2, 1, confidence=1.0), "1.0"),
        (lambda c: c.topics_needed(1, math.nan), "nan"),
        (lambda c: c.topics_needed(1, 0.1, most=1), "`most` is 1"),
    ],
)
def test_designs_that_are_none_are_refused(ask: Callable[[Components], object], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        ask(components(1, 1, 1))
