from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained
from regrade.measures.labels import Hits, Ints, JudgedTopics

# What a passage without a label counts as: not relevant, of the highest relevance, or left out.
Treatment = Literal["pessimistic", "optimistic", "condensed"]

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
        hits: the retrieved passages that carry a label, or were judged without being listed, whose
            label is -1. What is retrieved and no hit is unjudged.
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
            places = np.flatnonzero(self.hits.relevances >= threshold)
            topics = self.hits.topics.take(places)
            ranks = self.hits.ranks.take(places)
            self._relevant[threshold] = RelevantHits(topics, ranks, self._nth(topics))
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


@explained
def judge(
    rankings: Rankings,
    judged: JudgedTopics,
    *,
    unjudged: Treatment = "pessimistic",
    relevance: int | None = None,
    among: NDArray[np.intp] | None = None,
) -> JudgedRankings:
    """Match a run's rankings with a label set.

    Most of what a run retrieves carries no label. A table sorts most of that out in one pass,
    without a search; only what is left is looked up under its own topic.

    Args:
        rankings: of the same topics in the same order.
        judged: the label set.
        unjudged: for labels that leave passages unjudged. "pessimistic", as trec_eval has it: not
            relevant. "optimistic": of the highest relevance, while the labels stay as they are,
            and with them what normalizes a measure: see `regrade.measures.bounds`. "condensed":
            taken out, so that those below move up.
        relevance: what "optimistic" gives; by default the top of the scale.
        among: ascending indices into `rankings.passages` of all that may carry a label, as
            `perhaps_labelled` finds them for several label sets at once.

    Raises:
        ValueError: another number of topics, or a relevance with another treatment.
    """
    if rankings.starts.size != judged.starts.size:
        raise ValueError(
            f"rankings of {rankings.starts.size - 1} topics, labels of {judged.n_topics}"
        )
    if relevance is not None and unjudged != "optimistic":
        raise ValueError(f"relevance is for the optimistic treatment, not for {unjudged}")
    found = JudgedRankings(judged, rankings.n_retrieved, _hits(rankings, judged, among))
    fill = judged.unlisted
    if fill is None and unjudged == "optimistic":
        fill = judged.max_relevance if relevance is None else relevance
    if fill is not None:
        return JudgedRankings(judged, found.n_retrieved, _filled(found.hits, rankings, fill))
    return found.condensed if unjudged == "condensed" else found


def sieve(label_sets: Sequence[JudgedTopics]) -> NDArray[np.bool_]:
    """Their `low_bits` in one table; at least one label set."""
    tables = [judged.low_bits for judged in label_sets]
    size = max(table.size for table in tables)
    # A repeated table gives the same result for a passage with more of its bits.
    joined: NDArray[np.bool_] = np.any([np.tile(one, size // one.size) for one in tables], axis=0)
    return joined


def perhaps_labelled(rankings: Rankings, table: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Where passages stand that may carry a label: all that do, and about one in a hundred more.

    Args:
        table: a label set's `low_bits`, or the `sieve` of several.

    Returns:
        Indices into `rankings.passages`, ascending.
    """
    passages = rankings.passages
    blocks = [
        _found(passages[start : start + BLOCK], table) + start
        for start in range(0, passages.size, BLOCK)
    ]
    return np.concatenate([np.empty(0, np.intp), *blocks])


def _hits(rankings: Rankings, judged: JudgedTopics, among: NDArray[np.intp] | None) -> Hits:
    if among is None:
        indices = perhaps_labelled(rankings, judged.low_bits)
    else:
        indices = among[_found(rankings.passages[among], judged.low_bits)]
    topics = np.searchsorted(rankings.starts, indices, side="right") - 1
    labels = _lookup(topics, rankings.passages[indices].astype(np.int64), judged)
    is_hit = labels >= 0
    topics, labels = topics[is_hit], labels[is_hit]
    ranks = indices[is_hit] - rankings.starts[topics] + 1
    return Hits(topics, ranks, judged.relevances[labels], labels)


def _filled(hits: Hits, rankings: Rankings, relevance: int) -> Hits:
    """Every retrieved passage as a hit, those without a label with this relevance and label -1."""
    n_retrieved = rankings.n_retrieved
    topics = np.repeat(np.arange(n_retrieved.size), n_retrieved)
    firsts = np.concatenate(([0], np.cumsum(n_retrieved)))
    relevances, labels = np.full(topics.size, relevance), np.full(topics.size, -1)
    at = firsts[hits.topics] + hits.ranks - 1
    relevances[at], labels[at] = hits.relevances, hits.labels
    return Hits(topics, np.arange(1, topics.size + 1) - firsts[topics], relevances, labels)


def _found(passages: NDArray[np.integer], table: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Indices of the passages whose low bits are in the table."""
    mask = table.size - 1
    if passages.dtype not in (np.int32, np.int64):  # too small for the mask, or no index
        passages = passages.astype(np.int64)
    # No index is past the table's end: "clip" leaves out the pass that looks for one.
    return np.flatnonzero(table.take(passages & mask, mode="clip"))


def _lookup(topics: Ints, passages: Ints, judged: JudgedTopics) -> Ints:
    """The label of each (topic, passage), -1 where there is none."""
    if not judged.passages.size:
        return np.full(topics.size, -1)
    keys, wanted = judged.keys, judged.key(topics, passages)
    labels = np.minimum(np.searchsorted(keys, wanted), keys.size - 1)
    return np.where(keys[labels] == wanted, labels, -1)
