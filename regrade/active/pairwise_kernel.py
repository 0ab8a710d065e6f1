from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from regrade.active.row_kernel import Rows
from regrade.text.compiled import compiled, inlined

# Weights are scale * v. Long before the scale is too small for a double, it is multiplied in.
LEAST_SCALE = 1e-100


@compiled
def descend(
    rows: Rows,
    squares: NDArray[np.float64],
    positives: NDArray[np.int64],
    negatives: NDArray[np.int64],
    regularization: float,
    weights: NDArray[np.float64],
) -> None:
    """Pegasos on the pairwise logistic loss, one pair of rows a step.

    A step costs as much as the entries of its two rows: shrinking and projecting change a scale,
    and the length of the weights is kept up to date.

    Args:
        squares: shape (n_rows,). The squared length of each row.
        positives: shape (n_steps,). The row of each step that is to score higher.
        negatives: shape (n_steps,). The row that is to score lower.
        weights: shape (n_terms,), zeros; receives the weights.
    """
    radius = 1 / np.sqrt(regularization)
    scale, square = 1.0, 0.0  # the square is of v's length
    for t in range(positives.size):
        high, low = positives[t], negatives[t]
        margin = scale * (_dot(rows, high, weights) - _dot(rows, low, weights))
        if t > 0:
            scale *= t / (t + 1)
        rate = 1 / (regularization * (t + 1))
        push = rate / (1 + np.exp(margin)) / scale
        square += _add(rows, high, push, squares[high], weights)
        square += _add(rows, low, -push, squares[low], weights)
        length = scale * np.sqrt(max(square, 0.0))
        if length > radius:
            scale *= radius / length
        if scale < LEAST_SCALE:
            _multiply(weights, scale)
            scale, square = 1.0, square * scale * scale
    _multiply(weights, scale)


@inlined
def _dot(rows: Rows, row: int, weights: NDArray[np.float64]) -> float:
    total = 0.0
    for i in range(rows.starts[row], rows.starts[row + 1]):
        total += np.float64(rows.weights[i]) * weights[rows.terms[i]]
    return total


@inlined
def _add(rows: Rows, row: int, factor: float, square: float, weights: NDArray[np.float64]) -> float:
    """Add a multiple of a row; returns how much the squared length of the weights grows."""
    total = 0.0
    for i in range(rows.starts[row], rows.starts[row + 1]):
        term, weight = rows.terms[i], np.float64(rows.weights[i])
        total += weight * weights[term]
        weights[term] += factor * weight
    return factor * (2 * total + factor * square)


@inlined
def _add_difference(
    scores: NDArray[np.float64],
    factor: float,
    one: NDArray[np.float64],
    other: NDArray[np.float64],
) -> None:
    for i in range(scores.size):
        scores[i] += factor * (one[i] - other[i])


@compiled
def _multiply(weights: NDArray[np.float64], factor: float) -> None:
    for i in range(weights.size):
        weights[i] *= factor


@compiled
def multiply_rows(rows: Rows, buffer: NDArray[np.float64], products: NDArray[np.float64]) -> None:
    """Dot products of all pairs of rows.

    Args:
        buffer: shape (n_terms,), zeros, and so again at the end.
        products: shape (n_rows, n_rows); receives them.
    """
    for row in range(len(products)):
        for i in range(rows.starts[row], rows.starts[row + 1]):
            buffer[rows.terms[i]] = rows.weights[i]
        for other in range(row + 1):
            products[row, other] = products[other, row] = _dot(rows, other, buffer)
        for i in range(rows.starts[row], rows.starts[row + 1]):
            buffer[rows.terms[i]] = 0.0


@compiled
def descend_by_products(
    products: NDArray[np.float64],
    positives: NDArray[np.int64],
    negatives: NDArray[np.int64],
    regularization: float,
    scores: NDArray[np.float64],
    factors: NDArray[np.float64],
) -> None:
    """The steps of `descend`, for weights written as a sum of multiples of rows.

    A step costs as much as there are rows, however many entries these have.

    Args:
        scores: shape (n_rows,), zeros, to work with.
        factors: shape (n_rows,), zeros; receives the factor of each row.
    """
    radius = 1 / np.sqrt(regularization)
    scale, square = 1.0, 0.0
    for t in range(positives.size):
        high, low = positives[t], negatives[t]
        apart = scores[high] - scores[low]
        margin = scale * apart
        if t > 0:
            scale *= t / (t + 1)
        rate = 1 / (regularization * (t + 1))
        push = rate / (1 + np.exp(margin)) / scale
        of_high, of_low = products[high], products[low]
        distance = of_high[high] + of_low[low] - 2 * of_high[low]
        square += push * (2 * apart + push * distance)
        _add_difference(scores, push, of_high, of_low)
        factors[high] += push
        factors[low] -= push
        length = scale * np.sqrt(max(square, 0.0))
        if length > radius:
            scale *= radius / length
        if scale < LEAST_SCALE:
            _multiply(factors, scale)
            _multiply(scores, scale)
            scale, square = 1.0, square * scale * scale
    _multiply(factors, scale)


@compiled
def add_rows(rows: Rows, factors: NDArray[np.float64], weights: NDArray[np.float64]) -> None:
    """Add multiples of rows to weights."""
    for row in range(factors.size):
        for i in range(rows.starts[row], rows.starts[row + 1]):
            weights[rows.terms[i]] += factors[row] * np.float64(rows.weights[i])
