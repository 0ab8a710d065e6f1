"""Pairs of measurements whose tests stand in textbooks, as (before, after)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Pairs = tuple[NDArray[np.float64], NDArray[np.float64]]

# Student, Biometrika 6(1), 1908: hours of sleep gained by ten patients on each of two drugs.
SLEEP: Pairs = (
    np.array([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]),
    np.array([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]),
)
# Hollander and Wolfe, Nonparametric Statistical Methods, 1973, table 3.1: Hamilton depression
# scale factor IV of nine patients at their first and second visit.
DEPRESSION: Pairs = (
    np.array([1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]),
    np.array([0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]),
)
# Darwin's maize, inches, self-fertilized and crossed; Fisher, The Design of Experiments, 1935,
# chapter 3.
MAIZE: Pairs = (
    np.array(
        [
            *(17.375, 20.375, 20, 20, 18.375, 18.625, 18.625, 15.25),
            *(16.5, 18, 16.25, 18, 12.75, 15.5, 18),
        ]
    ),
    np.array(
        [23.5, 12, 21, 22, 19.125, 21.5, 22.125, 20.375, 18.25, 21.625, 23.25, 21, 22.125, 23, 12]
    ),
)
# Lakens, Frontiers in Psychology 4:863, 2013, table 1: ten ratings of two movies.
MOVIES: Pairs = (
    np.array([9.0, 6, 7, 8, 7, 9, 8, 8, 8, 7]),
    np.array([9.0, 7, 8, 9, 8, 9, 9, 10, 9, 9]),
)
# Benjamini and Hochberg, JRSS B 57(1), 1995, section 3.2: fifteen comparisons of two treatments.
FIFTEEN_P_VALUES = [
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344),
    *(0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000),
]


def from_zero(*differences: float) -> Pairs:
    """Two runs with these differences."""
    run = np.array(differences, np.float64)
    return np.zeros(run.size), run
