from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from django.db import transaction
from numpy.typing import NDArray

from annotation.models import LabelSet
from evaluation.exceptions import MeasureRefused
from evaluation.judged_runs import (
    LabelledTopics,
    check_comparable,
    labelled_topics,
    rankings_of,
    unjudged_share,
)
from evaluation.measures import JudgedRankings, Measure, judge, score_measures
from evaluation.models import Evaluation, TopicScores
from ranking.models import Run
from ranking.services.code_version import code_version

Values = NDArray[np.float64]

# The code that makes values, as it was imported; what another made is not used again.
ENGINE = f"regrade {code_version('measures', app=Path(__file__).parent.parent)}"


class RunScores(NamedTuple):
    """One run under one label set, on some of the set's topics.

    Attributes:
        values: by measure name, shape (n_topics,), in the order of the topics asked for.
        n_missing: topics that the run lacks; each counts with the measure's worst value.
        unjudged: by cutoff, the share of passages there without a label.
    """

    run: Run
    label_set: LabelSet
    values: dict[str, Values]
    n_missing: int
    unjudged: dict[int, float | None]

    def mean(self, measure: Measure) -> float:
        return float(self.values[measure.name].mean())


class Asked(NamedTuple):
    """What is wanted of every run under every label set."""

    measures: Sequence[Measure]
    topic_ids: Sequence[int]
    cutoffs: Sequence[int]


class Seen(NamedTuple):
    """A label set, and where the topics asked for stand in it."""

    topics: LabelledTopics
    chosen: NDArray[np.intp]


@transaction.atomic
def score_runs(
    *,
    runs: Sequence[Run],
    label_sets: Sequence[LabelSet],
    measures: Sequence[Measure],
    topic_ids: Sequence[int],
    cutoffs: Sequence[int] = (),
) -> list[list[RunScores]]:
    """Score every run under every label set; per-topic values are kept and used again.

    Values are made for every topic of a label set, then narrowed to `topic_ids`, which must be
    among the topics of each.

    Returns:
        For each label set, and within it for each run.

    Raises:
        NotComparable: a run and labels that are about different topics or passages.
        MeasureRefused: a measure makes no sense on these labels.
    """
    asked = Asked(measures, topic_ids, cutoffs)
    for label_set in label_sets:
        for run in runs:
            check_comparable(run, label_set)
    seen = [_see(label_set, topic_ids) for label_set in label_sets]
    by_run = [_score_run(run, seen, asked) for run in runs]
    return [list(scores) for scores in zip(*by_run, strict=True)]


def _see(label_set: LabelSet, topic_ids: Sequence[int]) -> Seen:
    topics = labelled_topics(label_set)
    return Seen(topics, topics.places(topic_ids))


def _score_run(run: Run, seen: Sequence[Seen], asked: Asked) -> list[RunScores]:
    """The run is read once, for the topics of all label sets."""
    rankings = rankings_of(run, [labels.topics for labels in seen])
    return [
        _score(run, labels, judge(rankings.of(labels.topics), labels.topics.judged), asked)
        for labels in seen
    ]


def _score(run: Run, labels: Seen, rankings: JudgedRankings, asked: Asked) -> RunScores:
    evaluation, _ = Evaluation.objects.get_or_create(run=run, label_set=labels.topics.label_set)
    values = _kept(evaluation, asked.measures)
    if absent := [measure for measure in asked.measures if measure.name not in values]:
        try:
            fresh = score_measures(absent, rankings)
        except ValueError as error:
            raise MeasureRefused(f"{run} under {labels.topics.label_set}: {error}") from error
        _keep(evaluation, fresh)
        values |= fresh
    return RunScores(
        run,
        labels.topics.label_set,
        {measure.name: values[measure.name][labels.chosen] for measure in asked.measures},
        int((rankings.n_retrieved[labels.chosen] == 0).sum()),
        {cutoff: unjudged_share(rankings, labels.chosen, cutoff) for cutoff in asked.cutoffs},
    )


def _kept(evaluation: Evaluation, measures: Sequence[Measure]) -> dict[str, Values]:
    rows = evaluation.topic_scores.filter(
        measure__in=[measure.name for measure in measures], engine=ENGINE
    )
    return {row.measure: row.values for row in rows}


def _keep(evaluation: Evaluation, values: dict[str, Values]) -> None:
    TopicScores.objects.bulk_create(
        (
            TopicScores(evaluation=evaluation, measure=name, engine=ENGINE, values=array)
            for name, array in values.items()
        ),
        update_conflicts=True,
        unique_fields=["evaluation", "measure"],
        update_fields=["engine", "values"],
    )
