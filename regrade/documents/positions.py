"""Relevance by position: where in their documents the relevant passages stand."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.extras import extra
from regrade.given import explained

N_TENTHS = 10


class PositionShare(NamedTuple):
    """The labels of passages from position `first` to `last`; None is "and all behind".

    `low` and `high` bound the share by Wilson's interval at 95%.
    """

    first: int
    last: int | None
    n_judged: int
    n_relevant: int
    share: float
    low: float
    high: float


@explained
def relevance_by_position(
    positions: NDArray[np.int64], is_relevant: NDArray[np.bool_], *, up_to: int | None = None
) -> list[PositionShare]:
    """Of the passages at each position how many were judged, and which share is relevant.

    The interval takes pairs for independent. Passages of one document or topic are not, so it is
    too narrow where a few topics have most of the labels. It says nothing of passages that nobody
    judged: a pool that was drawn from rankings holds those that rankers preferred.

    Args:
        positions: shape (n_labels,), of whole numbers from 1; `tenths` gives such.
        is_relevant: shape (n_labels,).
        up_to: positions beyond this one are one row. None gives each its own.

    Returns:
        In their order, positions that have labels alone.

    Raises:
        ValueError: a position or `up_to` below 1.
        ExtraMissing: statsmodels is not installed.

    Source:
        Wilson, JASA 22(158), 1927.
    """
    if positions.shape != is_relevant.shape:
        raise ValueError(f"{positions.size} positions, {is_relevant.size} marks of relevance")
    if positions.size and positions.min() < 1:
        raise ValueError(f"positions count from 1, got {positions.min()}")
    if up_to is not None and up_to < 1:
        raise ValueError(f"the last position with a row of its own is 1 or more, got {up_to}")
    beyond = np.iinfo(np.int64).max if up_to is None else up_to + 1
    found, of_labels = np.unique(np.minimum(positions, beyond), return_inverse=True)
    n_judged = np.bincount(of_labels, minlength=found.size)
    n_relevant = np.bincount(of_labels[is_relevant.astype(np.bool_)], minlength=found.size)
    low, high = _wilson(n_relevant, n_judged)
    last = [None if first == beyond else first for first in found.tolist()]
    columns = (found, n_judged, n_relevant, n_relevant / n_judged, low, high)
    first, *others = (column.tolist() for column in columns)
    return [PositionShare(*row) for row in zip(first, last, *others, strict=True)]


@explained
def tenths(positions: NDArray[np.int64], n_passages: NDArray[np.int64]) -> NDArray[np.int64]:
    """The tenth of its document in which the middle of each passage lies, from 1 to 10.

    Of a document with fewer than ten passages some tenths hold none; leave such documents out.

    Args:
        positions: shape (n_labels,), from 1.
        n_passages: shape (n_labels,). How many passages the document of each has.

    Raises:
        ValueError: a position that is not in its document.
    """
    if positions.shape != n_passages.shape:
        raise ValueError(f"{positions.size} positions in {n_passages.size} documents")
    if ((positions < 1) | (positions > n_passages)).any():
        raise ValueError(
            "a position is 1 or more, and the number of the document's passages at most"
        )
    middles = (2 * positions - 1) * N_TENTHS  # of positions, in units of half a passage
    return middles // (2 * n_passages) + 1


def _wilson(
    n_relevant: NDArray[np.int64], n_judged: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    if not n_judged.size:
        return np.empty(0), np.empty(0)
    with extra("Relevance by position"):
        from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(n_relevant, n_judged, method="wilson")
    return np.asarray(low), np.asarray(high)
