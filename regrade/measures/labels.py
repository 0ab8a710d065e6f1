from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
MOST_VALUES = 64  # between the least and the greatest label, for counts without sorting


class Hits(NamedTuple):
    """Passages that carry a label, topic after topic and by rank within each: parallel arrays.

    Attributes:
        topics: shape (n_hits,). The topic's index among the topics, ascending.
        ranks: shape (n_hits,). The passage's rank, counted from 1 over all that was retrieved.
        relevances: shape (n_hits,). Its relevance; negative ones are there too.
        labels: shape (n_hits,). Its index among the labels of `JudgedTopics`.
    """

    topics: Ints
    ranks: Ints
    relevances: Ints
    labels: Ints

    def where(self, chosen: NDArray[np.bool_]) -> Hits:
        places = np.flatnonzero(chosen)
        return Hits(*(column.take(places) for column in self))


class SubtopicLabels(NamedTuple):
    """Labels by subtopic: parallel arrays, label after label.

    Attributes:
        labels: shape (n,). The index of the topic and passage among the labels of
            `JudgedTopics`, ascending.
        subtopics: shape (n,). Numbered from 0 over all topics together, topic after topic; under
            a label each once, ascending.
        relevances: shape (n,). One whole number a label and subtopic.
        tie_order: shape (n_labels,). One number from 0 for each label, no two equal within a
            topic: of passages equally good for an ideal ranking, the one with the highest goes
            first.
    """

    labels: Ints
    subtopics: Ints
    relevances: Ints
    tie_order: Ints


@dataclass(frozen=True)
class JudgedTopics:
    """The topics of one label set with their labels, packed topic after topic.

    Attributes:
        starts: shape (n_topics + 1,). Labels of topic t are those from starts[t] up to, not
            including, starts[t + 1]. A topic may have none.
        passages: shape (n_labels,). What was judged, as whole numbers from 0; within a topic each
            once, ascending.
        relevances: shape (n_labels,). One whole number a label, negative ones included.
        min_relevance: lowest relevance that counts as relevant for binary measures.
        max_relevance: top of the label set's scale, whether or not any passage reached it.
        subtopics: where labels were given by subtopic, as on diversity tasks; `relevances` then
            holds the highest of a passage.
        unlisted: the relevance of every passage without a label, where the topics were judged
            whole: then nothing is unjudged. None where what is not listed was not looked at.
        preferences: shape (n_labels,), where labels are degrees of preference that whole numbers
            cannot hold; `relevances` then holds them rounded down.
    """

    starts: Ints
    passages: Ints
    relevances: Ints
    min_relevance: int = 1
    max_relevance: int = 1
    subtopics: SubtopicLabels | None = None
    preferences: NDArray[np.float64] | None = None
    unlisted: int | None = None
    _n_relevant: dict[int, Ints] = field(default_factory=dict, repr=False, compare=False)
    _worked_out: dict[Hashable, Floats] = field(default_factory=dict, repr=False, compare=False)

    @property
    def n_topics(self) -> int:
        return self.starts.size - 1

    @cached_property
    def topics(self) -> Ints:
        """shape (n_labels,). The topic of each label."""
        return np.repeat(np.arange(self.n_topics), np.diff(self.starts))

    def relabelled(self, relevances: Ints) -> JudgedTopics:
        """The same pairs with other relevances, shape (n_labels,); nothing worked out is kept."""
        return replace(self, relevances=relevances, _n_relevant={}, _worked_out={})

    @cached_property
    def ideal(self) -> Hits:
        """The ranking that nobody can better: each topic's labels by falling relevance."""
        order = np.lexsort((-self.relevances, self.topics))
        ranks = np.arange(1, order.size + 1) - self.starts[self.topics]
        return Hits(self.topics, ranks, self.relevances[order], order)

    @property
    def _ends(self) -> tuple[int, int]:
        least, most = (int(end(self.relevances, initial=0)) for end in (np.min, np.max))
        return least, most

    @property
    def is_on_short_scale(self) -> bool:
        """Whether labels are so near each other that a table of topics by values is small."""
        least, most = self._ends
        return most - least < MOST_VALUES

    @cached_property
    def n_by_value(self) -> tuple[Ints, Ints]:
        """Whole numbers from the least label to the greatest, and how many each topic has of each.

        Shapes (n_values,) and (n_topics, n_values).
        """
        least, most = self._ends
        values, places = np.arange(least, most + 1), self.relevances - least
        cells = self.topics * values.size + places
        counts = np.bincount(cells, minlength=self.n_topics * values.size)
        return values, counts.reshape(self.n_topics, values.size)

    def n_relevant(self, threshold: int) -> Ints:
        """shape (n_topics,). How many labels reach the threshold."""
        if threshold not in self._n_relevant:
            reached = np.flatnonzero(self.relevances >= threshold)
            self._n_relevant[threshold] = np.diff(np.searchsorted(reached, self.starts))
        return self._n_relevant[threshold]

    def once(self, key: Hashable, work_out: Callable[[], Floats]) -> Floats:
        """A measure's result from the labels alone, computed once and kept for the next run."""
        if key not in self._worked_out:
            self._worked_out[key] = work_out()
        return self._worked_out[key]

    @cached_property
    def low_bits(self) -> NDArray[np.bool_]:
        """shape (2^n,). By the low n bits of a passage's number: whether a labelled one has them.

        It stays in the processor's cache; a table by the whole number would not, and each look at
        it would wait for memory.
        """
        n_bits = min(max((64 * self.passages.size).bit_length(), 10), 20)
        table = np.zeros(1 << n_bits, np.bool_)
        table[self.passages & (table.size - 1)] = True
        return table

    @cached_property
    def keys(self) -> Ints:
        """shape (n_labels,). Topic and passage as one ascending number: see `key`."""
        return self.key(self.topics, self.passages)

    def key(self, topics: Ints, passages: Ints) -> Ints:
        """One number for each topic and passage, -1 for a number that no judged passage has."""
        may_be = (passages >= 0) & (passages < self.stride)
        return np.where(may_be, topics * self.stride + passages, -1)

    @cached_property
    def stride(self) -> int:
        return int(self.passages.max(initial=-1)) + 1
