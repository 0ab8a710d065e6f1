"""Queries as hashes of their texts, by which the same query is found in other data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from regrade.training.text_rows import number_of


def plain(query: str) -> str:
    """A query in small letters, with single blanks."""
    return " ".join(query.casefold().split())


def hashes_of(queries: Iterable[str]) -> NDArray[np.int64]:
    """Hashes of queries without regard to case and blanks; ascending, each once."""
    found = np.fromiter((number_of(plain(one)) for one in queries), np.uint64)
    return np.unique(found.view(np.int64))


def overlap_of(queries: Sequence[str], hashes: NDArray[np.int64]) -> list[int]:
    """Places of the queries that have one of the hashes."""
    own = np.array([number_of(plain(one)) for one in queries], np.uint64).view(np.int64)
    return np.flatnonzero(np.isin(own, hashes)).tolist()
