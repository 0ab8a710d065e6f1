"""Several systems seen through the pairs of a panel, so that new labels score them at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.aggregation.panel import Panel, Settled
from regrade.measures import JudgedRankings, JudgedTopics, Measure, Rankings, judge
from regrade.measures.labels import Hits, Ints

Values = NDArray[np.float64]


class Scored(NamedTuple):
    """Values of systems under one set of labels.

    Attributes:
        values: shape (n_systems, n_topics). 0 on topics without labels.
        is_labelled: shape (n_topics,). Topics that have a label: means are over these.
    """

    values: Values
    is_labelled: NDArray[np.bool_]

    def means(self, weights: Values | None = None) -> Values:
        """shape (n_systems,). Means over the labelled topics; NaN where no topic counts.

        Args:
            weights: shape (n_topics,). How often each topic counts; None is once.
        """
        counted = self.is_labelled * (1.0 if weights is None else weights)
        total = counted.sum()
        means: Values = (
            self.values @ counted / total if total else np.full(len(self.values), np.nan)
        )
        return means


class Systems:
    """Systems whose rankings are matched with the pairs of a panel once, and scored many times.

    Args:
        panel: the votes, and the pairs whose labels they make.
        rankings: of each system, over the panel's topics in their order.
        measure: what is scored. One with `judged_only` leaves unjudged passages out.
    """

    def __init__(self, panel: Panel, rankings: Sequence[Rankings], measure: Measure) -> None:
        self.measure = measure
        self._topics, self._order, self._judged = _packed(panel)
        self._seen = [_matched(one, self._judged, measure) for one in rankings]

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
        return Scored(np.array(values).reshape(-1, self.n_topics), np.diff(judged.starts) > 0)

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


def _packed(panel: Panel) -> tuple[Ints, Ints, JudgedTopics]:
    """The topic of each pair in the order of topics and passages, that order, and the pairs."""
    topics, passages = panel.pair_topics, panel.passages
    order = np.lexsort((passages, topics))
    n_pairs = np.bincount(topics, minlength=len(panel.votes.topics))
    judged = JudgedTopics(
        np.concatenate(([0], np.cumsum(n_pairs))),
        passages[order],
        np.zeros(order.size, np.int64),
        panel.min_relevance,
        1 if panel.policy.is_binary else int(panel.scale.max()),
    )
    return topics[order], order, judged


def _matched(rankings: Rankings, judged: JudgedTopics, measure: Measure) -> tuple[Ints, Hits]:
    """How much was retrieved, and the hits on any pair as deep as the measure looks."""
    found = judge(rankings, judged)
    hits = found.hits
    if measure.cutoff is not None and not measure.judged_only:
        hits = hits.where(hits.ranks <= measure.cutoff)
    return found.n_retrieved, hits


def _relabelled(hits: Hits, judged: JudgedTopics, number_of: Ints | None) -> Hits:
    if number_of is None:
        return hits._replace(relevances=judged.relevances[hits.labels])
    labels = number_of[hits.labels]
    hits = hits._replace(labels=labels).where(labels >= 0)
    return hits._replace(relevances=judged.relevances[hits.labels])
