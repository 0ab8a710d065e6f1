"""A study as it is read: the question, the values of its runs, and the table that answers it."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.models import LabelSet
from evaluation.comparisons.outcomes import Method
from evaluation.exceptions import EvaluationError, StudyRefused
from evaluation.models import Study, StudyRun
from evaluation.scores.estimable import refuse_samples
from evaluation.scores.evaluating import cutoffs_of
from evaluation.scores.measures import measures_of
from evaluation.scores.scoring import RunScores, score_runs
from evaluation.scores.topic_choice import TopicChoice, choose_topics
from evaluation.studies.lines import ORIGINAL, Changes
from ranking.models import RunStatus
from regrade.measures import Measure, parse_measures
from regrade.significance import Corrected, PairedTest, stars
from regrade.significance.pairs import difference

Values = NDArray[np.float64]
FIRST_RELEVANT = "RR"  # the ranks of first relevant passages follow from it
logger = logging.getLogger(__name__)


class StudyQuestion(NamedTuple):
    """How a study is read.

    Attributes:
        by_kind: whether variants of one kind are one line, each topic with its mean over them.
        letters: whether lines are compared with each other as well.
    """

    study: Study
    label_set: LabelSet
    measures: Sequence[Measure]
    method: Method
    correction: str = "holm"
    by_kind: bool = False
    letters: bool = False
    is_limited: bool = True


class LineShown(NamedTuple):
    """A line of a table; one by kind stands for `n_variants`."""

    title: str
    changes: Changes
    kind: str
    n_variants: int


class StudyCell(NamedTuple):
    """One ranker over one line's texts by one measure.

    Attributes:
        original: the ranker's mean over the original texts.
        test: of the line against the originals; None for these themselves, or if they are missing.
        adjusted: p corrected for all such tests of the table.
        better_than: rankers, by place, that do worse on these texts.
        loses_less_than: rankers, by place, that lose more from the originals to these texts.
        letters: lines of this ranker that share one do not differ; empty if that was not asked.
    """

    ranker: int
    measure: Measure
    mean: float
    original: float | None
    test: PairedTest | None
    adjusted: float | None
    better_than: tuple[int, ...]
    loses_less_than: tuple[int, ...]
    letters: str
    n_missing: int
    unjudged: float | None

    @property
    def difference(self) -> float | None:
        """From the originals; 0 if the two differ by rounding only."""
        if self.test is None or self.original is None:
            return None
        return float(difference(self.original, self.mean))

    @property
    def relative(self) -> float | None:
        """The difference as a share of the original mean; None where that is 0."""
        return (
            self.difference / self.original
            if self.difference is not None and self.original
            else None
        )

    @property
    def stars(self) -> str:
        if self.test is None:
            return ""
        return stars(self.test.p_value if self.adjusted is None else self.adjusted)


class StudyTable(NamedTuple):
    """A study as it is read.

    Attributes:
        cells: of each line all that are there, by measure and then by ranker.
        corrections: of the tests against the originals, between rankers, between their losses and
            between lines, as far as each was corrected.
    """

    question: StudyQuestion
    topics: TopicChoice
    rankers: Sequence[str]
    lines: Sequence[LineShown]
    cells: Sequence[Sequence[StudyCell]]
    corrections: Mapping[str, Corrected]
    n_runs: int
    n_complete: int


class Field(NamedTuple):
    """Values of one ranker over one line's texts, by measure."""

    values: Mapping[str, Values]
    n_missing: int
    unjudged: Mapping[str, float | None]


Fields = dict[tuple[int, int], Field]  # by line and ranker


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
    """The values of each complete run, and how many runs there will be.

    Raises:
        NotComparable: the labels are a sample, from which passages that only the changed texts
            bring up could not be drawn.
        StudyRefused: no run is complete.
    """
    refuse_samples([question.label_set], "a study")
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
