"""Several label sets as one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np

from regrade.given import explained
from regrade.labels.columns import LabelColumns, Numbers, from_keys

Rule = Literal["union", "intersection", "precedence"]


class Combined(NamedTuple):
    """Labels combined from several label sets.

    Attributes:
        n_shared: pairs that more than one of them labels.
        n_disagreeing: of these, pairs with more than one label.
    """

    labels: LabelColumns
    n_shared: int
    n_disagreeing: int


@explained
def combine(parts: Sequence[LabelColumns], rule: Rule) -> Combined:
    """One label a pair from several sets.

    `union`: pairs that any of them labels, with the highest label. `intersection`: pairs that all
    label, with the lowest. `precedence`: pairs that any labels, with the label of the first set
    that has one.
    """
    keys = np.concatenate([part.keys for part in parts])
    ranks = np.repeat(np.arange(len(parts)), [part.relevances.size for part in parts])
    order = np.lexsort((ranks, keys))  # of each pair the first set's label first
    relevances = np.concatenate([part.relevances for part in parts])[order]
    pairs, starts, sizes = np.unique(keys[order], return_index=True, return_counts=True)
    if not pairs.size:
        return Combined(from_keys(pairs, relevances), 0, 0)
    highest = np.maximum.reduceat(relevances, starts)
    lowest = np.minimum.reduceat(relevances, starts)
    found = {"union": highest, "intersection": lowest, "precedence": relevances[starts]}[rule]
    is_kept = sizes == len(parts) if rule == "intersection" else sizes > 0
    return Combined(
        from_keys(pairs[is_kept], found[is_kept]),
        int((sizes > 1).sum()),
        int((highest > lowest).sum()),
    )


def mapped(labels: LabelColumns, table: Mapping[int, int]) -> LabelColumns:
    """The same labels with other values; those that the table does not name stay."""
    values, places = np.unique(labels.relevances, return_inverse=True)
    changed = np.array([table.get(value, value) for value in values.tolist()], dtype=np.int64)
    relevances: Numbers = changed[places] if values.size else labels.relevances
    return labels._replace(relevances=relevances)


def common_min_relevance(
    parts: Iterable[tuple[Iterable[int], int, Mapping[int, int]]],
) -> int | None:
    """From which value on all sets call a pair relevant once their values are mapped.

    Args:
        parts: scale, `min_relevance` and table of each set.

    Returns:
        None where there is none: the same value is relevant in one and not in another, or a
        relevant value is below one that is not.
    """
    relevant, others = set[int](), set[int]()
    for scale, min_relevance, table in parts:
        for value in scale:
            (relevant if value >= min_relevance else others).add(table.get(value, value))
    if not relevant or (others and max(others) >= min(relevant)):
        return None
    return min(relevant)
