"""Rules of thumb that count: a share, a number, and the precision of the last batches."""

from __future__ import annotations

import numpy as np

from regrade.active.stopping.review import Looks, Review, Stop, first_stop
from regrade.given import explained
from regrade.measures.labels import Floats

PRECISION = 5 / 200


@explained
def half(review: Review) -> Stop:
    """Stop once half of the passages are judged.

    Source:
        One of the baselines of Yang, Lewis and Frieder, DocEng 2021.
    """
    bounds = np.full(review.judged.size, float(review.n_passages // 2))
    return _judged_at_least("half", review, bounds)


@explained
def rule_2399(review: Review) -> Stop:
    """Stop once judged >= 1.2 found + 2399.

    Source:
        The rule of the topic's experts at TREC: Cormack and Grossman, Multi-faceted recall of
        continuous active learning for technology-assisted review, SIGIR 2015.
    """
    bounds = np.asarray(1.2 * review.found + 2399, float)
    return _judged_at_least("rule_2399", review, bounds)


def _judged_at_least(rule: str, review: Review, bounds: Floats) -> Stop:
    values = review.judged.astype(float)
    return first_stop(rule, review, Looks(values, bounds, values >= bounds))


@explained
def batch_precision(review: Review, *, precision: float = PRECISION, n_batches: int = 1) -> Stop:
    """Stop once the last batches have few relevant passages, each of them.

    Args:
        precision: share of relevant passages that counts as few.
        n_batches: how many in a row. The value is the greatest precision among them; an empty
            batch counts as 0.

    Raises:
        ValueError: no batch at all.

    Source:
        One of the baselines of Yang, Lewis and Frieder, DocEng 2021.
    """
    if n_batches < 1:
        raise ValueError(f"precision is that of one batch or more, not of {n_batches}")
    found = np.diff(review.found, prepend=0)
    values = np.full(found.size, np.nan)
    if found.size >= n_batches:
        each = found / np.maximum(review.batches, 1)
        windows = np.lib.stride_tricks.sliding_window_view(each, n_batches)
        values[n_batches - 1 :] = windows.max(axis=1)
    bounds = np.full(found.size, precision)
    return first_stop("batch_precision", review, Looks(values, bounds, values <= bounds))
