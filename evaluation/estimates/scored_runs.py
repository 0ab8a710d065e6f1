"""Intervals beside the scores of runs, where these are estimates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from evaluation.estimates.these_topics import (
    AskedIntervals,
    Interval,
    intervals_for_these_topics,
)
from evaluation.scores.evaluating import RunEvaluations
from evaluation.scores.scoring import RunScores
from regrade.measures import Measure
from regrade.significance import mean_interval


class EstimatedMean(NamedTuple):
    """Where an estimated mean lies: for these topics, and for topics like these.

    The one holds over samples of pairs, the other over samples of topics and of pairs.
    """

    these_topics: Interval | None
    topics_like_these: Interval | None


Means = Mapping[tuple[int, int, str], EstimatedMean]


def estimated_means(evaluations: RunEvaluations) -> Means:
    """By run, label set and measure; nothing under labels that are no sample."""
    found = dict[tuple[int, int, str], EstimatedMean]()
    label_sets = {scores.label_set.pk: scores.label_set for scores in evaluations.scores}
    for label_set in label_sets.values():
        scored = [each for each in evaluations.scores if each.label_set.pk == label_set.pk]
        for measure in evaluations.measures:
            asked = AskedIntervals(
                [each.run for each in scored],
                label_set,
                measure,
                evaluations.topics.ids,
                single_precision=evaluations.single_precision,
            )
            intervals = intervals_for_these_topics(asked)
            for scores, of_run in zip(scored, intervals or (), strict=False):
                key = scores.run.pk, label_set.pk, measure.name
                found[key] = EstimatedMean(of_run.mean, _like_these(scores, measure))
    return found


def _like_these(scores: RunScores, measure: Measure) -> Interval | None:
    return mean_interval(scores.values[measure.name], limits=measure.limits)
