"""Labels of one passage under each label set, topic by topic."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from django.db.models import QuerySet
from django.db.models.lookups import GreaterThan

from annotation.models import LabelSet, TopicLabels
from ranking.models.fields import place_of_number


class PassageLabel(NamedTuple):
    label_set: str
    relevance: int
    min_relevance: int


class LabelOfTopic(NamedTuple):
    """A passage's label for a topic, which `topic` is the key of; `topic_set` is its set's."""

    topic: int
    topic_set: int
    ordinal: int
    label: PassageLabel


def labels_of_passage(
    label_sets: QuerySet[LabelSet],
    ordinal: int,
    *,
    topic_ordinals: Iterable[int] | None = None,
) -> list[LabelOfTopic]:
    """The labels of the passage with this ordinal, by the label set's name.

    By one query; the server leaves out topics in which the passage has no label.

    Args:
        label_sets: over the passage's collection, or one that it is a variant of.
        topic_ordinals: only topics with these, in whatever topic set; by default all.
    """
    rows: Any = TopicLabels.objects.filter(
        GreaterThan(place_of_number("ordinals", ordinal), 0), label_set__in=label_sets
    )
    if topic_ordinals is not None:
        rows = rows.filter(topic__ordinal__in=list(topic_ordinals))
    found = rows.order_by("label_set__name", "topic").values_list(
        "topic",
        "topic__topic_set",
        "topic__ordinal",
        "label_set__name",
        "label_set__min_relevance",
        "ordinals",
        "relevances",
    )
    return [
        LabelOfTopic(key, topic_set, topic, PassageLabel(name, int(relevances[at]), least))
        for key, topic_set, topic, name, least, ordinals, relevances in found
        for at in np.flatnonzero(ordinals == ordinal).tolist()
    ]
