"""The distribution of sums of signed ranks, where each sign is as likely as the other."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

# Of so many ranks every chance is a whole multiple of 2^-50, which a double holds exactly.
MAX_EXACT = 50


def chances_of_sums(ranks: NDArray[np.int64]) -> NDArray[np.float64]:
    """P(W+ = 0), P(W+ = 1), ... where each rank is positive with probability 1/2.

    Args:
        ranks: shape (n,). Whole numbers from 1, in any order, also several of one size: ranks
            that ties share are whole once doubled.

    Returns:
        Shape (sum of ranks + 1,); to the last bit for at most MAX_EXACT ranks.
    """
    chances = np.zeros(int(ranks.sum()) + 1)
    chances[0], end = 1.0, 1
    for rank in np.sort(ranks).tolist():
        longer = chances[: end + rank] / 2.0
        longer[rank:] += chances[:end] / 2.0
        chances[: end + rank], end = longer, end + rank
    return chances


def closer_ranks(ranks: NDArray[np.int64], below: int) -> NDArray[np.int64]:
    """Smaller ranks whose sums stand in the same order, for `chances_of_sums` of many zeros.

    Zeros raise every rank by the same number. Where that exceeds the sum of what the ranks have
    beyond it, the count of positive ranks decides first and that sum second, however many zeros
    there are.

    Args:
        ranks: shape (n,). Above `below`.
        below: by how much zeros raise each.
    """
    beyond = ranks - below
    return beyond + min(below, int(beyond.sum()) + 1)
