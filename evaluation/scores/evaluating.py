"""Runs under label sets on the same topics, as rows, and what must be said beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.models import LabelSet
from evaluation.scores.estimable import sampled
from evaluation.scores.scoring import RunScores, depth_name, depth_of, score_runs
from evaluation.scores.taught import taught_notes, topics_for_runs
from evaluation.scores.topic_choice import TopicChoice, TrainedTopics
from ranking.models import Run
from regrade.measures import Measure
from regrade.measures.measure import MAX_CUTOFF
from regrade.measures.unlabelled import EFFECT


class RunEvaluations(NamedTuple):
    """Runs under label sets, all on the same topics."""

    topics: TopicChoice
    measures: Sequence[Measure]
    scores: Sequence[RunScores]  # each label set, and within it each run
    single_precision: bool = False

    def table(self, label_set: LabelSet, measure: Measure) -> NDArray[np.float64]:
        """shape (n_runs, n_topics). One measure of every run under one label set."""
        return np.stack(
            [
                scores.values[measure.name]
                for scores in self.scores
                if scores.label_set.pk == label_set.pk
            ]
        )


def evaluate_runs(
    *,
    runs: Sequence[Run],
    label_sets: Sequence[LabelSet],
    measures: Sequence[Measure],
    only_topics_of: LabelSet | None = None,
    common_topics: bool = False,
    trained_topics: TrainedTopics = "refuse",
    single_precision: bool = False,
    keeps: bool = True,
    long_mend: str | None = None,
) -> RunEvaluations:
    """Score every run under every label set on the topics that all label sets have.

    `single_precision` orders as trec_eval does up to version 9; `keeps` says whether values that
    are worked out are stored; see `score_runs`.

    Raises:
        NoTopics, NotComparable, MeasureRefused: as `topics_for_runs` and `score_runs` say.
    """
    topics = topics_for_runs(
        runs,
        label_sets,
        only_topics_of=only_topics_of,
        common_topics=common_topics,
        trained_topics=trained_topics,
    )
    scores = score_runs(
        runs=runs,
        label_sets=label_sets,
        measures=measures,
        topic_ids=topics.ids,
        cutoffs=cutoffs_of(measures),
        single_precision=single_precision,
        keeps=keeps,
        long_mend=long_mend,
    )
    flat = [score for block in scores for score in block]
    return RunEvaluations(topics, measures, flat, single_precision)


def cutoffs_of(measures: Sequence[Measure]) -> list[int]:
    """The depths at which unjudged shares are reported."""
    return sorted({depth_of(measure) for measure in measures})


def evaluation_rows(evaluations: RunEvaluations, *, per_topic: bool) -> list[dict[str, Any]]:
    """One row for each run, label set and measure."""
    query_ids = [topic.query_id for topic in evaluations.topics.topics]
    rows = []
    for scores in evaluations.scores:
        for measure in evaluations.measures:
            row = {
                "run": scores.run.name,
                "labels": scores.label_set.name,
                "measure": measure.name,
                "mean": scores.mean(measure),
                "n_topics": len(query_ids),
                "lower_is_better": measure.lower_is_better,
                "min_relevance": scores.label_set.min_relevance,
                "n_missing": scores.n_missing,
                "unjudged": scores.unjudged_beside(measure),
                "unjudged_in": depth_name(depth_of(measure)),
            }
            if sample := sampled(scores.label_set):
                row["sample"] = sample.text
            if evaluations.single_precision:
                row["single_precision"] = True
            if per_topic:
                values = scores.values[measure.name].tolist()
                row["topics"] = dict(zip(query_ids, values, strict=True))
            rows.append(row)
    return rows


def run_notes(of_runs: Iterable[RunScores], topics: TopicChoice) -> list[str]:
    """Sentences on runs whose scores mislead.

    One for each run without a labelled passage as deep as any measure looks: runs and labels name
    passages of one collection here, so it is not how doc_ids are written. And one for each whose
    model was trained on some of the topics.
    """
    every = [*of_runs]
    unlabelled = dict.fromkeys(_note(scores) for scores in every if not scores.has_label)
    return [*unlabelled, *taught_notes([scores.run for scores in every], topics.topics)]


def _note(scores: RunScores) -> str:
    down_to = "" if scores.deepest == MAX_CUTOFF else f" down to rank {scores.deepest:,}"
    none = f"No passage that {scores.run.name} ranked{down_to} has a label"
    cause = "the labels were given to other passages of the collection, such as those of a pool"
    return f"{none} under {scores.label_set.name}: {EFFECT}. The likely cause: {cause} without it."
