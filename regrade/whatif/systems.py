"""Several systems seen through the pairs of a panel, so that new labels score them at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.aggregation.panel import Panel, Settled
from regrade.aggregation.relevance import Labels
from regrade.measures import JudgedRankings, JudgedTopics, Measure, Rankings, judge
from regrade.measures.labels import Hits, Ints
from regrade.measures.measure import MAX_CUTOFF

Values = NDArray[np.float64]


class Scored(NamedTuple):
    """Values of systems under one set of labels.

    Attributes:
        values: shape (n_systems, n_topics). Without meaning on topics that have no label.
        is_labelled: shape (n_topics,). Topics that have a label: means are over these.
    """

    values: Values
    is_labelled: NDArray[np.bool_]

    @property
    def labelled(self) -> Values:
        """shape (n_systems, n_labelled). The values on the labelled topics alone."""
        # Row by row in memory, so that means add up in the same order as those of one system.
        return np.ascontiguousarray(self.values[:, self.is_labelled])

    @property
    def means(self) -> Values:
        """shape (n_systems,). Means over the labelled topics; NaN without any."""
        if not self.is_labelled.any():
            return np.full(len(self.values), np.nan)
        means: Values = self.labelled.mean(axis=1)
        return means

    def weighted_means(self, weights: Values) -> Values:
        """shape (n_systems,). Means over the labelled topics; NaN where none counts.

        Args:
            weights: shape (n_topics,). How often each topic counts.
        """
        counted = self.is_labelled * weights
        total = counted.sum()
        means: Values = (
            self.values @ counted / total if total else np.full(len(self.values), np.nan)
        )
        return means


class Labelled(NamedTuple):
    """Labels as an ordinary label set has them, on the topics that have any.

    Attributes:
        judged: the labels.
        rankings: of each system, over the same topics.
        topics: shape (n_topics,). The numbers of these topics among the panel's.
    """

    judged: JudgedTopics
    rankings: Sequence[Rankings]
    topics: Ints


class Matches(NamedTuple):
    """Systems whose rankings were matched with pairs, whatever the labels of these will be.

    Attributes:
        rankings: of each system, over the topics of the pairs.
        measure: what is scored; it says how deep hits matter.
        topics: shape (n_pairs,). The topic of each pair, pairs in the order of topics and passages.
        order: shape (n_pairs,). The number of each of them among the pairs as given.
        judged: the pairs, without labels.
        seen: of each system, how much it retrieved, and the pairs that it did.
    """

    rankings: Sequence[Rankings]
    measure: Measure
    topics: Ints
    order: Ints
    judged: JudgedTopics
    seen: Sequence[tuple[Ints, Hits]]


class Systems:
    """Systems whose rankings are matched with the pairs of a panel once, and scored many times.

    Args:
        panel: the votes, and the pairs whose labels they make.
        matches: of the systems with the same pairs, by `match`.
        min_relevance: the least label that is relevant; None where the policy's scale decides.
    """

    def __init__(self, panel: Panel, matches: Matches, *, min_relevance: int | None = None) -> None:
        self.panel, self.rankings, self.measure = panel, matches.rankings, matches.measure
        self._topics, self._order, self._seen = matches.topics, matches.order, matches.seen
        self._judged = replace(
            matches.judged,
            min_relevance=panel.min_relevance if min_relevance is None else min_relevance,
            max_relevance=1 if panel.policy.is_binary else int(panel.scale.max()),
        )

    @property
    def n_topics(self) -> int:
        return self._judged.n_topics

    def score(self, settled: Settled) -> Scored:
        """The values of all systems under these labels, as an ordinary evaluation has them.

        Raises:
            ValueError: the labels cannot be used with the measure.
        """
        is_kept = settled.is_kept[self._order]
        judged, number_of = self._labelled(settled.relevances[self._order], is_kept)
        values = [
            self.measure.score(JudgedRankings(judged, n, _relabelled(hits, judged, number_of)))
            for n, hits in self._seen
        ]
        table = np.array(values).reshape(len(self._seen), self.n_topics)
        return Scored(table, np.diff(judged.starts) > 0)

    def score_labels(self, labels: Labels) -> Scored:
        """The same under these labels of the pairs with votes, as `Panel.labels` makes them."""
        return self.score(self.panel.settle(labels))

    def label_set(self, settled: Settled) -> Labelled:
        """These labels and the rankings, on the topics that have a label."""
        judged, _ = self._labelled(settled.relevances[self._order], settled.is_kept[self._order])
        topics = np.flatnonzero(np.diff(judged.starts) > 0)
        starts = np.concatenate(([0], np.cumsum(np.diff(judged.starts)[topics])))
        rankings = [_of_topics(one, topics) for one in self.rankings]
        return Labelled(replace(judged, starts=starts), rankings, topics)

    def judged_shares(self, settled: Settled) -> Values:
        """shape (n_systems,). Of what each retrieved down to the cutoff, the share with a label.

        On the topics that have one; NaN where a system retrieved nothing.
        """
        is_kept, shares = settled.is_kept[self._order], []
        is_labelled = np.bincount(self._topics[is_kept], minlength=self.n_topics) > 0
        cutoff = self.measure.cutoff or MAX_CUTOFF
        for n_retrieved, hits in self._seen:
            n_seen = np.minimum(n_retrieved, cutoff)[is_labelled].sum()
            n_judged = int((is_kept[hits.labels] & (hits.ranks <= cutoff)).sum())
            shares.append(n_judged / n_seen if n_seen else np.nan)
        return np.array(shares)

    def _labelled(
        self, relevances: Ints, is_kept: NDArray[np.bool_]
    ) -> tuple[JudgedTopics, Ints | None]:
        """The labels that are kept, and the number of each pair among them; -1 is none."""
        if is_kept.all():
            return self._judged.relabelled(relevances), None
        n_labels = np.bincount(self._topics[is_kept], minlength=self.n_topics)
        starts = np.concatenate(([0], np.cumsum(n_labels)))
        kept = replace(self._judged, starts=starts, passages=self._judged.passages[is_kept])
        judged = kept.relabelled(relevances[is_kept])
        return judged, np.where(is_kept, np.cumsum(is_kept) - 1, -1)


def match(panel: Panel, rankings: Sequence[Rankings], measure: Measure) -> Matches:
    """Match systems with the pairs of a panel; other votes on the same pairs need no other match.

    Args:
        panel: whose pairs.
        rankings: of each system, over the panel's topics in their order.
        measure: what is scored. One with `judged_only` leaves unjudged passages out.
    """
    topics, passages = panel.pair_topics, panel.passages
    order = np.lexsort((passages, topics))
    n_pairs = np.bincount(topics, minlength=len(panel.votes.topics))
    starts = np.concatenate(([0], np.cumsum(n_pairs)))
    judged = JudgedTopics(starts, passages[order], np.zeros(order.size, np.int64))
    seen = [_matched(one, judged, measure) for one in rankings]
    return Matches(rankings, measure, topics[order], order, judged, seen)


def _matched(rankings: Rankings, judged: JudgedTopics, measure: Measure) -> tuple[Ints, Hits]:
    """How much was retrieved, and the hits on any pair as deep as the measure looks."""
    found = judge(rankings, judged)
    hits = found.hits
    is_deep = measure.judged_only or getattr(measure, "ideal", "judged") != "judged"
    if measure.cutoff is not None and not is_deep:
        hits = hits.where(hits.ranks <= measure.cutoff)
    return found.n_retrieved, hits


def _relabelled(hits: Hits, judged: JudgedTopics, number_of: Ints | None) -> Hits:
    if number_of is None:
        return hits._replace(relevances=judged.relevances[hits.labels])
    labels = number_of[hits.labels]
    hits = hits._replace(labels=labels).where(labels >= 0)
    return hits._replace(relevances=judged.relevances[hits.labels])


def _of_topics(rankings: Rankings, topics: Ints) -> Rankings:
    """The rankings of these topics alone."""
    if topics.size == rankings.starts.size - 1:
        return rankings
    ends = rankings.starts[topics + 1]
    pieces = map(slice, rankings.starts[topics].tolist(), ends.tolist())
    passages = np.concatenate([rankings.passages[:0], *(rankings.passages[one] for one in pieces)])
    sizes = rankings.n_retrieved[topics]
    return Rankings(np.concatenate(([0], np.cumsum(sizes))), passages)
