"""The best k of the sums that a query comes by, and the threshold that a new one must beat.

A text is kept as a 64-bit key: its score's float32 in the high half, which orders positive
numbers as their bits do, and its position's complement in the low one, so that the higher of two
keys is the better text and among equal scores the one that stands first.

A histogram of scores raises the threshold after every text: once k of them lie above a bin's
lower edge, none below it can come among the best.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.text.compiled import compiled, inlined

# Positions of one look: a power of two, so that none from a damaged file leaves the sums.
BLOCK = 1 << 14
HALF = np.uint64(32)
LAST_POSITION = np.uint64((1 << 32) - 1)
# A bin is 1/64 of an octave: a float32's exponent and the first 6 bits of its fraction. The bins
# reach from 2^-8 to 2^8; what lies beyond falls into the outermost ones.
BIN_SHIFT = 17
LOWEST_BIN = (127 - 8) << (23 - BIN_SHIFT)
N_BINS = 16 << (23 - BIN_SHIFT)


class Best(NamedTuple):
    """The candidates of the query in hand.

    Attributes:
        keys: shape (room,), uint64; the first n[0] are candidates.
        n: shape (1,), int64.
        k: how many are wanted.
        threshold: shape (1,), float64. A text whose score is not above it is none of the best k.
        histogram: shape (N_BINS,), int64: candidates by score.
        floor: shape (2,), int64: the lowest bin that counts, and how many lie in it or above.
        score, bits: shape (1,), float32 and uint32: one element, to read a number as the other.
    """

    keys: NDArray[np.uint64]
    n: NDArray[np.int64]
    k: int
    threshold: NDArray[np.float64]
    histogram: NDArray[np.int64]
    floor: NDArray[np.int64]
    score: NDArray[np.float32]
    bits: NDArray[np.uint32]


def empty_best(k: int) -> Best:
    """Allocate room for the candidates of a top k; one step adds at most BLOCK."""
    score = np.zeros(1, np.float32)
    return Best(
        keys=np.empty(4 * k + BLOCK, np.uint64),
        n=np.zeros(1, np.int64),
        k=k,
        threshold=np.zeros(1, np.float64),
        histogram=np.zeros(N_BINS, np.int64),
        floor=np.zeros(2, np.int64),
        score=score,
        bits=score.view(np.uint32),
    )


@compiled
def forget(best: Best) -> None:
    """Begin a new query."""
    best.n[0] = 0
    best.threshold[0] = 0.0
    best.histogram[:] = 0
    best.floor[:] = 0


@compiled
def collect(docs: NDArray[np.int32], sums: NDArray[np.float64], best: Best) -> None:
    """Collect the sums of these texts above the threshold, and reset all of them to 0.

    Args:
        docs: positions in one block; one whose sum was taken already has 0 and is passed by.
    """
    for i in range(docs.size):
        position = np.uint64(docs[i] & (BLOCK - 1))
        score = sums[position]
        sums[position] = 0.0
        if score > best.threshold[0]:
            _keep(docs[i], np.float32(score), best)


@inlined
def _keep(position: int, score: np.float32, best: Best) -> None:
    best.score[0] = score
    bits = best.bits[0]
    best.keys[best.n[0]] = (np.uint64(bits) << HALF) | (LAST_POSITION - np.uint64(position))
    best.n[0] += 1
    bin_number = min(max(int(np.int64(bits) >> BIN_SHIFT) - LOWEST_BIN, 0), N_BINS - 1)
    best.histogram[bin_number] += 1
    if bin_number < best.floor[0]:
        return
    best.floor[1] += 1
    if best.floor[1] - best.histogram[best.floor[0]] >= best.k:
        _raise_floor(best)


@inlined
def _raise_floor(best: Best) -> None:
    while best.floor[1] - best.histogram[best.floor[0]] >= best.k:
        best.floor[1] -= best.histogram[best.floor[0]]
        best.floor[0] += 1
    # The float just below the bin's lower edge: a score on the edge lies above it.
    bits = np.uint32(((best.floor[0] + LOWEST_BIN) << BIN_SHIFT) - 1)
    _raise_threshold(bits, best)


@inlined
def _raise_threshold(bits: np.uint32, best: Best) -> None:
    best.bits[0] = bits
    best.threshold[0] = max(best.threshold[0], np.float64(best.score[0]))


@compiled
def make_room(best: Best) -> None:
    """Keep the best k once there may be no room for those of another look."""
    if best.n[0] > 4 * best.k:
        keep_best(best)


@compiled
def keep_best(best: Best) -> int:
    """Keep at most the best k, in any order, and return their number.

    Whatever is collected after this must stand behind all that was collected before: it must
    beat the lowest score kept, and not only reach it.
    """
    _drop_beaten(best)
    if best.n[0] < best.k:
        return best.n[0]  # type: ignore[no-any-return]
    _select(best.keys, best.n[0], best.k)
    best.n[0] = best.k
    lowest = best.keys[0]
    for i in range(1, best.k):
        lowest = min(lowest, best.keys[i])
    _raise_threshold(np.uint32(lowest >> HALF), best)
    return best.k


@compiled
def _drop_beaten(best: Best) -> None:
    """Forget the candidates that the threshold has left behind, which is quicker than selecting."""
    best.score[0] = np.float32(best.threshold[0])
    # One that only reaches the threshold stays: the lowest of those selected before does.
    lowest = np.uint64(best.bits[0]) << HALF
    n = 0
    for i in range(best.n[0]):
        key = best.keys[i]
        best.keys[n] = key
        n += key >= lowest
    best.n[0] = n


@compiled
def _select(keys: NDArray[np.uint64], n: int, k: int) -> None:
    """Move the k highest of the first n keys, which all differ, to the front (Hoare's Find)."""
    low, high = 0, n - 1
    while low < high:
        pivot = keys[(low + high) >> 1]
        left, right = low, high
        while left <= right:
            while keys[left] > pivot:
                left += 1
            while keys[right] < pivot:
                right -= 1
            if left <= right:
                keys[left], keys[right] = keys[right], keys[left]
                left += 1
                right -= 1
        if k - 1 <= right:
            high = right
        elif k - 1 >= left:
            low = left
        else:
            return
