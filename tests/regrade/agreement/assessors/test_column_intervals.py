"""Intervals of two columns are those of their statistics, drawn pair by pair."""

from __future__ import annotations

import numpy as np
import pytest

from regrade.agreement.assessors.column_intervals import (
    column_intervals,
    tables_by_topic,
)
from regrade.agreement.coefficients.cohen import CohenKappa
from regrade.agreement.coefficients.statistic import Mean, Rows, Statistic
from regrade.agreement.intervals.bootstrap import bootstrap_interval
from regrade.agreement.intervals.estimates import Sampling

SCALE = np.arange(4)
MADE = np.random.default_rng(11)
TOPICS = MADE.integers(0, 8, size=60) * 10
FIRST, SECOND = MADE.integers(0, 4, size=(2, 60)).astype(np.float64)
FIRST[::9] = SECOND[::7] = np.nan
BOTH = np.column_stack([FIRST, SECOND])
CASES: dict[str, tuple[Statistic, Rows]] = {
    "percent_agreement": (Mean(), np.where(np.isnan(FIRST + SECOND), np.nan, FIRST == SECOND)),
    "mean_difference": (Mean(), FIRST - SECOND),
    "cohen_kappa": (CohenKappa(SCALE), BOTH),
    "cohen_kappa_linear": (CohenKappa(SCALE, "linear"), BOTH),
    "cohen_kappa_quadratic": (CohenKappa(SCALE, "quadratic"), BOTH),
}


@pytest.mark.parametrize("name", CASES)
def test_each_interval_is_that_of_its_statistic(name: str) -> None:
    found = column_intervals(tables_by_topic(FIRST, SECOND, TOPICS, SCALE), SCALE, Sampling(3))
    alone = bootstrap_interval(*CASES[name], TOPICS, rng=np.random.default_rng(3))
    assert found.n_topics == 8
    assert getattr(found, name) == pytest.approx((alone.low, alone.high))


def test_of_few_topics_there_is_no_interval() -> None:
    found = column_intervals(tables_by_topic(FIRST, SECOND, TOPICS % 40, SCALE), SCALE)
    assert found == (4, None, None, None, None, None)
    nothing = column_intervals(tables_by_topic(FIRST[:0], SECOND[:0], TOPICS[:0], SCALE), SCALE)
    assert nothing == (0, None, None, None, None, None)
