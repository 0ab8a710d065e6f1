"""A variant query by query: each topic's value before and after, by every ranker."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from annotation.models import LabelSet
from evaluation.comparisons.outcomes import Method
from evaluation.exceptions import StudyRefused
from evaluation.models import Study
from evaluation.scores.topic_choice import ChosenTopic, choose_topics
from evaluation.studies.results import (
    Field,
    StudyQuestion,
    complete_runs,
    lines_shown,
    ranker_names,
    scored_fields,
)
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
