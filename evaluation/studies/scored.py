"""The values of a study's runs, topic by topic."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import numpy as np

from evaluation.comparisons.outcomes import Method
from evaluation.exceptions import EvaluationError, StudyRefused
from evaluation.models import Study, StudyRun
from evaluation.scores.evaluating import cutoffs_of
from evaluation.scores.measures import measures_of
from evaluation.scores.scoring import RunScores, score_runs
from evaluation.scores.topic_choice import TopicChoice, choose_topics
from evaluation.studies.lines import ORIGINAL
from evaluation.studies.results import Field, Fields, LineShown, StudyQuestion
from ranking.models import RunStatus
from regrade.measures import Measure, parse_measures

FIRST_RELEVANT = "RR"  # the ranks of first relevant passages follow from it
logger = logging.getLogger(__name__)


def complete_runs(study: Study) -> list[StudyRun]:
    """The fields of a study whose runs can be read."""
    complete = study.runs.filter(run__status=RunStatus.COMPLETE).order_by("number")
    return list(complete.select_related("run__topic_set", "run__collection"))


def keep_values(study: Study) -> None:
    """Store what the tables and the failures of a study begin with, so that reading is quick.

    Unusable labels or measures are reported when the table is read.
    """
    measures = [*measures_of(study.measures), *parse_measures(FIRST_RELEVANT)]
    asked = StudyQuestion(study, study.label_set, measures, Method())
    try:
        scored_fields(asked, choose_topics([study.label_set]), keeps=True)
    except EvaluationError:
        logger.warning("study %s is not scored", study, exc_info=True)


def lines_shown(study: Study) -> list[LineShown]:
    return [
        LineShown(line["title"], line["changes"], line["kind"], 1) for line in study.matrix["lines"]
    ]


def ranker_names(study: Study) -> list[str]:
    return [ranker["name"] for ranker in study.matrix["rankers"]]


def scored_fields(question: StudyQuestion, topics: TopicChoice, keeps: bool) -> tuple[Fields, int]:
    study = question.study
    complete = complete_runs(study)
    if not complete:
        raise StudyRefused(f"No run of the study {study} is complete yet.", code="no_complete_run")
    [block] = score_runs(
        runs=[field.run for field in complete if field.run],
        label_sets=[question.label_set],
        measures=question.measures,
        topic_ids=topics.ids,
        cutoffs=cutoffs_of(question.measures),
        keeps=keeps,
    )
    line_of = {line.title: number for number, line in enumerate(lines_shown(study))}
    ranker_of = {name: number for number, name in enumerate(ranker_names(study))}
    fields = {
        (line_of[field.variant], ranker_of[field.ranker]): _field(scores, question.measures)
        for field, scores in zip(complete, block, strict=True)
    }
    return dict(sorted(fields.items())), study.runs.count()


def _field(scores: RunScores, measures: Sequence[Measure]) -> Field:
    unjudged = {measure.name: scores.unjudged_beside(measure) for measure in measures}
    return Field(scores.values, scores.n_missing, unjudged)


def by_kind(lines: Sequence[LineShown], fields: Fields) -> tuple[list[LineShown], Fields]:
    """Variants of one kind as one line, each topic with its mean over them.

    Only variants that all rankers have count: else two rankers would have means of other texts.
    """
    kinds = list(dict.fromkeys((line.kind, line.changes) for line in lines))
    shown, joined = [], Fields()
    for place, (kind, changes) in enumerate(kinds):
        alike = [n for n, line in enumerate(lines) if (line.kind, line.changes) == (kind, changes)]
        rankers = dict.fromkeys(ranker for n, ranker in fields if n in alike)
        of_kind = [n for n in alike if all((n, ranker) in fields for ranker in rankers)]
        shown.append(LineShown(kind or ORIGINAL, changes, kind, len(of_kind)))
        for ranker in rankers:
            if of_kind:
                joined[place, ranker] = _mean_of([fields[n, ranker] for n in of_kind])
    return shown, dict(sorted(joined.items()))


def _mean_of(fields: Sequence[Field]) -> Field:
    values = {
        name: np.mean([field.values[name] for field in fields], axis=0) for name in fields[0].values
    }
    unjudged = {}
    for name in fields[0].unjudged:
        found = [share for field in fields if (share := field.unjudged[name]) is not None]
        unjudged[name] = sum(found) / len(found) if found else None
    return Field(values, max(field.n_missing for field in fields), unjudged)
