from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

# Values of measures are at most a few thousand; what stands behind the twelfth decimal of a
# difference is rounding, not effect: 0.6 - 0.4 and 0.4 - 0.2 are a tie.
DECIMALS = 12


class PairedTest(NamedTuple):
    """What a two-sided paired test says of a run against a baseline.

    Attributes:
        statistic: the test's own, t or W; None when fewer than two topics are given.
        p_value: in [0, 1]; None when fewer than two topics are given.
        n: topics.
        mean_difference: mean of run minus baseline; None when no topic is given.
        interval: 95% interval of the mean difference; None where the test has none.
    """

    statistic: float | None
    p_value: float | None
    n: int
    mean_difference: float | None
    interval: tuple[float, float] | None = None


def paired_differences(
    baseline: NDArray[np.float64], run: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Run minus baseline, topic by topic, rounded to twelve decimals.

    Args:
        baseline: shape (n_topics,). The baseline's value per topic.
        run: shape (n_topics,). The run's value for the same topics in the same order.

    Raises:
        ValueError: lengths that differ, more than one dimension, or a value that is not finite.
    """
    if baseline.ndim != 1 or baseline.shape != run.shape:
        raise ValueError(f"values of the same topics, got shapes {baseline.shape} and {run.shape}")
    if not (np.isfinite(baseline).all() and np.isfinite(run).all()):
        raise ValueError("a topic's value is not a finite number")
    return np.round(run - baseline, DECIMALS)


def too_few(differences: NDArray[np.float64]) -> PairedTest:
    """The answer for fewer than two topics, of which no test can say anything."""
    mean = float(differences[0]) if differences.size else None
    return PairedTest(None, None, differences.size, mean)
