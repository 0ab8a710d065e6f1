from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from regrade.text.compiled import compiled, inlined
from regrade.text.form_table import fnv_1a

UNKNOWN = -1


@inlined
def first_from(numbers: NDArray[Any], low: int, high: int, least: Any) -> int:
    """Index of the first number >= `least` in ascending numbers[low:high]; `high` if there is none.

    Args:
        least: signed as the numbers are; numba compares the two kinds as floats.
    """
    while low < high:
        middle = (low + high) >> 1
        if numbers[middle] < least:
            low = middle + 1
        else:
            high = middle
    return low


@compiled
def hash_terms(
    term_bytes: NDArray[np.uint8], term_ends: NDArray[np.int64], hashes: NDArray[np.uint64]
) -> None:
    """Give each term the hash by which an index sorts and finds it.

    Args:
        term_bytes: the terms in UTF-8, one after the other; term i ends before term_ends[i].
        hashes: shape (n_terms,); receives them.
    """
    start = 0
    for term in range(term_ends.size):
        hashes[term] = fnv_1a(term_bytes, start, term_ends[term])
        start = term_ends[term]


@compiled
def find_terms(
    known_hashes: NDArray[np.uint64],
    known_bytes: NDArray[np.uint8],
    known_ends: NDArray[np.int64],
    wanted_hashes: NDArray[np.uint64],
    wanted_bytes: NDArray[np.uint8],
    wanted_ends: NDArray[np.int64],
    numbers: NDArray[np.int64],
) -> None:
    """Find terms among known ones, which stand by ascending hash.

    Args:
        numbers: shape (n_wanted,); receives the number of each known term, -1 for an unknown one.
    """
    for term in range(wanted_hashes.size):
        start = wanted_ends[term - 1] if term else 0
        number = first_from(known_hashes, 0, known_hashes.size, wanted_hashes[term])
        numbers[term] = UNKNOWN
        while number < known_hashes.size and known_hashes[number] == wanted_hashes[term]:
            known_start = known_ends[number - 1] if number else 0
            if _are_same(
                known_bytes[known_start : known_ends[number]],
                wanted_bytes[start : wanted_ends[term]],
            ):
                numbers[term] = number
                break
            number += 1


@inlined
def _are_same(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> bool:
    if one.size != other.size:
        return False
    for i in range(one.size):  # noqa: SIM110  (a generator cannot be compiled)
        if one[i] != other[i]:
            return False
    return True
