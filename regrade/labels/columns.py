"""Labels as columns of numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained, whole_array

Numbers = NDArray[np.int64]
PASSAGES = 2**32  # more than a collection has


class LabelColumns(NamedTuple):
    """One label a pair, pairs ascending by topic and passage; each of shape (n_pairs,).

    Topics and passages are numbers from 0 on, the same ones in all labels that are held together.
    """

    topics: Numbers
    passages: Numbers
    relevances: Numbers

    @property
    def keys(self) -> Numbers:
        """One number a pair, ascending."""
        return self.topics * PASSAGES + self.passages

    def where(self, is_kept: NDArray[np.bool_]) -> LabelColumns:
        """These pairs alone.

        Args:
            is_kept: shape (n_pairs,).
        """
        return LabelColumns(*(column[is_kept] for column in self))


@explained
def label_columns(by_topic: Iterable[tuple[int, Any, Any]]) -> LabelColumns:
    """Columns of each topic's number, passages and relevances, in any order.

    Raises:
        ValueError: a pair is there twice, or the arrays of a topic differ in length.
    """
    parts = [
        (topic, whole_array(passages, "passages"), whole_array(relevances, "relevances"))
        for topic, passages, relevances in by_topic
    ]
    if any(passages.shape != relevances.shape for _, passages, relevances in parts):
        raise ValueError("a topic has another number of passages than of relevances")
    topics = [np.full(passages.size, topic) for topic, passages, _ in parts]
    columns = LabelColumns(
        _joined(topics), _joined([one[1] for one in parts]), _joined([one[2] for one in parts])
    )
    keys = columns.keys
    order = np.argsort(keys, kind="stable")
    if (np.diff(keys[order]) == 0).any():
        raise ValueError("a pair has two labels")
    return LabelColumns(*(column[order] for column in columns))


def from_keys(keys: Numbers, relevances: Numbers) -> LabelColumns:
    """Columns of pairs by their keys, which ascend."""
    return LabelColumns(keys // PASSAGES, keys % PASSAGES, relevances)


def _joined(arrays: list[Numbers]) -> Numbers:
    return np.concatenate([np.empty(0, dtype=np.int64), *arrays]).astype(np.int64)
