from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranking.collections import docids
from ranking.collections.docids import find_indices, make_slots
from regrade.files.packed.packed_ids import PackedIds, Words

KNOWN = [f"d{number}" for number in range(40)]
ASKED = [*reversed(KNOWN), "d40", "d", "", "d0000000000000", "d1" * 20]
WANTED = [*reversed(range(40)), *[-1] * 5]


def words(ids: list[str]) -> Words:
    return np.column_stack(PackedIds.of(ids).words(1))


def test_find_indices_finds_every_known_id_and_no_other() -> None:
    slots = make_slots(PackedIds.of(KNOWN).hashes())
    assert find_indices(slots, words(KNOWN), PackedIds.of(ASKED)).tolist() == WANTED


@pytest.mark.parametrize("value", [0, 1 << 63, (1 << 64) - 1])
def test_find_indices_tells_ids_of_equal_hashes_apart(
    monkeypatch: pytest.MonkeyPatch, value: int
) -> None:
    def hash_alike(words: list[Words]) -> Words:
        return np.full(words[0].size, value, dtype=np.uint64)

    monkeypatch.setattr(docids, "hash_words", hash_alike)
    slots = make_slots(hash_alike([np.zeros(len(KNOWN), dtype=np.uint64)]))
    assert find_indices(slots, words(KNOWN), PackedIds.of(ASKED)).tolist() == WANTED


@given(st.lists(st.integers(0, (1 << 64) - 1), max_size=50))
def test_make_slots_ends_every_row_of_taken_slots_by_an_empty_one(hashes: list[int]) -> None:
    slots = make_slots(np.array(hashes, dtype=np.uint64))
    assert np.count_nonzero(slots != docids.EMPTY) == len(hashes)
    assert slots[-1] == docids.EMPTY
    assert 1 << (slots.size.bit_length() - 1) >= 1.5 * len(hashes)
