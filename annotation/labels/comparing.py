"""Two label sets side by side: how far they agree, and on which pairs they do not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.labels.arrays import as_columns
from annotation.labels.combining import refuse_other_ground
from annotation.models import LabelSet
from ranking.models import Passage, Topic
from ranking.pages import Page, place_in_list
from regrade.labels import LabelComparison, LabelStatistics, compare, label_statistics
from regrade.labels.comparing import Changes, Side

# Which pairs: with two values, newly relevant, relevant no more, labelled by one of the two alone.
Difference = Literal["value", "gained", "lost", "added", "dropped"]
PAGE = 20


class ChangedPair(NamedTuple):
    """A pair on which two label sets differ; None is no label."""

    query_id: str
    query: str
    doc_id: str
    text: str | None
    first: int | None
    second: int | None


@dataclass(frozen=True, kw_only=True)
class ChangedPairs(Page):
    """A page of them, by topic and passage."""

    rows: list[ChangedPair]


def compare_label_sets(first: LabelSet, second: LabelSet) -> LabelComparison:
    """How far the two agree; topics by their order in the topic set.

    Raises:
        LabelsRefused: they label other topics, or passages of another collection.
    """
    refuse_other_ground(first, second)
    return compare(_side(first), _side(second))


def _side(label_set: LabelSet) -> Side:
    return Side(as_columns(label_set), label_set.scale, label_set.min_relevance)


def statistics_of(label_set: LabelSet) -> LabelStatistics:
    """Counts by topic and value; topics by their order in the topic set."""
    return label_statistics(as_columns(label_set), label_set.min_relevance)


def queries_of(label_set: LabelSet) -> Mapping[int, tuple[str, str]]:
    """Query id and query of each topic, by its number."""
    rows = label_set.topic_set.topics.values_list("ordinal", "query_id", "query")
    return {ordinal: (query_id, query) for ordinal, query_id, query in rows}


def count_differences(changes: Changes) -> dict[Difference, int]:
    """How many pairs differ in each way."""
    ways: tuple[Difference, ...] = ("value", "gained", "lost", "added", "dropped")
    return {way: int(_differs(changes, way).sum()) for way in ways}


def changed_pairs(
    first: LabelSet,
    second: LabelSet,
    *,
    way: Annotated[
        Difference,
        "value: two values; gained, lost: relevant in the second or first alone; added,"
        " dropped: labelled by the second or first alone.",
    ],
    page: int = 1,
) -> ChangedPairs:
    """The pairs that differ in this way, with their texts, twenty a page.

    A page beyond the last is the last.

    Raises:
        LabelsRefused: they label other topics, or passages of another collection.
    """
    changes = compare_label_sets(first, second).changes
    places = np.flatnonzero(_differs(changes, way))
    at = place_in_list(page, n=places.size, size=PAGE)
    return ChangedPairs(**at.numbers, rows=_with_texts(first, changes, places[at.part]))


def _differs(changes: Changes, way: Difference) -> NDArray[np.bool_]:
    has_first, has_second = ~np.isnan(changes.first), ~np.isnan(changes.second)
    ways: dict[Difference, NDArray[np.bool_]] = {
        "value": has_first & has_second & (changes.first != changes.second),
        "gained": changes.is_gained,
        "lost": changes.is_lost,
        "added": has_second & ~has_first,
        "dropped": has_first & ~has_second,
    }
    return ways[way]


def _with_texts(
    label_set: LabelSet, changes: Changes, places: NDArray[np.int64]
) -> list[ChangedPair]:
    topics, passages = changes.topics[places].tolist(), changes.passages[places].tolist()
    asked = Topic.objects.filter(topic_set=label_set.topic_set_id, ordinal__in=topics)
    queries = {row[0]: row[1:] for row in asked.values_list("ordinal", "query_id", "query")}
    read = Passage.objects.filter(collection=label_set.collection_id, ordinal__in=passages)
    texts = {row[0]: row[1:] for row in read.values_list("ordinal", "doc_id", "text")}
    pairs = []
    for topic, passage, place in zip(topics, passages, places.tolist(), strict=True):
        (query_id, query), (doc_id, text) = queries[topic], texts[passage]
        first, second = _value(changes.first[place]), _value(changes.second[place])
        pairs.append(ChangedPair(query_id, query, doc_id, text, first, second))
    return pairs


def _value(label: float) -> int | None:
    return None if np.isnan(label) else int(label)
