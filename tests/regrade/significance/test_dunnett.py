from __future__ import annotations

import math

import numpy as np
import pytest

from regrade.significance import SystemOptions, blocked_dunnett, blocked_tukey, paired_t
from tests.regrade.significance.tables import COTTON, draw_values, p_values


def test_blocked_dunnett_of_the_cotton() -> None:
    """MS .043685 on 8 degrees and d(4, 8) = 3.02, as tabled two-sided: 3.02 sqrt(2 MS / 3)."""
    answer = blocked_dunnett(COTTON)
    assert (answer.df, answer.method) == (8, "multivariate t")
    assert answer.critical_difference == pytest.approx(3.02 * 0.170655, abs=0.003)


def test_blocked_dunnett_compares_all_others_with_the_baseline() -> None:
    answer = blocked_dunnett(COTTON, options=SystemOptions(baseline=2))
    assert [(pair.baseline, pair.system) for pair in answer.pairs] == [
        (2, 0),
        (2, 1),
        (2, 3),
        (2, 4),
    ]
    assert answer.pairs[0].difference == pytest.approx(COTTON[0].mean() - COTTON[2].mean())


def test_blocked_dunnett_of_two_systems_is_the_paired_t_test() -> None:
    values = draw_values(2, 15, seed=3, step=0.4)
    (pair,), t = blocked_dunnett(values).pairs, paired_t(values[0], values[1])
    assert (pair.statistic, pair.p_value) == pytest.approx((t.statistic, t.p_value))
    assert pair.interval == pytest.approx(t.interval)


def test_blocked_dunnett_asks_less_than_tukey_and_more_than_a_lone_test() -> None:
    values = draw_values(4, 20, seed=5, step=0.3)
    dunnett, tukey = blocked_dunnett(values), blocked_tukey(values)
    for ours, theirs in zip(dunnett.pairs, tukey.pairs[:3], strict=True):
        assert ours.statistic == pytest.approx(theirs.statistic)
        assert (ours.p_value or 0) < (theirs.p_value or 0)
    assert (dunnett.critical_difference or 0) < (tukey.critical_difference or 0)


def test_blocked_dunnett_without_residual_is_certain() -> None:
    answer = blocked_dunnett(np.array([[0.2, 0.4, 0.7], [0.4, 0.6, 0.9], [0.2, 0.4, 0.7]]))
    assert [pair.statistic for pair in answer.pairs] == [math.inf, 0]
    assert p_values(answer) == [0, 1]


def test_blocked_dunnett_refuses_a_baseline_that_is_no_system() -> None:
    with pytest.raises(ValueError, match="baseline 5 is none of the 5 systems"):
        blocked_dunnett(COTTON, options=SystemOptions(baseline=5))
