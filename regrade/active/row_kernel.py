from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.text.compiled import compiled


class Rows(NamedTuple):
    """Sparse rows of numbers: row i has its entries at [starts[i], starts[i + 1]).

    Attributes:
        starts: shape (n_rows + 1,), int64.
        terms: shape (n_entries,), int32. Columns, ascending within a row.
        weights: shape (n_entries,), float32.
    """

    starts: NDArray[np.int64]
    terms: NDArray[np.int32]
    weights: NDArray[np.float32]

    @property
    def n_rows(self) -> int:
        return self.starts.size - 1


@compiled
def score_rows(
    starts: NDArray[np.int64],
    terms: NDArray[np.int32],
    weights: NDArray[np.float32],
    model: NDArray[np.float64],
    bias: float,
    scores: NDArray[np.float64],
) -> None:
    """Dot products of sparse rows with the weights of a model, entry after entry.

    Args:
        model: shape (n_terms,).
        scores: shape (n_rows,); receives them.
    """
    for row in range(scores.size):
        score = bias
        for i in range(starts[row], starts[row + 1]):
            score += np.float64(weights[i]) * model[terms[i]]
        scores[row] = score


@compiled
def score_vectors(
    vectors: NDArray[np.float32],
    model: NDArray[np.float64],
    bias: float,
    scores: NDArray[np.float64],
) -> None:
    """The same for dense rows; a matrix product may round differently with another many threads.

    Args:
        vectors: shape (n_rows, n_dimensions).
    """
    for row in range(scores.size):
        score = bias
        for i in range(model.size):
            score += np.float64(vectors[row, i]) * model[i]
        scores[row] = score
