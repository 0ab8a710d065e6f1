from __future__ import annotations

import math
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.significance import paired_t, two_way_anova
from tests.regrade.significance.tables import COTTON, GRAFTS, draw_values
from tests.tiers import thorough


def test_two_way_anova_by_hand() -> None:
    """Effects of systems -1, 1, of topics -2, 0, 2; residuals 1, -1, 0 and their opposites."""
    table = two_way_anova(np.array([[-2.0, -2.0, 1.0], [-2.0, 2.0, 3.0]]))
    assert [row.sum_of_squares for row in table.rows] == [6, 16, 4, 26]
    assert [row.df for row in table.rows] == [1, 2, 2, 5]
    assert [row.mean_square for row in table.rows] == [6, 8, 2, None]
    assert [row.f for row in table.rows] == [3, 4, None, None]


def test_shares_by_hand() -> None:
    """Of the same table: (6 - 2) / (26 + 2), (6 - 2) / (6 + 5 * 2), 6 / 26 and 6 / 10."""
    system = two_way_anova(np.array([[-2.0, -2.0, 1.0], [-2.0, 2.0, 3.0]])).row("system")
    assert system.omega_squared == pytest.approx(1 / 7)
    assert system.partial_omega_squared == pytest.approx(1 / 4)
    assert system.eta_squared == pytest.approx(3 / 13)
    assert system.partial_eta_squared == pytest.approx(3 / 5)


def test_two_way_anova_has_the_published_table_of_the_cotton() -> None:
    table = two_way_anova(COTTON)
    squares = [round(row.sum_of_squares, 4) for row in table.rows]
    assert squares == [0.7324, 0.0971, 0.3495, 1.1790]
    assert table.row("system").f == pytest.approx(4.19, abs=0.005)


def test_two_way_anova_has_the_published_table_of_the_grafts() -> None:
    table = two_way_anova(GRAFTS)
    assert [round(row.sum_of_squares, 2) for row in table.rows] == [178.17, 192.25, 109.89, 480.31]
    assert table.row("system").f == pytest.approx(8.11, abs=0.005)
    assert table.row("system").p_value == pytest.approx(0.0019, abs=0.00005)


@thorough
@pytest.mark.parametrize("seed", range(3))
def test_two_way_anova_agrees_with_statsmodels(seed: int) -> None:
    pandas, formulas = import_module("pandas"), import_module("statsmodels.formula.api")
    anova_lm = import_module("statsmodels.api").stats.anova_lm
    values = draw_values(4, 9, seed=seed, step=0.3)
    systems, topics = np.indices(values.shape)
    cells = pandas.DataFrame({"v": values.ravel(), "s": systems.ravel(), "t": topics.ravel()})
    expected = anova_lm(formulas.ols("v ~ C(s) + C(t)", cells).fit())
    table = two_way_anova(values)
    for row, name in zip(table.rows, ("C(s)", "C(t)"), strict=False):
        assert row.sum_of_squares == pytest.approx(expected.loc[name, "sum_sq"])
        assert row.f == pytest.approx(expected.loc[name, "F"])
        assert row.p_value == pytest.approx(expected.loc[name, "PR(>F)"])


@given(st.integers(0, 1000), st.integers(2, 12))
def test_f_of_two_systems_is_the_square_of_t(seed: int, n_topics: int) -> None:
    values = draw_values(2, n_topics, seed=seed, step=0.5)
    system, pair = two_way_anova(values).row("system"), paired_t(values[0], values[1])
    assert pair.statistic is not None
    assert system.f == pytest.approx(pair.statistic**2)
    assert system.p_value == pytest.approx(pair.p_value)


def test_two_way_anova_of_a_sum_of_effects_has_an_infinite_f() -> None:
    """0.6 - 0.4 is not 0.4 - 0.2 in floating point, and yet no residual."""
    table = two_way_anova(np.array([[0.2, 0.4, 0.7], [0.4, 0.6, 0.9]]))
    assert table.row("residual").sum_of_squares == 0
    assert (table.row("system").f, table.row("system").p_value) == (math.inf, 0)


def test_two_way_anova_of_identical_systems_has_no_effect_of_system() -> None:
    system = two_way_anova(np.array([[0.2, 0.4, 0.7]] * 3)).row("system")
    assert (system.sum_of_squares, system.f, system.p_value) == (0, None, 1)
    assert (system.omega_squared, system.partial_eta_squared) == (0, 0)


def test_two_way_anova_of_one_value_has_shares_of_zero() -> None:
    topic = two_way_anova(np.full((3, 4), 0.3)).row("topic")
    assert topic[4:] == (None, 1, 0, 0, 0, 0)


@pytest.mark.parametrize("shape", [(0, 4), (1, 4), (4, 1), (4, 0)])
def test_two_way_anova_of_fewer_than_two_has_no_rows(shape: tuple[int, int]) -> None:
    assert two_way_anova(np.zeros(shape)) == (*shape, ())


def test_two_way_anova_names_the_cell_that_is_no_number() -> None:
    values = np.zeros((3, 4))
    values[2, 1] = np.nan
    with pytest.raises(ValueError, match="system 2 on topic 1 is nan"):
        two_way_anova(values)
