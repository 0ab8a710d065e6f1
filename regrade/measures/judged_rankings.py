from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.measures.labels import Hits, Ints, JudgedTopics

BLOCK = 1 << 18  # passages looked at together, so that what is worked out of them stays near


@dataclass(frozen=True)
class Rankings:
    """The rankings of one run, packed topic after topic, each best first.

    Attributes:
        starts: shape (n_topics + 1,). Passages of topic t are those from starts[t] up to, not
            including, starts[t + 1]: none where the run lacks the topic.
        passages: shape (n_retrieved,), any integer type. What was retrieved, numbered as in the
            labels; within a topic each once. A negative number stands for what has no label.
    """

    starts: Ints
    passages: NDArray[np.integer]

    @property
    def n_retrieved(self) -> Ints:
        """shape (n_topics,). Passages per topic."""
        return np.diff(self.starts)


class RelevantHits(NamedTuple):
    """Hits that are relevant at one threshold: parallel arrays, topic after topic.

    Attributes:
        topics: shape (n_hits,). The topic's index among the topics, ascending.
        ranks: shape (n_hits,). The passage's rank, counted from 1.
        nth: shape (n_hits,). The how-manieth relevant passage of its topic it is, from 1.
    """

    topics: Ints
    ranks: Ints
    nth: Ints


@dataclass(frozen=True)
class JudgedRankings:
    """One run's labelled hits under one label set: the only input of a measure.

    Attributes:
        judged: the topics and their labels.
        n_retrieved: shape (n_topics,). Passages that the run retrieved; 0 where it lacks the
            topic.
        hits: the retrieved passages that carry a label. What is retrieved and no hit is unjudged.
    """

    judged: JudgedTopics
    n_retrieved: Ints
    hits: Hits
    _relevant: dict[int, RelevantHits] = field(default_factory=dict, repr=False, compare=False)

    @property
    def n_topics(self) -> int:
        return self.judged.n_topics

    def relevant(self, threshold: int) -> RelevantHits:
        """The hits whose relevance reaches the threshold; an unjudged passage never does."""
        if threshold not in self._relevant:
            hits = self.hits.where(self.hits.relevances >= threshold)
            self._relevant[threshold] = RelevantHits(
                hits.topics, hits.ranks, self._nth(hits.topics)
            )
        return self._relevant[threshold]

    def per_topic(
        self, topics: Ints, weights: NDArray[np.floating[Any]] | None = None
    ) -> NDArray[np.float64]:
        """Sum of the weights by topic, shape (n_topics,); without weights, the number of hits."""
        return np.bincount(topics, weights, self.n_topics).astype(np.float64)

    def n_above(self, chosen: NDArray[np.bool_]) -> Ints:
        """For each hit, the number of chosen hits above it in its topic."""
        n_before: Ints = np.cumsum(chosen) - chosen
        return n_before - n_before[self._firsts(self.hits.topics)]

    def _nth(self, topics: Ints) -> Ints:
        """Count from 1 within each run of equal topics."""
        return np.arange(1, topics.size + 1) - self._firsts(topics)

    def _firsts(self, topics: Ints) -> Ints:
        """Where the run of equal topics starts that each element stands in."""
        return np.searchsorted(topics, np.arange(self.n_topics))[topics]

    @cached_property
    def condensed(self) -> JudgedRankings:
        """The same with unjudged passages taken out, so that those below move up.

        A negative relevance is trec_eval's code for an unjudged passage, which its -J takes out.
        """
        hits = self.hits.where(self.hits.relevances >= 0)
        moved_up = hits._replace(ranks=self._nth(hits.topics))
        return JudgedRankings(
            self.judged, np.bincount(hits.topics, minlength=self.n_topics), moved_up
        )


def judge(rankings: Rankings, judged: JudgedTopics) -> JudgedRankings:
    """Match a run's rankings with a label set.

    Most of what a run retrieves carries no label. A table sorts most of that out in one pass,
    without a search; only what is left is looked up under its own topic.

    Args:
        rankings: of the same topics in the same order.
        judged: the label set.

    Raises:
        ValueError: another number of topics.
    """
    if rankings.starts.size != judged.starts.size:
        raise ValueError(
            f"rankings of {rankings.starts.size - 1} topics, labels of {judged.n_topics}"
        )
    indices = _perhaps_labelled(rankings.passages, judged.passages)
    topics = np.searchsorted(rankings.starts, indices, side="right") - 1
    labels = _lookup(topics, rankings.passages[indices].astype(np.int64), judged)
    is_hit = labels >= 0
    topics, labels = topics[is_hit], labels[is_hit]
    ranks = indices[is_hit] - rankings.starts[topics] + 1
    hits = Hits(topics, ranks, judged.relevances[labels], labels)
    return JudgedRankings(judged, rankings.n_retrieved, hits)


def _perhaps_labelled(passages: NDArray[np.integer], labelled: Ints) -> NDArray[np.intp]:
    """Indices of all passages that carry a label in some topic, and of about one in a hundred more.

    A table by the low bits of a passage's number stays in the processor's cache; one by the whole
    number would not, and each look at it would wait for memory.
    """
    n_bits = min(max((64 * labelled.size).bit_length(), 10), 20)
    mask = (1 << n_bits) - 1
    table = np.zeros(1 << n_bits, np.bool_)
    table[labelled & mask] = True
    if passages.dtype.itemsize < np.dtype(np.int32).itemsize:  # too small for the mask
        passages = passages.astype(np.int32)
    blocks = [
        np.flatnonzero(table[passages[start : start + BLOCK] & mask]) + start
        for start in range(0, passages.size, BLOCK)
    ]
    return np.concatenate([np.empty(0, np.intp), *blocks])


def _lookup(topics: Ints, passages: Ints, judged: JudgedTopics) -> Ints:
    """The label of each (topic, passage), -1 where there is none."""
    if not judged.passages.size:
        return np.full(topics.size, -1)
    keys, wanted = judged.keys, judged.key(topics, passages)
    labels = np.minimum(np.searchsorted(keys, wanted), keys.size - 1)
    return np.where(keys[labels] == wanted, labels, -1)
