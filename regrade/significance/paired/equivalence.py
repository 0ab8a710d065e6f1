from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from regrade.extras import extra
from regrade.given import explained
from regrade.significance.options import DEFAULTS, PairOptions
from regrade.significance.pairs import (
    DECIMALS,
    PairedTest,
    paired_differences,
    without_answer,
)


@explained
def equivalence(
    baseline: NDArray[np.float64], run: NDArray[np.float64], *, options: PairOptions = DEFAULTS
) -> PairedTest:
    """Two one-sided paired t-tests (TOST): is the mean difference inside the bounds?

    t_lower = (mean(d) - lower) / se,  t_upper = (mean(d) - upper) / se,  se = sd(d) / sqrt(n),
    p_lower = P(T >= t_lower),  p_upper = P(T <= t_upper),  p = max(p_lower, p_upper),
    d = run - baseline,  n - 1 degrees of freedom. A small p says that the runs are equivalent.

    Args:
        baseline: shape (n_topics,). The baseline's value per topic.
        run: shape (n_topics,). The run's value for the same topics in the same order.
        options: `bounds`, in the measure's units, must be given. At `confidence` c the level of
            the test is 1 - c, so that the interval has 2c - 1: 90% for the usual .95.

    Returns:
        The t of the side with the larger p, that p, both in `one_sided` (lower, upper), and the
        interval, which lies inside the bounds exactly when p is below 1 - c. A difference that is
        the same on every topic gives p 0 if it lies inside the bounds, and 1 on them or outside,
        with t infinite, but 0 on a bound; fewer than two topics give None.

    Raises:
        ValueError: no bounds, confidence up to .5, lengths that differ, a value not finite.

    Source:
        Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15(6), 1987. statsmodels'
        ttost_mean on the differences, which is ttost_paired.
    """
    bounds = _checked_bounds(options)
    differences = paired_differences(baseline, run)
    answer = without_answer("equivalence", differences)._replace(bounds=bounds)
    if differences.size < 2:
        return answer
    level = round(2.0 * options.confidence - 1.0, DECIMALS)
    answer = answer._replace(method="two one-sided t-tests", confidence=level)
    if np.ptp(differences) == 0.0:
        return _same_everywhere(float(differences[0]), answer, bounds)
    lower, upper = _one_sided_tests(differences, bounds)
    low, high = stats.ttest_1samp(differences, 0.0).confidence_interval(level)
    return _answered(answer, (lower[0], upper[0]), (lower[1], upper[1]), (low, high))


def _checked_bounds(options: PairOptions) -> tuple[float, float]:
    if options.bounds is None:
        raise ValueError(
            "an equivalence test needs bounds, between which differences do not matter"
        )
    if options.confidence <= 0.5:
        raise ValueError(f"an equivalence test needs confidence above .5, got {options.confidence}")
    return options.bounds


def _one_sided_tests(differences: NDArray[np.float64], bounds: tuple[float, float]) -> Any:
    """Of the lower and of the upper bound: t, p and the degrees of freedom."""
    with extra("An equivalence test"):
        from statsmodels.stats.weightstats import DescrStatsW

    _, lower, upper = DescrStatsW(differences).ttost_mean(*bounds)
    return lower, upper


def _same_everywhere(
    difference: float, answer: PairedTest, bounds: tuple[float, float]
) -> PairedTest:
    above, below = difference - bounds[0], difference - bounds[1]
    # The sign of a distance times infinity; 0 stays 0.
    t_values = tuple(float(np.sign(side)) * np.inf if side else 0.0 for side in (above, below))
    p_values = (0.0 if above > 0.0 else 1.0, 0.0 if below < 0.0 else 1.0)
    answer = answer._replace(mean_difference=difference)
    return _answered(answer, (t_values[0], t_values[1]), p_values, (difference, difference))


def _answered(
    answer: PairedTest,
    t_values: tuple[float, float],
    p_values: tuple[float, float],
    interval: tuple[float, float],
) -> PairedTest:
    worse = int(p_values[1] > p_values[0])
    return answer._replace(
        statistic=float(t_values[worse]),
        p_value=float(p_values[worse]),
        one_sided=(float(p_values[0]), float(p_values[1])),
        interval=(float(interval[0]), float(interval[1])),
    )
