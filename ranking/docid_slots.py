"""A table from doc_ids to their places, in an array that can be mapped from disk.

Each slot holds half of a doc_id's hash and the doc_id's place. A doc_id stands in the slot that its
hash names, or in one of the next: between the two, no slot is empty. What an empty slot ends is not
there. At most two thirds of the slots are taken, so that two or three looks are usual.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ranking.files.packed_ids import PackedIds, Words, hash_words, n_words

EMPTY = np.uint64((1 << 64) - 1)
HALF_BITS = np.uint64(32)
LOW_HALF = np.uint64((1 << 32) - 1)
HASH_BITS = 64


def make_slots(hashes: Words) -> Words:
    """The table of doc_ids with these hashes, whose places are 0, 1, and so on."""
    n_bits = max(1, (3 * hashes.size // 2).bit_length())
    order = np.argsort(hashes, kind="stable").astype(np.uint64)
    ascending = hashes[order]
    homes = (ascending >> np.uint64(HASH_BITS - n_bits)).astype(np.int64)
    # The first slot from its home on that no doc_id before it takes.
    ahead = np.maximum.accumulate(homes - np.arange(homes.size))
    taken = ahead + np.arange(homes.size)
    slots = np.full(max(1 << n_bits, taken.max(initial=0) + 1) + 1, EMPTY)
    slots[taken] = (ascending << HALF_BITS) | order
    return slots


def find_places(slots: Words, known: Words, ids: PackedIds) -> NDArray[np.int64]:
    """The place of each id among the known ones, -1 where it is none of them.

    Args:
        slots: what `make_slots` made of the known ids.
        known: shape (n_known, n_words). Their words: a hash alone proves nothing.
        ids: which to find.
    """
    words = ids.words(max(known.shape[1], n_words(ids.longest)))
    hashes = hash_words(words)
    n_bits = slots.size.bit_length() - 1
    at = (hashes >> np.uint64(HASH_BITS - n_bits)).astype(np.int64)
    tags = hashes & LOW_HALF
    places = np.full(len(ids), -1, dtype=np.int64)
    left = np.arange(len(ids))
    while left.size:
        entries = slots[at]
        may_go_on = entries != EMPTY
        alike = np.flatnonzero((entries >> HALF_BITS == tags) & may_go_on)
        found_at = (entries[alike] & LOW_HALF).astype(np.int64)
        is_same = _are_same(known, found_at, words, left[alike])
        places[left[alike[is_same]]] = found_at[is_same]
        may_go_on[alike[is_same]] = False
        left, at, tags = left[may_go_on], at[may_go_on] + 1, tags[may_go_on]
    return places


def _are_same(
    known: Words, places: NDArray[np.int64], words: list[Words], which: NDArray[np.intp]
) -> NDArray[np.bool_]:
    is_same = np.ones(places.size, dtype=bool)
    for number, word in enumerate(words):
        n_known = known.shape[1]
        is_same &= word[which] == (known[places, number] if number < n_known else 0)
    return is_same
