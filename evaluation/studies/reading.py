"""Read a study: its tables with tests, or one variant query by query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from annotation.models import LabelSet
from evaluation.comparisons.options import paired_options
from evaluation.comparisons.outcomes import Method
from evaluation.exceptions import StudyRefused
from evaluation.models import Study
from evaluation.scores.measures import measures_of
from evaluation.scores.topic_choice import ChosenTopic, choose_topics
from evaluation.studies.results import (
    Field,
    Fields,
    StudyCell,
    StudyQuestion,
    StudyTable,
    by_kind,
    complete_runs,
    lines_shown,
    ranker_names,
    scored_fields,
)
from evaluation.studies.testing import StudyTests, refuse_long
from regrade.measures import Measure
from regrade.significance.pairs import difference


class TopicValues(NamedTuple):
    """One topic; values by ranker, None where a run is not there.

    Attributes:
        changed_query: as the variant asks, where it asks otherwise.
    """

    query_id: str
    query: str
    changed_query: str | None
    before: list[float | None]
    after: list[float | None]
    differences: list[float | None]


class VariantByTopic(NamedTuple):
    measure: str
    lower_is_better: bool
    variant: str
    rankers: list[str]
    topics: list[TopicValues]


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


def read_by_topic(
    *, study: Study, label_set: LabelSet, measure: Measure, variant: str, keeps: bool = True
) -> VariantByTopic:
    """Every topic of the label set by one measure, in the order of the topics.

    Raises:
        StudyRefused: no such variant, or no run is complete.
        NotComparable, NoTopics, MeasureRefused: as `score_runs` says.
    """
    titles = [line.title for line in lines_shown(study)]
    if variant not in titles:
        raise StudyRefused(
            f"The study has no variant {variant!r}; it has {', '.join(titles)}.",
            code="not_in_study",
            field="variant",
        )
    topics, line, rankers = choose_topics([label_set]), titles.index(variant), ranker_names(study)
    fields, _ = scored_fields(StudyQuestion(study, label_set, [measure], Method()), topics, keeps)
    before, after = (
        [fields.get((place, ranker)) for ranker in range(len(rankers))] for place in (0, line)
    )
    changed = _changed_queries(study, variant)
    shown = [
        _topic(topic, index, (before, after), measure, changed.get(topic.query_id))
        for index, topic in enumerate(topics.topics)
    ]
    return VariantByTopic(measure.name, measure.lower_is_better, variant, rankers, shown)


def _topic(
    topic: ChosenTopic,
    index: int,
    sides: tuple[Sequence[Field | None], Sequence[Field | None]],
    measure: Measure,
    changed_query: str | None,
) -> TopicValues:
    old, new = (
        [float(f.values[measure.name][index]) if f else None for f in side] for side in sides
    )
    apart = [
        float(difference(a, b)) if a is not None and b is not None else None
        for a, b in zip(old, new, strict=True)
    ]
    is_changed = changed_query is not None and changed_query != topic.query
    return TopicValues(
        topic.query_id, topic.query, changed_query if is_changed else None, old, new, apart
    )


def _changed_queries(study: Study, variant: str) -> dict[str, str]:
    of_line = (field for field in complete_runs(study) if field.variant == variant)
    field = next(of_line, None)
    if field is None or field.topic_set_id == study.topic_set_id:
        return {}
    return dict(field.topic_set.topics.values_list("query_id", "query"))
