"""Which lines of a run carry a label, found without making a string of any doc_id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.files.packed.packed_ids import PackedIds
from regrade.files.packed.packed_runs import RunColumns
from regrade.score.labels import Labels

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]

# So many table entries to a label that hardly any line finds one by chance.
CELLS_PER_LABEL_BITS = 6
LEAST_BITS, MOST_BITS = 12, 24
# Odd, so that no two topics shift the hashes of their passages by the same number.
SHIFT = np.uint64(0x9E3779B97F4A7C15)


class Matches(NamedTuple):
    """Lines of a run with their labels: parallel arrays, in the file's order.

    Attributes:
        lines: shape (n_matches,). Indices among the run's lines, ascending.
        labels: shape (n_matches,). Indices among the labels, each once.
    """

    lines: Ints
    labels: Ints


class LabelFinder:
    """Finds the labels of one label set in any number of runs.

    A pair of topic and doc_id becomes a key of 64 bits. A table of the keys' upper bits sorts out
    nearly all that carries no label; what is left is searched among the keys, and what is found
    there is compared byte by byte: equal keys alone never make a match.
    """

    def __init__(self, labels: Labels) -> None:
        self._labels = labels
        keys = (
            labels.doc_ids.hashes()
            + _shifts(np.arange(labels.judged.n_topics))[labels.judged.topics]
        )
        self._order = np.argsort(keys, kind="stable")
        self._keys = keys[self._order]
        self._n_alike = _longest_run(self._keys)
        bits = int(keys.size).bit_length() + CELLS_PER_LABEL_BITS
        self._dropped = np.uint64(64 - min(max(bits, LEAST_BITS), MOST_BITS))
        self._table = np.zeros(1 << (64 - int(self._dropped)), np.bool_)
        self._table[keys >> self._dropped] = True

    def find(self, run: RunColumns) -> Matches:
        """The lines of a run that carry a label."""
        indices = {query_id: index for index, query_id in enumerate(self._labels.query_ids)}
        topics = np.array([indices.get(query_id, -1) for query_id in run.query_ids], np.int64)
        found = list(self._candidates(run, topics))
        lines = np.concatenate([lines for lines, _ in found] or [np.empty(0, np.int64)])
        keys = np.concatenate([keys for _, keys in found] or [np.empty(0, np.uint64)])
        matches = [self._verified(run, lines, keys, topics, nth) for nth in range(self._n_alike)]
        lines = np.concatenate([match.lines for match in matches])
        order = np.argsort(lines, kind="stable")
        return Matches(lines[order], np.concatenate([match.labels for match in matches])[order])

    def _candidates(self, run: RunColumns, topics: Ints) -> Iterator[tuple[Ints, Words]]:
        """Lines that the table does not sort out, with their keys."""
        shifts = _shifts(topics)
        for indices, doc_ids in run.doc_ids.chunks():
            keys = doc_ids.hashes() + shifts[run.topics[indices]]
            kept = np.flatnonzero(self._table[keys >> self._dropped])
            yield kept + indices.start, keys[kept]

    def _verified(
        self, run: RunColumns, lines: Ints, keys: Words, topics: Ints, nth: int
    ) -> Matches:
        """The lines whose label is the nth of those with their key."""
        indices = np.searchsorted(self._keys, keys) + nth
        inside = np.minimum(indices, self._keys.size - 1)
        labels = self._order[inside]
        alike = (indices == inside) & (self._keys[inside] == keys)
        alike &= self._labels.judged.topics[labels] == topics[run.topics[lines]]
        lines, labels = lines[alike], labels[alike]
        same = _same_ids(run.doc_ids, lines, self._labels.doc_ids, labels)
        return Matches(lines[same], labels[same])


def _shifts(topics: Ints) -> Words:
    """What topics add to the hashes of their passages; -1 stands for a topic without labels."""
    return (topics + 1).astype(np.uint64) * SHIFT


def _longest_run(ascending: Words) -> int:
    """How often the most frequent key stands there."""
    starts = np.flatnonzero(np.concatenate(([True], ascending[1:] != ascending[:-1])))
    return int(np.diff(np.append(starts, ascending.size)).max())


def _same_ids(
    ids: PackedIds, indices: Ints, others: PackedIds, other_indices: Ints
) -> NDArray[np.bool_]:
    """Whether the ids at these indices are the others at theirs, byte by byte."""
    lengths = ids.offsets[indices + 1] - ids.offsets[indices]
    same: NDArray[np.bool_] = (
        lengths == others.offsets[other_indices + 1] - others.offsets[other_indices]
    )
    alike = np.flatnonzero(same)
    if alike.size:
        ends = np.cumsum(lengths[alike])
        starts = ends - lengths[alike]
        within = np.arange(ends[-1]) - np.repeat(starts, lengths[alike])
        bytes_here = ids.data[within + np.repeat(ids.offsets[indices[alike]], lengths[alike])]
        bytes_there = others.data[
            within + np.repeat(others.offsets[other_indices[alike]], lengths[alike])
        ]
        same[alike] = np.logical_and.reduceat(bytes_here == bytes_there, starts)
    return same
