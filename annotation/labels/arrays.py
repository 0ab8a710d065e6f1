"""Label sets as arrays, read without a Python loop over pairs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.models import LabelSet
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


def labelled_topics(label_set: LabelSet) -> set[str]:
    """The query_ids that the set says anything of."""
    return set(label_set.topic_labels.values_list("topic__query_id", flat=True))


def as_columns(label_set: LabelSet) -> LabelColumns:
    """The whole set; topics are numbers by their order in the topic set, from 0 on."""
    rows: Iterable[Any] = label_set.topic_labels.order_by("topic__ordinal")
    return label_columns(
        rows.values_list("topic__ordinal", "ordinals", "relevances").iterator()  # type: ignore[attr-defined]
    )
