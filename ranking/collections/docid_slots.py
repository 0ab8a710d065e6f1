"""A table from doc_ids to their indices, in an array that can be mapped from disk.

Each slot holds half of a doc_id's hash and the doc_id's index. A doc_id stands in the slot that its
hash names, or in one of the next: between the two, no slot is empty. What an empty slot ends is not
there. At most two thirds of the slots are taken, so that two or three looks are usual.
"""

from __future__ import annotations

from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from regrade.files.packed.packed_ids import PackedIds, Words, hash_words, n_words

EMPTY = np.uint64((1 << 64) - 1)
HALF_BITS = np.uint64(32)
LOW_HALF = np.uint64((1 << 32) - 1)
HASH_BITS = 64
NO_WORD = np.uint64(0)


def make_slots(hashes: Words) -> Words:
    """The table of doc_ids with these hashes, whose indices are 0, 1, and so on."""
    n_bits = max(1, (3 * hashes.size // 2).bit_length())
    order = np.argsort(hashes, kind="stable").astype(np.uint64)
    ascending = hashes[order]
    homes = (ascending >> np.uint64(HASH_BITS - n_bits)).astype(np.int64)
    # The first slot from its home on that no doc_id before it takes.
    ahead = np.maximum.accumulate(homes - np.arange(homes.size))
    taken = ahead + np.arange(homes.size)
    slots = np.full(max(1 << n_bits, int(taken.max(initial=0)) + 1) + 1, EMPTY)
    slots[taken] = (ascending << HALF_BITS) | order
    return slots


def find_indices(slots: Words, known: Words, ids: PackedIds) -> NDArray[np.int64]:
    """The index of each id among the known ones; -1 for an unknown id.

    Args:
        slots: what `make_slots` made of the known ids.
        known: shape (n_known, n_words). Their words: a hash alone proves nothing.
        ids: which to find.
    """
    words = ids.words(n_words(ids.longest))
    hashes = hash_words(words)
    n_bits = slots.size.bit_length() - 1
    at = (hashes >> np.uint64(HASH_BITS - n_bits)).astype(np.int64)
    tags = hashes << HALF_BITS
    indices = np.full(len(ids), -1, dtype=np.int64)
    left = np.arange(len(ids))
    while left.size:
        entries = slots.take(at)
        goes_on = entries != EMPTY
        alike = np.flatnonzero(((entries ^ tags) <= LOW_HALF) & goes_on)
        found_at, asked = (entries.take(alike) & LOW_HALF).astype(np.int64), left.take(alike)
        is_same = _are_same(known, found_at, words, asked)
        indices[asked[is_same]] = found_at[is_same]
        goes_on[alike[is_same]] = False
        more = np.flatnonzero(goes_on)
        left, at, tags = left.take(more), at.take(more) + 1, tags.take(more)
    return indices


def _are_same(
    known: Words, indices: NDArray[np.int64], words: list[Words], which: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Whether the known ids at these indices are those of the words; a word too few is zeros."""
    is_same = np.ones(indices.size, dtype=bool)
    for ours, word in zip_longest(known.T, words):
        # Not `ours.take`: it would copy the whole column, whose words do not stand together.
        theirs = NO_WORD if word is None else word.take(which)
        is_same &= theirs == (NO_WORD if ours is None else ours[indices])
    return is_same
