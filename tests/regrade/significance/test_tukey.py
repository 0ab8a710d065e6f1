from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from regrade.significance import SystemOptions, blocked_tukey, paired_t, two_way_anova
from tests.regrade.significance.tables import GRAFTS, draw_values, p_values


def test_blocked_tukey_of_the_grafts() -> None:
    """MS 7.326 on 15 degrees, q(4, 15) = 4.08: 4.08 sqrt(7.326 / 6) = 4.51 parts two pairs."""
    answer = blocked_tukey(GRAFTS)
    assert answer.residual_variance == pytest.approx(7.33, abs=0.005)
    assert (answer.df, answer.method) == (15, "studentized range")
    assert answer.critical_difference == pytest.approx(4.51, abs=0.01)
    beyond = [(p.baseline, p.system) for p in answer.pairs if abs(p.difference) > 4.51]
    assert beyond == [(0, 3), (1, 3)]


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
def test_an_interval_leaves_zero_out_where_p_is_below_its_level(confidence: float) -> None:
    values = draw_values(5, 12, seed=1, step=0.35)
    answer = blocked_tukey(values, options=SystemOptions(confidence=confidence))
    margin = answer.critical_difference
    assert margin is not None
    for pair in answer.pairs:
        low, high = pair.difference - margin, pair.difference + margin
        assert pair.interval == pytest.approx((low, high))
        assert pair.p_value is not None
        assert (low <= 0 <= high) == (pair.p_value > 1 - confidence)


def test_blocked_tukey_is_the_residual_of_the_anova_and_scipys_range() -> None:
    values = draw_values(4, 10, seed=2, step=0.3)
    noise = two_way_anova(values).row("residual").mean_square
    assert noise is not None
    for pair in blocked_tukey(values).pairs:
        q = abs(pair.difference) / math.sqrt(noise / 10)
        assert pair.p_value == pytest.approx(stats.studentized_range.sf(q, 4, 27), abs=1e-9)


def test_blocked_tukey_of_two_systems_is_the_paired_t_test() -> None:
    values = draw_values(2, 15, seed=3, step=0.4)
    (pair,), t = blocked_tukey(values).pairs, paired_t(values[0], values[1])
    assert pair.statistic == pytest.approx(t.statistic)
    assert pair.p_value == pytest.approx(t.p_value)
    assert pair.interval == pytest.approx(t.interval)


def test_blocked_tukey_sees_what_the_unpaired_form_misses() -> None:
    values = draw_values(3, 30, seed=4, step=0.5)
    unpaired = stats.tukey_hsd(*values).pvalue[0, 2]
    assert unpaired > 0.05 > (p_values(blocked_tukey(values))[1] or 0.0)


def test_blocked_tukey_without_residual_is_certain() -> None:
    values = np.array([[0.2, 0.4, 0.7], [0.4, 0.6, 0.9], [0.4, 0.6, 0.9]])
    answer = blocked_tukey(values)
    assert [pair.statistic for pair in answer.pairs] == [math.inf, math.inf, 0]
    assert p_values(answer) == [0, 0, 1]
    assert answer.pairs[0].interval == (0.2, 0.2)
