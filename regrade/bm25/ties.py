from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from regrade.text.compiled import compiled

N_STEPS = 10_000.0
NEAR = np.float32(1e-4)
APART = np.float32(1e-6)


def adjust_ties(scores: NDArray[np.float32]) -> NDArray[np.float64]:
    """Part tied scores as Anserini does before it writes a run, so that their order is kept.

    A score is rounded to four decimals, half up. The i-th in a row of neighbors that lie at most
    1e-4 from the one before is lowered by i * 1e-6. Those steps are float32 and may round two
    neighbors to one number; such a one is put to the next float64 below, which six decimals do
    not show.

    Args:
        scores: shape (n,), one topic's, in descending order.

    Returns:
        Shape (n,), strictly descending; a score below 5e-5 comes out at 0 or just below it.

    Source:
        Anserini's ScoreTiesAdjusterReranker (anserini issues 252, 253, 801).
    """
    steps = np.floor(scores.astype(np.float64) * N_STEPS + 0.5)
    adjusted = (steps / N_STEPS).astype(np.float32)
    _lower_neighbors(adjusted)
    distinct = adjusted.astype(np.float64)
    _make_distinct(distinct)
    return distinct


@compiled
def _lower_neighbors(scores: NDArray[np.float32]) -> None:
    n_near = 0
    for i in range(1, scores.size):
        n_near = n_near + 1 if scores[i - 1] - scores[i] <= NEAR else 0
        if n_near:
            scores[i] -= APART * np.float32(n_near)


@compiled
def _make_distinct(scores: NDArray[np.float64]) -> None:
    for i in range(1, scores.size):
        if scores[i] >= scores[i - 1]:
            scores[i] = np.nextafter(scores[i - 1], -np.inf)
