from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from typing import NamedTuple

import numpy as np
from django.db import transaction
from numpy.typing import NDArray

from annotation.models import LabelSet
from evaluation.exceptions import MeasureRefused
from evaluation.judged_runs import (
    check_comparable,
    judged_rankings,
    rankings_of,
    unjudged_share,
)
from evaluation.measures import Measure, score_measures
from evaluation.models import Evaluation, TopicScores
from ranking.models import Run
from ranking.services.code_version import code_version

Values = NDArray[np.float64]

# The code that makes values, as it was imported; what another made is not used again.
ENGINE = (
    f"regrade {code_version('../evaluation/measures')},"
    f" pytrec-eval-terrier {version('pytrec-eval-terrier')}"
)


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


@transaction.atomic
def score_run(
    *,
    run: Run,
    label_set: LabelSet,
    measures: Sequence[Measure],
    topic_ids: Sequence[int],
    cutoffs: Sequence[int] = (),
) -> RunScores:
    """Score a run under a label set; per-topic values are kept and used again.

    Values are made for every topic of the label set, then narrowed to `topic_ids`, which must
    be among them.

    Raises:
        NotComparable: the run and the labels are about different topics or passages.
        MeasureRefused: a measure makes no sense on these labels.
    """
    check_comparable(run, label_set)
    labelled = list(label_set.topic_labels.values_list("topic_id", flat=True))
    rankings = rankings_of(run, labelled)
    in_order, judged = judged_rankings(rankings, label_set)
    evaluation, _ = Evaluation.objects.get_or_create(run=run, label_set=label_set)
    values = _kept(evaluation, measures)
    if absent := [measure for measure in measures if measure.name not in values]:
        try:
            fresh = score_measures(absent, judged)
        except ValueError as error:
            raise MeasureRefused(f"{run} under {label_set}: {error}") from error
        _keep(evaluation, fresh)
        values |= fresh
    place = {topic_id: index for index, topic_id in enumerate(in_order)}
    chosen = [place[topic_id] for topic_id in topic_ids]
    return RunScores(
        run,
        label_set,
        {measure.name: values[measure.name][chosen] for measure in measures},
        sum(topic_id not in rankings for topic_id in topic_ids),
        {cutoff: unjudged_share([judged[i] for i in chosen], cutoff) for cutoff in cutoffs},
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
