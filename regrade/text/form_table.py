from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.text.compiled import compiled, inlined

START, PRIME = np.uint64(0xCBF29CE484222325), np.uint64(0x100000001B3)


ROOM = 2048
"""Bytes of the heap that must be free for one more form: 256 units of at most 3 bytes, and some."""
SHORT = 8
"""Forms of fewer bytes are their own key, below their length; others are hashed."""
ONE_BYTE, LENGTH = np.uint64(8), np.uint64(56)
HASHED = np.uint64(0xFF00000000000000)
GOLDEN, HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)


@inlined
def fnv_1a(data: NDArray[np.uint8], start: int, end: int) -> np.uint64:
    """The 64-bit FNV-1a hash of data[start:end]: the same everywhere and always.

    Source:
        Fowler, Noll and Vo, The FNV Non-Cryptographic Hash Algorithm, IETF draft.
    """
    hashed = START
    for at in range(start, end):
        hashed = (hashed ^ np.uint64(data[at])) * PRIME
    return hashed


class FormTable(NamedTuple):
    """The folded tokens seen so far: an open-addressing table into a heap of UTF-8."""

    slots: NDArray[np.int64]
    """Pairs of key and number + 1, which is 0 where a slot is free; 2^n pairs."""
    heap: NDArray[np.uint8]
    """The forms one after another; the next is written behind the last before it is looked up."""
    ends: NDArray[np.int64]
    """ends[i + 1] is where form i ends in the heap; ends[0] = 0."""


def empty_forms(n_slots: int) -> FormTable:
    return FormTable(
        slots=np.zeros(2 * n_slots, dtype=np.int64),
        heap=np.empty(ROOM + 8 * n_slots, dtype=np.uint8),
        ends=np.zeros(n_slots + 1, dtype=np.int64),
    )


def enlarged(forms: FormTable, n_forms: int) -> FormTable:
    """The table with twice as much of whichever part is full."""
    slots, heap, ends = forms
    if len(heap) - ends[n_forms] < ROOM:
        heap = np.concatenate([heap, np.empty_like(heap)])
    if is_full(slots, n_forms):
        slots = np.zeros(2 * len(slots), dtype=np.int64)
        _rehash(forms.slots, slots)
        ends = np.concatenate([ends, np.zeros_like(ends)])
    return FormTable(slots, heap, ends)


@inlined
def is_full(slots: NDArray[np.int64], n_forms: int) -> bool:
    """Whether three quarters of the slots are taken."""
    return 8 * n_forms >= 3 * len(slots)


@inlined
def has_room(forms: FormTable, n_forms: int) -> bool:
    return len(forms.heap) - forms.ends[n_forms] >= ROOM and not is_full(forms.slots, n_forms)


@inlined
def key_of(heap: NDArray[np.uint8], start: int, end: int) -> np.uint64:
    """Of a short form its bytes and their number, of a longer one its FNV-1a hash."""
    if end - start < SHORT:
        packed = np.uint64(0)
        for at in range(start, end):
            packed = packed << ONE_BYTE | np.uint64(heap[at])
        return packed | np.uint64(end - start) << LENGTH
    return fnv_1a(heap, start, end) | HASHED


@inlined
def number_of(forms: FormTable, n_forms: int, end: int, key: np.uint64) -> int:
    """The number of the form that stands behind the last; it becomes `n_forms` where it is new."""
    slots, heap, ends = forms
    start = ends[n_forms]
    mask = len(slots) - 1
    slot = _first_slot(key, mask)
    while slots[slot + 1] != 0:
        number = slots[slot + 1] - 1
        if slots[slot] == np.int64(key) and (
            end - start < SHORT or _is_form(heap, ends, number, start, end)
        ):
            return int(number)
        slot = slot + 2 & mask
    slots[slot] = np.int64(key)
    slots[slot + 1] = n_forms + 1
    ends[n_forms + 1] = end
    return n_forms


@inlined
def _first_slot(key: np.uint64, mask: int) -> int:
    """Where the search for a key begins (Fibonacci hashing)."""
    return int(np.int64(key * GOLDEN >> HALF)) * 2 & mask


@compiled
def _is_form(
    heap: NDArray[np.uint8], ends: NDArray[np.int64], number: int, start: int, end: int
) -> bool:
    """Whether heap[start:end] is the form of this number."""
    known = ends[number]
    same = 0
    if ends[number + 1] - known == end - start:
        while same < end - start and heap[known + same] == heap[start + same]:
            same += 1
    return bool(same == end - start)


@compiled
def _rehash(old: NDArray[np.int64], new: NDArray[np.int64]) -> None:
    """Enter all forms of the old slots into the new, larger, empty ones."""
    mask = len(new) - 1
    for entry in range(0, len(old), 2):
        if old[entry + 1] != 0:
            slot = _first_slot(np.uint64(old[entry]), mask)
            while new[slot + 1] != 0:
                slot = slot + 2 & mask
            new[slot], new[slot + 1] = old[entry], old[entry + 1]
