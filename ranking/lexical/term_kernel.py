from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ranking.lexical.lexical_index import FNV_PRIME, FNV_START, UNKNOWN
from ranking.text.compiled import compiled, inlined

START, PRIME = np.uint64(FNV_START), np.uint64(FNV_PRIME)


@compiled
def hash_terms(
    term_bytes: NDArray[np.uint8], term_ends: NDArray[np.int64], hashes: NDArray[np.uint64]
) -> None:
    """Give each term the hash of `lexical_index.hash_term`.

    Args:
        term_bytes: the terms in UTF-8, one after the other; term i ends before term_ends[i].
        hashes: shape (n_terms,); receives them.
    """
    start = 0
    for term in range(term_ends.size):
        hashed = START
        for i in range(start, term_ends[term]):
            hashed = (hashed ^ np.uint64(term_bytes[i])) * PRIME
        hashes[term] = hashed
        start = term_ends[term]


@compiled
def find_terms(
    known_hashes: NDArray[np.uint64],
    known_bytes: NDArray[np.uint8],
    known_ends: NDArray[np.int64],
    wanted_hashes: NDArray[np.uint64],
    wanted_bytes: NDArray[np.uint8],
    wanted_ends: NDArray[np.int64],
    places: NDArray[np.int64],
) -> None:
    """Find terms among known ones, which stand by ascending hash.

    Args:
        places: shape (n_wanted,); receives where each stands, -1 where it does not.
    """
    for term in range(wanted_hashes.size):
        start = wanted_ends[term - 1] if term else 0
        place = _first_with(known_hashes, wanted_hashes[term])
        places[term] = UNKNOWN
        while place < known_hashes.size and known_hashes[place] == wanted_hashes[term]:
            known_start = known_ends[place - 1] if place else 0
            if _are_same(
                known_bytes[known_start : known_ends[place]],
                wanted_bytes[start : wanted_ends[term]],
            ):
                places[term] = place
                break
            place += 1


@inlined
def _first_with(hashes: NDArray[np.uint64], wanted: np.uint64) -> int:
    low, high = 0, hashes.size
    while low < high:
        middle = (low + high) >> 1
        if hashes[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


@inlined
def _are_same(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> bool:
    if one.size != other.size:
        return False
    for i in range(one.size):  # noqa: SIM110  (a generator cannot be compiled)
        if one[i] != other[i]:
            return False
    return True
