"""Label sets as arrays, read without a Python loop over pairs, and counts of pairs per label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.models import LabelSet, TopicLabels
from regrade.aggregation import Aggregation
from regrade.aggregation.relevance import count_relevant
from regrade.labels import LabelColumns, label_columns


class Relevances(NamedTuple):
    """One topic of a label set: parallel arrays of shape (n_judged,)."""

    ordinals: NDArray[np.int32]
    values: NDArray[np.int16]


def relevances_by_topic(label_set: LabelSet) -> dict[str, Relevances]:
    """The whole set by query_id, topics in their order, ordinals ascending."""
    rows: Iterable[Any] = (
        label_set.topic_labels.order_by("topic__ordinal")
        .values_list("topic__query_id", "ordinals", "relevances")
        .iterator()
    )
    return {query_id: Relevances(ordinals, values) for query_id, ordinals, values in rows}


def probabilities_by_topic(label_set: LabelSet) -> dict[str, NDArray[np.float64]]:
    """The probability with which each pair was drawn, parallel to `relevances_by_topic`."""
    rows: Iterable[Any] = (
        label_set.topic_labels.order_by("topic__ordinal")
        .values_list("topic__query_id", "probabilities")
        .iterator()
    )
    return dict(rows)


def labelled_topics(label_set: LabelSet) -> set[str]:
    """The query_ids that the set says anything of."""
    return set(label_set.topic_labels.values_list("topic__query_id", flat=True))


def as_columns(label_set: LabelSet) -> LabelColumns:
    """The whole set; topics are numbers by their order in the topic set, from 0 on."""
    rows: Iterable[Any] = label_set.topic_labels.order_by("topic__ordinal")
    return label_columns(
        rows.values_list("topic__ordinal", "ordinals", "relevances").iterator()  # type: ignore[attr-defined]
    )


class ValueCount(NamedTuple):
    value: int
    n: int


class LabelCounts(NamedTuple):
    """Counts of pairs per label; `by_value` lists the whole scale."""

    n_topics: int
    n_pairs: int
    n_relevant: int
    by_value: list[ValueCount]


def counts_of(aggregation: Aggregation, min_relevance: int) -> LabelCounts:
    n_by_value = aggregation.n_by_value()
    return count_labels(len(aggregation.by_topic), n_by_value, aggregation.scale, min_relevance)


def stored_counts(label_sets: Iterable[LabelSet]) -> Mapping[int, LabelCounts]:
    """The counts of each label set by its key, in one query."""
    sets = {label_set.pk: label_set for label_set in label_sets}
    n_topics, by_value = Counter[int](), {pk: Counter[int]() for pk in sets}
    rows = TopicLabels.objects.filter(label_set__in=sets).order_by()
    for pk, relevances in rows.values_list("label_set", "relevances").iterator(chunk_size=500):
        values, n = np.unique(relevances, return_counts=True)
        by_value[pk].update(dict(zip(values.tolist(), n.tolist(), strict=True)))
        n_topics[pk] += 1
    return {
        pk: count_labels(n_topics[pk], by_value[pk], one.scale, one.min_relevance)
        for pk, one in sets.items()
    }


def count_labels(
    n_topics: int, by_value: Counter[int], scale: Iterable[int], min_relevance: int
) -> LabelCounts:
    return LabelCounts(
        n_topics=n_topics,
        n_pairs=by_value.total(),
        n_relevant=count_relevant(by_value, min_relevance),
        by_value=[ValueCount(value, by_value[value]) for value in sorted({*scale, *by_value})],
    )
