from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained

MOST_COLUMNS = len(ascii_lowercase + ascii_uppercase)


@explained
def letter_display(means: Sequence[float], differs: NDArray[np.bool_]) -> list[str]:
    """Letters of systems: two share one if and only if no difference between them was found.

    Letters go from the greatest mean down, so that the best system has an "a"; after "z" come
    capitals.

    Args:
        means: shape (n_systems,).
        differs: shape (n_systems, n_systems), symmetric. Whether two systems differ.

    Returns:
        For each system its letters, joined; each has one at least.

    Raises:
        ValueError: more groups than there are letters.

    Source:
        Piepho, Journal of Computational and Graphical Statistics 13(2), 2004: a column that holds
        two systems that differ is split, and one that another contains is dropped.
    """
    order = np.argsort(-np.asarray(means, np.float64), kind="stable")
    columns = [frozenset(range(len(means)))] if len(means) else []
    for one, other in zip(*np.nonzero(np.triu(differs, 1)), strict=True):
        columns = _split(columns, int(one), int(other))
        if len(columns) > MOST_COLUMNS:
            raise ValueError(f"they fall into more than {MOST_COLUMNS} groups")
    place = {int(system): rank for rank, system in enumerate(order)}
    columns.sort(key=lambda column: sorted(place[system] for system in column))
    names = (ascii_lowercase + ascii_uppercase)[: len(columns)]
    return [
        "".join(name for name, column in zip(names, columns, strict=True) if system in column)
        for system in range(len(means))
    ]


def _split(columns: list[frozenset[int]], one: int, other: int) -> list[frozenset[int]]:
    """No column holds both, and none lies in another."""
    whole = [column for column in columns if not {one, other} <= column]
    parted = [
        column - {system} for column in columns if {one, other} <= column for system in (one, other)
    ]
    kept = list(whole)
    for part in parted:
        if not any(part <= column for column in kept):
            kept = [column for column in kept if not column < part] + [part]
    return kept
