"""Scores of several runs on one topic, each run as if it were a topic of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.labels.arrays import Relevances
from annotation.models import LabelSet
from evaluation.exceptions import MeasureRefused, refused_as
from regrade.measures import JudgedTopics, Measure, Rankings, judge, score_measures

Ordinals = NDArray[np.int32]


class TopicScore(NamedTuple):
    """`value` is None where the labels say nothing of the topic."""

    labels: str
    measure: str
    lower_is_better: bool
    value: float | None


def score_topic(
    rankings: Sequence[Ordinals],
    labels: Sequence[tuple[LabelSet, Relevances]],
    measures: Sequence[Measure],
) -> list[list[TopicScore]]:
    """For each ranking its scores: label set after label set, measure after measure.

    Raises:
        MeasureRefused: a measure makes no sense on these labels.
    """
    packed = Rankings(
        np.cumsum([0, *(one.size for one in rankings)], dtype=np.int64),
        np.concatenate([np.empty(0, np.int32), *rankings]),
    )
    scores: list[list[TopicScore]] = [[] for _ in rankings]
    for label_set, (ordinals, values) in labels:
        columns = _values(packed, label_set, Relevances(ordinals, values), measures)
        for measure in measures:
            for place, of_run in enumerate(scores):
                value = None if columns is None else float(columns[measure.name][place])
                of_run.append(
                    TopicScore(label_set.name, measure.name, measure.lower_is_better, value)
                )
    return scores


def _values(
    rankings: Rankings, label_set: LabelSet, labels: Relevances, measures: Sequence[Measure]
) -> dict[str, NDArray[np.float64]] | None:
    n_runs, n_judged = rankings.starts.size - 1, labels.ordinals.size
    if not n_judged or not n_runs:
        return None
    judged = JudgedTopics(
        np.arange(n_runs + 1, dtype=np.int64) * n_judged,
        np.tile(labels.ordinals.astype(np.int64), n_runs),
        np.tile(labels.values.astype(np.int64), n_runs),
        label_set.min_relevance,
        max(label_set.scale),
        unlisted=label_set.unlisted,
    )
    with refused_as(MeasureRefused, f"Under {label_set}: ", "", code="not_computable"):
        return score_measures(measures, judge(rankings, judged))
