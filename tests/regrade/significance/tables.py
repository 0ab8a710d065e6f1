"""Tables of values of systems on topics, for tests."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from regrade.significance import SystemsTest

# Strength of cotton under five dressings of potash (rows) in three blocks: Cochran and Cox,
# Experimental Designs, 1957, chapter 4.
COTTON = np.array(
    [
        [7.62, 8.00, 7.93],
        [8.14, 8.15, 7.87],
        [7.76, 7.73, 7.74],
        [7.17, 7.57, 7.80],
        [7.46, 7.68, 7.21],
    ]
)

# Yield of vascular grafts under four pressures (rows) from six batches of resin: Montgomery,
# Design and Analysis of Experiments, 2005, chapter 4.
GRAFTS = np.array(
    [
        [90.3, 89.2, 98.2, 93.9, 87.4, 97.9],
        [92.5, 89.5, 90.6, 94.7, 87.0, 95.8],
        [85.5, 90.8, 89.6, 86.2, 88.0, 93.4],
        [82.5, 89.5, 85.6, 87.4, 78.9, 90.7],
    ]
)

# Effort to rise from four types of stool (rows), by nine people: Pinheiro and Bates,
# Mixed-Effects Models in S and S-PLUS, 2000, chapter 1.
STOOLS = np.array(
    [
        [12, 10, 7, 7, 8, 9, 8, 7, 9],
        [15, 14, 14, 11, 11, 11, 12, 11, 13],
        [12, 13, 13, 10, 8, 11, 12, 8, 10],
        [10, 12, 9, 9, 7, 10, 11, 7, 8],
    ],
    np.float64,
)


def draw_values(
    n_systems: int, n_topics: int, *, seed: int, step: float = 0.0
) -> NDArray[np.float64]:
    """Normal values with a topic's effect; each system is better than the one before by step."""
    rng = np.random.default_rng(seed)
    noise, topics = rng.normal(size=(n_systems, n_topics)), rng.normal(size=n_topics)
    return np.asarray(noise + 2.0 * topics + step * np.arange(n_systems)[:, None])


def p_values(answer: SystemsTest) -> list[float | None]:
    return [pair.p_value for pair in answer.pairs]
