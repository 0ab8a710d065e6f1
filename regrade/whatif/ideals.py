"""Ideal gains of topics whose labels are counted by gain, so that one label is easily exchanged."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from regrade.measures.dcg import Ndcg
from regrade.measures.labels import Floats, Ints

MOST_CELLS = 1 << 22  # cells of a table worked out at once


class IdealTable(NamedTuple):
    """Ideal gain as a function of how many labels of a topic have each gain.

    Attributes:
        gains: shape (n_gains,). All gains that occur or may occur, falling.
        prefix: shape (n + 1,). Sum of the weights of the first ranks, down to the cutoff.
    """

    gains: Floats
    prefix: Floats

    def classes(self, gains: Floats) -> Ints:
        """Index of each gain in `gains`."""
        return self.gains.size - 1 - np.searchsorted(self.gains[::-1], gains)

    def counts(self, topics: Ints, gains: Floats, n_topics: int) -> Ints:
        """shape (n_topics, n_gains). How many labels of each topic have each gain."""
        cells = topics * self.gains.size + self.classes(gains)
        counted = np.bincount(cells, minlength=n_topics * self.gains.size)
        return counted.reshape(n_topics, self.gains.size)

    def ideals(self, counts: Ints) -> Floats:
        """shape (n,). Ideal gain of counts of shape (n, n_gains); exactly 0 without any gain."""
        reached = self.prefix[np.cumsum(counts, axis=1)]
        ideals: Floats = np.diff(reached, axis=1, prepend=0.0) @ self.gains
        return ideals


def ideal_table(measure: Ndcg, gains: Floats, n_most: int) -> IdealTable:
    """Table for topics of at most `n_most` labels.

    Args:
        gains: any that may occur; gain 0 is added.
    """
    ranks = np.arange(1, n_most + 1)
    weights = np.where(ranks <= (measure.cutoff or np.inf), 1 / measure.discounts(ranks), 0.0)
    return IdealTable(
        np.unique(np.append(gains, 0.0))[::-1], np.concatenate(([0.0], np.cumsum(weights)))
    )


def ideal_gains(measure: Ndcg, topics: Ints, gains: Floats, n_topics: int) -> Floats:
    """shape (n_topics,). Ideal gain of each topic's pairs; one without a label counts as gain 0."""
    n_most = int(np.bincount(topics, minlength=1).max())
    table = ideal_table(measure, gains, n_most)
    return table.ideals(table.counts(topics, gains, n_topics))


def exchanged_ideals(table: IdealTable, counts: Ints, topics: Ints, old: Ints, new: Ints) -> Floats:
    """Ideal gain of a topic in which one pair has another gain.

    Args:
        counts: shape (n_topics, n_gains), as in `IdealTable.counts`, with every pair that may be
            exchanged; one without a label counts as gain 0.
        topics: shape (n,). Topic of the pair.
        old: shape (n,). Class of its gain.
        new: shape (n_values,). Classes of the gains that it could have.

    Returns:
        Shape (n, n_values).
    """
    rows, inverse = np.unique(topics * table.gains.size + old, return_inverse=True)
    of_topics, classes = np.divmod(rows, table.gains.size)
    ideals = np.empty((rows.size, new.size))
    block = max(MOST_CELLS // table.gains.size, 1)
    for start in range(0, rows.size, block):
        part = slice(start, start + block)
        each = np.arange(of_topics[part].size)
        for index, gain_class in enumerate(new):
            changed = counts[of_topics[part]]
            changed[each, classes[part]] -= 1
            changed[:, gain_class] += 1
            ideals[part, index] = table.ideals(changed)
    return ideals[inverse]
