"""Two label sets over the same topics, pair by pair."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.assessors.columns import ColumnAgreement, compare_counted
from regrade.agreement.counting.confusion import confusion_matrix
from regrade.agreement.counting.scale import Scale, ascending
from regrade.labels.columns import LabelColumns, Numbers, from_keys

Counts = NDArray[np.int64]


class Side(NamedTuple):
    """One of the two: its labels, the values they can have, and the least relevant one."""

    labels: LabelColumns
    scale: Scale
    min_relevance: int


class TopicChange(NamedTuple):
    """Relevant passages of one topic, and how many only one of the two has."""

    topic: int
    n_first: int
    n_second: int
    n_gained: int  # relevant in the second alone, judged in the first or not
    n_lost: int


class Changes(NamedTuple):
    """Every pair that either labels, ascending; each of shape (n_pairs,).

    A label that a set lacks is NaN.
    """

    topics: Numbers
    passages: Numbers
    first: NDArray[np.float64]
    second: NDArray[np.float64]
    is_gained: NDArray[np.bool_]
    is_lost: NDArray[np.bool_]


class LabelComparison(NamedTuple):
    """How far two label sets agree.

    Attributes:
        confusion: shape (n_first_values + 1, n_second_values + 1), rows by the first's value,
            columns by the second's; the last row and column are pairs that the set does not label.
        n_shared: pairs that both label.
        percent_agreement, kappas: of the values of shared pairs; None unless both have the same
            values.
        percent_relevance, kappa_relevance: of relevant or not, of shared pairs.
        topics: those that either labels, ascending.
    """

    confusion: Counts
    n_shared: int
    percent_agreement: float | None
    kappa: float | None
    kappa_linear: float | None
    kappa_quadratic: float | None
    percent_relevance: float | None
    kappa_relevance: float | None
    topics: tuple[TopicChange, ...]
    changes: Changes


def compare(first: Side, second: Side) -> LabelComparison:
    """Compare two label sets whose topics and passages have the same numbers.

    Raises:
        ValueError: a label is not on its scale.
    """
    changes = _changes(first, second)
    is_shared = ~np.isnan(changes.first) & ~np.isnan(changes.second)
    table = _confusion(first, second, changes)
    same = list(first.scale) == list(second.scale)
    values = compare_counted(table[:-1, :-1], ascending(first.scale)) if same else None
    binary = _binary(changes.first[is_shared], changes.second[is_shared], first, second)
    return LabelComparison(
        confusion=table,
        n_shared=int(is_shared.sum()),
        percent_agreement=None if values is None else values.percent_agreement,
        kappa=None if values is None else values.cohen_kappa,
        kappa_linear=None if values is None else values.cohen_kappa_linear,
        kappa_quadratic=None if values is None else values.cohen_kappa_quadratic,
        percent_relevance=binary.percent_agreement,
        kappa_relevance=binary.cohen_kappa,
        topics=_by_topic(first, second, changes),
        changes=changes,
    )


def _binary(
    one: NDArray[np.float64], other: NDArray[np.float64], first: Side, second: Side
) -> ColumnAgreement:
    """Agreement of shared pairs as relevant or not."""
    by_first = (one >= first.min_relevance).astype(np.int64)
    by_second = (other >= second.min_relevance).astype(np.int64)
    return compare_counted(confusion_matrix(by_first, by_second, [0, 1]), [0, 1])


def _changes(first: Side, second: Side) -> Changes:
    keys = np.union1d(first.labels.keys, second.labels.keys)
    by_first, by_second = (_spread(side.labels, keys) for side in (first, second))
    # A label that is not there is relevant to nobody: NaN is at no threshold.
    is_first, is_second = by_first >= first.min_relevance, by_second >= second.min_relevance
    topics, passages, _ = from_keys(keys, keys)
    gained, lost = is_second & ~is_first, is_first & ~is_second
    return Changes(topics, passages, by_first, by_second, gained, lost)


def _spread(labels: LabelColumns, keys: Numbers) -> NDArray[np.float64]:
    """The label of each of these pairs; NaN where there is none."""
    column = np.full(keys.size, np.nan)
    column[np.searchsorted(keys, labels.keys)] = labels.relevances
    return column


def _confusion(first: Side, second: Side, changes: Changes) -> Counts:
    """Values in the order of their scales; one that is lacking comes after them."""
    places = []
    for side, column in ((first, changes.first), (second, changes.second)):
        scale = ascending(side.scale)
        given = side.labels.relevances
        if not np.isin(given, scale).all():
            raise ValueError(f"a label is not on the scale {scale.tolist()}")
        place = np.searchsorted(scale, np.nan_to_num(column))
        places.append(np.where(np.isnan(column), scale.size, place))
    shape = len(first.scale) + 1, len(second.scale) + 1
    cells = places[0] * shape[1] + places[1]
    return np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape)


def _by_topic(first: Side, second: Side, changes: Changes) -> tuple[TopicChange, ...]:
    topics, places = np.unique(changes.topics, return_inverse=True)
    columns = [
        np.bincount(places, weights=is_so, minlength=topics.size).astype(np.int64).tolist()
        for is_so in (
            changes.first >= first.min_relevance,
            changes.second >= second.min_relevance,
            changes.is_gained,
            changes.is_lost,
        )
    ]
    return tuple(TopicChange(*row) for row in zip(topics.tolist(), *columns, strict=True))
