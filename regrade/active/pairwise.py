"""Training by pairs: a relevant passage is to score higher than one that is not."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.active.pairwise_kernel import (
    add_rows,
    descend,
    descend_by_products,
    multiply_rows,
)
from regrade.active.row_kernel import Rows

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
MOST_PRODUCTS = 1000  # rows of which all pairs are multiplied
ROWS_AN_ENTRY = 12  # as long as one entry of each row takes


class Pegasos(NamedTuple):
    """Options of training by pairs.

    Attributes:
        n_steps: pairs drawn, each with one step.
        regularization: lambda, the weight of the squared length of the weights.
    """

    n_steps: int = 200_000
    regularization: float = 1e-4


DEFAULTS = Pegasos()


def train_pairwise(
    positives: Rows, negatives: Rows, n_terms: int, seed: int, options: Pegasos = DEFAULTS
) -> Floats:
    """Weights that score positives above negatives: pairwise logistic loss by Pegasos.

    Minimizes lambda/2 |w|^2 + mean of ln(1 + exp(-w (x+ - x-))) over all pairs. Step t = 1, 2, ...
    draws one positive and one negative row, each uniformly, and with a rate of 1 / (lambda t) sets

        w <- (1 - 1/t) w + rate * (x+ - x-) / (1 + exp(w (x+ - x-)))
        w <- w * min(1, 1 / (sqrt(lambda) |w|))

    Args:
        positives, negatives: at least one row each.
        seed: draws the pairs; the same seed gives the same bytes.

    Returns:
        Weights after the last step, shape (n_terms,); 0 for terms that no row has.

    Source:
        Sculley, Large scale learning to rank, NIPS workshop on advances in ranking, 2009 (the
        loop "roc" of sofia-ml); Shalev-Shwartz, Singer and Srebro, Pegasos, ICML 2007.
    """
    rng = np.random.default_rng(seed)
    high = rng.integers(0, positives.n_rows, options.n_steps)
    low = positives.n_rows + rng.integers(0, negatives.n_rows, options.n_steps)
    present, rows = compacted(stacked([positives, negatives]))
    descended = _by_products if _has_few_rows(rows) else _by_entries
    weights = np.zeros(n_terms)
    weights[present] = descended(rows, present.size, high, low, options.regularization)
    return weights


def _has_few_rows(rows: Rows) -> bool:
    """Whether steps are quicker by products of rows than by their entries, as measured."""
    return rows.n_rows <= min(MOST_PRODUCTS, ROWS_AN_ENTRY * rows.terms.size / rows.n_rows)


def _by_entries(rows: Rows, n_terms: int, high: Ints, low: Ints, regularization: float) -> Floats:
    weights = np.zeros(n_terms)
    descend(rows, _squares(rows), high, low, regularization, weights)
    return weights


def _by_products(rows: Rows, n_terms: int, high: Ints, low: Ints, regularization: float) -> Floats:
    n, weights = rows.n_rows, np.zeros(n_terms)
    products, scores, factors = np.empty((n, n)), np.zeros(n), np.zeros(n)
    multiply_rows(rows, weights, products)
    descend_by_products(products, high, low, regularization, scores, factors)
    add_rows(rows, factors, weights)
    return weights


def stacked(parts: list[Rows]) -> Rows:
    """Rows one below the other."""
    n_entries = np.concatenate([np.diff(part.starts) for part in parts])
    starts = np.concatenate([[0], np.cumsum(n_entries)]).astype(np.int64)
    terms = np.concatenate([part.terms for part in parts])
    return Rows(starts, terms, np.concatenate([part.weights for part in parts]))


def compacted(rows: Rows) -> tuple[NDArray[np.int32], Rows]:
    """The terms that occur, ascending, and the rows with these renumbered from 0."""
    present, terms = np.unique(rows.terms, return_inverse=True)
    return present, rows._replace(terms=terms.astype(np.int32))


def _squares(rows: Rows) -> Floats:
    """Squared length of each row."""
    of_row = np.repeat(np.arange(rows.n_rows), np.diff(rows.starts))
    squares = np.bincount(of_row, rows.weights.astype(np.float64) ** 2, rows.n_rows)
    return squares.astype(np.float64)
