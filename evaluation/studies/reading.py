"""Read a study: its tables, with tests between rankers and between texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from annotation.models import LabelSet
from evaluation.comparisons.options import paired_options
from evaluation.comparisons.outcomes import Method
from evaluation.models import Study
from evaluation.scores.measures import measures_of
from evaluation.scores.topic_choice import choose_topics
from evaluation.studies.results import (
    Fields,
    StudyCell,
    StudyQuestion,
    StudyTable,
    by_kind,
    lines_shown,
    ranker_names,
    scored_fields,
)
from evaluation.studies.testing import StudyTests, refuse_long
from regrade.measures import Measure


def read_study(question: StudyQuestion, *, keeps: bool = True) -> StudyTable:
    """The table of a study; fields whose runs are not complete yet are left out.

    Args:
        keeps: whether scores that are worked out are stored.

    Raises:
        StudyRefused: no run is complete.
        NotComparable, NoTopics, MeasureRefused, SignificanceRefused: as `score_runs` and `work_out`
            say.
        TooMuchAsked: more tests than a request may take.
    """
    lines, rankers = lines_shown(question.study), ranker_names(question.study)
    topics = choose_topics([question.label_set])
    fields, n_runs = scored_fields(question, topics, keeps)
    n_complete = len(fields)
    if question.by_kind:
        lines, fields = by_kind(lines, fields)
    if question.is_limited:
        refuse_long(question, len(topics.topics), len(lines), len(rankers))
    tests = StudyTests(question, fields, len(rankers))
    cells = [
        [
            _cell(question, tests, fields, line, ranker, measure)
            for measure in question.measures
            for ranker in range(len(rankers))
            if (line, ranker) in fields
        ]
        for line in range(len(lines))
    ]
    return StudyTable(
        question, topics, rankers, lines, cells, tests.corrections, n_runs, n_complete
    )


def _cell(
    question: StudyQuestion,
    tests: StudyTests,
    fields: Fields,
    line: int,
    ranker: int,
    measure: Measure,
) -> StudyCell:
    field, original = fields[line, ranker], fields.get((0, ranker))
    key = (line, ranker, measure.name)
    test, adjusted = tests.against_original.get(key, (None, None))
    return StudyCell(
        ranker=ranker,
        measure=measure,
        mean=float(field.values[measure.name].mean()),
        original=float(original.values[measure.name].mean()) if original else None,
        test=test,
        adjusted=None if question.correction == "none" else adjusted,
        better_than=tuple(sorted(tests.better.get(key, ()))),
        loses_less_than=tuple(sorted(tests.less_lost.get(key, ()))),
        letters=tests.letters.get(key, ""),
        n_missing=field.n_missing,
        unjudged=field.unjudged[measure.name],
    )


def question_asked(
    study: Study, label_set: LabelSet, asked: Mapping[str, Any], *, is_limited: bool = True
) -> StudyQuestion:
    """How a study is read, by what was asked; the rest is as the study began.

    Raises:
        MeasureRefused, SignificanceRefused: what makes no sense.
    """
    test = asked.get("test") or study.test
    options = paired_options(test=test, seed=asked["seed"], permutations=asked["permutations"])
    return StudyQuestion(
        study,
        label_set,
        measures_of(asked.get("measures") or study.measures),
        Method(test, options),
        asked.get("correction") or study.correction,
        asked["by"] == "kind",
        asked["letters"],
        is_limited,
    )
