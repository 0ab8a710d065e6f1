from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from regrade.given import explained


@explained
def mean_interval(
    values: NDArray[np.float64],
    *,
    confidence: float = 0.95,
    limits: tuple[float, float] = (-math.inf, math.inf),
) -> tuple[float, float] | None:
    """Student's interval of a system's mean over topics.

    mean -+ t s / sqrt(n),  t the (1 + confidence) / 2 quantile with n - 1 degrees of freedom

    It shows how much the mean would vary with other topics. Two systems share their topics, so
    intervals that overlap say nothing of their difference: that is `paired_t`'s.

    Args:
        values: shape (n_topics,). One system's values; n is their number.
        confidence: between 0 and 1.
        limits: the least and greatest value that a topic can have, as `Measure.limits`. No mean
            lies beyond them, so an interval that ends there holds the truth just as often.

    Returns:
        Low and high, neither beyond the limits; None for fewer than two topics.

    Raises:
        ValueError: a confidence outside these limits.

    Source:
        Student, The probable error of a mean, Biometrika 6(1), 1908.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence lies between 0 and 1, got {confidence}")
    if values.size < 2:
        return None
    quantile = stdtrit(values.size - 1, (1 + confidence) / 2)
    reach = float(quantile * values.std(ddof=1) / math.sqrt(values.size))
    mean = float(values.mean())
    return max(mean - reach, limits[0]), min(mean + reach, limits[1])
