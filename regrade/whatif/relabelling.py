"""Two runs under a measure, and the labels that may change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import Rankings, judge
from regrade.measures.labels import Floats, Ints, JudgedTopics
from regrade.measures.measure import Measure
from regrade.measures.scoring import score_measures
from regrade.whatif.candidates import Candidates, find_candidates
from regrade.whatif.effects import topic_effects
from regrade.whatif.weights import checked_values, gains_of, pair_gains


class Changes(NamedTuple):
    """New labels of pairs: parallel arrays.

    Attributes:
        indices: shape (n_changes,). The pair's index among the candidates.
        relevances: shape (n_changes,). Its new label.
    """

    indices: Ints
    relevances: Ints


NO_CHANGES = Changes(np.empty(0, np.int64), np.empty(0, np.int64))


class Relabelling(NamedTuple):
    """The pairs of two runs, with the labels that they could get.

    Attributes:
        measure: one that is served.
        judged: the label set; the labels themselves are the candidates' own.
        candidates: shape (n,). All labelled pairs of some topics, and where they may get a label
            those without one.
        values: shape (n_values,). The labels that a pair could get.
        may_change: shape (n,). Pairs whose label may still change.
    """

    measure: Measure
    judged: JudgedTopics
    candidates: Candidates
    values: Ints
    may_change: NDArray[np.bool_]

    @property
    def n_labels(self) -> int:
        """How many labels may still change."""
        return int(np.count_nonzero(self.may_change))

    @property
    def old_gains(self) -> Floats:
        """shape (n,). Gain of each pair as labelled."""
        return pair_gains(self.measure, self.judged, self.candidates)

    @property
    def new_gains(self) -> Floats:
        """shape (n_values,). Gain of each label that a pair could get."""
        return gains_of(self.measure, self.judged, self.values)

    def effects(self) -> Floats:
        """shape (n, n_values). Change of (second - first) on a pair's topic by each label."""
        return topic_effects(self.measure, self.judged, self.candidates, self.values)

    def where(self, at: Ints) -> Relabelling:
        """These candidates alone: all of some topics."""
        return self._replace(candidates=self.candidates.where(at), may_change=self.may_change[at])

    def changed(self, indices: Ints, relevances: Ints) -> Relabelling:
        """The same after these changes, which cannot be changed again."""
        may_change = self.may_change.copy()
        may_change[indices] = False
        candidates = self.candidates.labelled(indices, relevances)
        return self._replace(candidates=candidates, may_change=may_change)

    def swapped(self) -> Relabelling:
        """The same with the second run as the first."""
        first, second = self.candidates.first_ranks, self.candidates.second_ranks
        pairs = self.candidates._replace(first_ranks=second, second_ranks=first)
        return self._replace(candidates=pairs)


def relabelling(
    measure: Measure,
    judged: JudgedTopics,
    runs: tuple[Rankings, Rankings],
    values: Sequence[int],
    unjudged: bool,
) -> Relabelling:
    """The labels that may change, checked.

    Args:
        unjudged: whether pairs without a label may get one.

    Raises:
        ValueError: what `pair_effects` refuses, or no topics.
    """
    pairs = find_candidates(measure, judged, *runs)
    labels = checked_values(measure, judged, values)
    if not judged.n_topics:
        raise ValueError("no topics: two runs over none have no order")
    pairs = pairs if unjudged else pairs.where(pairs.is_labelled)
    differs = (pairs.relevances[:, np.newaxis] != labels).any(axis=1)
    return Relabelling(measure, judged, pairs, labels, ~pairs.is_labelled | differs)


def scored(
    measure: Measure, judged: JudgedTopics, runs: tuple[Rankings, Rankings]
) -> tuple[Floats, Floats]:
    """Values of both runs by topic, shape (n_topics,) each."""
    first, second = (
        score_measures([measure], judge(rankings, judged))[measure.name] for rankings in runs
    )
    return first, second


def changed_labels(judged: JudgedTopics, candidates: Candidates, changes: Changes) -> JudgedTopics:
    """The label set after the changes.

    Args:
        candidates: with all labelled pairs.
    """
    after = candidates.labelled(*changes)
    after = after.where(after.is_labelled)
    starts = np.searchsorted(after.topics, np.arange(judged.n_topics + 1))
    pairs = replace(judged, starts=starts, passages=after.passages)
    return pairs.relabelled(after.relevances)
