"""The labels that votes came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.aggregation.report import Step
from regrade.votes.packed import Places


class TopicLabels(NamedTuple):
    """The labels of one topic, parallel arrays of shape (n_labelled,)."""

    passages: Places
    relevances: Places


@dataclass(frozen=True, eq=False)
class Aggregation:
    """The relevances that a campaign's votes came to, and what was left out on the way."""

    topics: Sequence[str]  # names by number
    pair_topics: Places  # shape (n_pairs,): of the labelled pairs
    passages: Places  # shape (n_pairs,)
    relevances: Places  # shape (n_pairs,)
    exact: NDArray[np.float64]  # shape (n_pairs,): a median or mean before rounding, or NaN
    scale: tuple[int, ...]  # the values a relevance can have
    min_relevance: int  # from here on a relevance counts as relevant
    n_ties: int  # pairs of the remaining topics that the tie rule decided, unjudged ones too
    n_unanswered: int  # labelled pairs that have nothing but a decision
    n_gold: int  # labelled pairs that have the expert's grade
    steps: tuple[Step, ...]  # every step in the order applied, those that removed nothing too

    @property
    def n_pairs(self) -> int:
        return self.relevances.size

    @cached_property
    def by_topic(self) -> dict[str, TopicLabels]:
        """The labels of each topic that has any, topics in their order, passages ascending."""
        order = np.lexsort((self.passages, self.pair_topics))
        numbers, starts = np.unique(self.pair_topics[order], return_index=True)
        passages = np.split(self.passages[order], starts[1:])
        relevances = np.split(self.relevances[order], starts[1:])
        return {
            self.topics[number]: TopicLabels(passages[place], relevances[place])
            for place, number in enumerate(numbers.tolist())
        }

    @property
    def labels(self) -> dict[str, dict[int, int]]:
        """The same as numbers: topic, passage, relevance."""
        return {
            topic: dict(zip(passages.tolist(), relevances.tolist(), strict=True))
            for topic, (passages, relevances) in self.by_topic.items()
        }

    @property
    def is_rounded(self) -> NDArray[np.bool_]:
        """Which labels are a median or mean between two grades, rounded: shape (n_pairs,)."""
        return np.nan_to_num(self.exact) % 1 > 0

    def n_by_value(self) -> Counter[int]:
        """Number of pairs of each relevance."""
        values, n = np.unique(self.relevances, return_counts=True)
        return Counter(dict(zip(values.tolist(), n.tolist(), strict=True)))
