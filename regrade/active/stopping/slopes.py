"""Rules by how much flatter the gain curve has become."""

from __future__ import annotations

import numpy as np

from regrade.active.stopping.review import Looks, Review, Stop, first_stop
from regrade.given import explained
from regrade.measures.labels import Floats, Ints

FLAT = 6  # least ratio of the two slopes
MOST_RELEVANT = 150  # from here on, more relevant passages do not lower the knee's bound
COST = 10
MOST_JUDGED = 0.75


@explained
def knee(review: Review) -> Stop:
    """Stop at a knee of the gain curve: steep before, flat since. A heuristic.

    Stops once the greatest slope ratio reaches 156 - min(found, 150).

    Source:
        Cormack and Grossman, Engineering quality and reliability in technology-assisted review,
        SIGIR 2016; the knee is the batch end with the greatest ratio, as in Yang, Lewis and
        Frieder, Heuristic stopping rules for technology-assisted review, DocEng 2021.
    """
    ratios = slope_ratios(review)
    bounds = np.asarray(MOST_RELEVANT + FLAT - np.minimum(review.found, MOST_RELEVANT), float)
    return first_stop("knee", review, Looks(ratios, bounds, ratios >= bounds))


@explained
def budget(review: Review) -> Stop:
    """Stop once a random review would have cost as much. A heuristic.

    Stops where the slope ratio is at least 6 and judged >= 10 N / found, or where three quarters
    are judged. The value is the number judged; the bound, what it has to be at this ratio.

    Source:
        Cormack and Grossman, SIGIR 2016. The cost is that of finding about ten relevant passages
        by a random draw.
    """
    is_flat = (slope_ratios(review) >= FLAT) & (review.found > 0)
    cost = COST * review.n_passages / np.maximum(review.found, 1)
    most = MOST_JUDGED * review.n_passages
    bounds = np.where(is_flat, np.minimum(cost, most), most)
    values = review.judged.astype(float)
    return first_stop("budget", review, Looks(values, bounds, values >= bounds))


def slope_ratios(review: Review) -> Floats:
    """The greatest ratio of the gain curve's slope before a batch end to that after it.

    ratio = (f_i / n_i) / ((1 + f_s - f_i) / (n_s - n_i)), the greatest over all ends i before s,
    with n passages judged and f of them relevant.

    Returns:
        shape (n_batches,). 0 at the first end, which has none before it.
    """
    risen, starts = _rises(review)
    ratios = np.zeros(review.judged.size)
    for s in range(1, ratios.size):
        n, f = review.judged[risen[: starts[s]]], review.found[risen[: starts[s]]]
        before, after = f * (review.judged[s] - n), n * (1 + review.found[s] - f)
        ratios[s] = (before / after).max(initial=0.0)
    return ratios


def _rises(review: Review) -> tuple[Ints, Ints]:
    """Batch ends where something was found, and how many of them are before each end.

    Only they can have the greatest ratio: after them, slopes before fall and those after rise.
    """
    risen = np.flatnonzero(np.diff(review.found, prepend=0))
    return risen, np.searchsorted(risen, np.arange(review.judged.size))
