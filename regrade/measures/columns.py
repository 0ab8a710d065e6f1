from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from regrade.given import wrong_kind
from regrade.ids import id_text


class Columns(NamedTuple):
    """Labels or a run as parallel columns, one line a passage, in any order.

    Attributes:
        query_ids: sequence or array of strings, or of whole numbers, taken as their digits.
        doc_ids: the same.
        values: a relevance or a score a line.
    """

    query_ids: ArrayLike
    doc_ids: ArrayLike
    values: ArrayLike


def by_topic(columns: Columns, what: str) -> dict[str, dict[str, float]]:
    """Values by query id and doc_id, topics in the order of their first lines.

    Args:
        columns: lines of one topic need not stand together, but are faster where they do.
        what: what the values are, for an error's sentence.

    Raises:
        ValueError: columns of different lengths, an id that is neither a string nor a whole
            number, or a passage that a topic has twice.
    """
    query_ids, doc_ids = _texts(columns.query_ids), _texts(columns.doc_ids).tolist()
    values = _column(columns.values, what).tolist()
    if not query_ids.size == len(doc_ids) == len(values):
        raise ValueError(
            f"{query_ids.size} query ids, {len(doc_ids)} doc_ids and {len(values)} {what}"
            " are not of one length"
        )
    topics: dict[str, dict[str, float]] = {}
    starts = np.flatnonzero(query_ids[1:] != query_ids[:-1]) + 1
    bounds = [0, *starts.tolist(), query_ids.size] if query_ids.size else []
    for start, end in pairwise(bounds):
        topic = topics.setdefault(str(query_ids[start]), {})
        n_before = len(topic)
        topic.update(zip(doc_ids[start:end], values[start:end], strict=True))
        if len(topic) < n_before + end - start:
            _refuse_duplicate(query_ids, doc_ids, str(query_ids[start]))
    return topics


def _texts(ids: ArrayLike) -> NDArray[Any]:
    """The ids as an array of strings."""
    array = _column(ids, "ids")
    if array.dtype.kind == "U":
        return array
    return np.array([id_text(value, "id") for value in array.tolist()], np.str_)


def _column(given: ArrayLike, what: str) -> NDArray[Any]:
    array = np.asarray(given)
    if array.ndim != 1:
        raise wrong_kind(what, "a list or an array of one dimension", given)
    return array


def _refuse_duplicate(query_ids: NDArray[Any], doc_ids: Sequence[str], query_id: str) -> None:
    seen: set[str] = set()
    for index in np.flatnonzero(query_ids == query_id).tolist():
        if doc_ids[index] in seen:
            raise ValueError(f"passage {doc_ids[index]} appears twice in topic {query_id}")
        seen.add(doc_ids[index])
