from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from regrade.significance.families import Contrasts, SystemsTest, list_pairs
from regrade.significance.layout import two_way_layout
from regrade.significance.maxima import Tail, critical_value, studentized


def t_statistics(differences: NDArray[np.float64], standard_error: float) -> NDArray[np.float64]:
    """Differences over their standard error; without error 0 stays 0 and the rest is infinite."""
    if standard_error > 0.0:
        return differences / standard_error
    return np.where(differences == 0.0, 0.0, np.copysign(np.inf, differences))


def simultaneous_test(
    name: str,
    method: str,
    values: NDArray[np.float64],
    means: NDArray[np.float64],
    contrasts: Contrasts,
    tail: Tail,
    confidence: float,
) -> SystemsTest:
    """Differences judged at once by the two-way layout's residual, topics as blocks.

    Args:
        name: the test's key in SYSTEM_TESTS.
        method: the distribution of the largest |t|.
        values: shape (n_systems, n_topics), at least 2 by 2, finite.
        means: shape (n_systems,).
        contrasts: the differences to judge.
        tail: P(largest |t| of the family > x), were the residual's variance known.
        confidence: of the intervals, all at once.
    """
    layout = two_way_layout(values)
    standard_error = math.sqrt(2.0 * layout.residual_variance / values.shape[1])
    statistics = t_statistics(contrasts.differences, standard_error)
    p_value = studentized(tail, layout.df)
    margin = critical_value(p_value, confidence) * standard_error
    return SystemsTest(
        name,
        method,
        values.shape[0],
        values.shape[1],
        tuple(means.tolist()),
        list_pairs(contrasts, statistics, p_value(np.abs(statistics)), margin),
        confidence=confidence,
        critical_difference=margin,
        residual_variance=layout.residual_variance,
        df=float(layout.df),
    )
