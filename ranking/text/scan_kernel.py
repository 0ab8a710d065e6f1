from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

ROOM = 2048
"""Bytes that must be free for one more form: 256 units of at most 3 bytes, and some."""
SHIFT = 5
"""Rows of the automaton are padded to 2^SHIFT classes."""


class Scanner(NamedTuple):
    """A tokenizer as the kernel wants it."""

    classes: NDArray[np.uint8]
    lower: NDArray[np.int32]
    next_state: NDArray[np.uint8]
    """Flat: row after row, padded."""
    accepts: NDArray[np.bool_]
    longest: int
    overruns: bool


class FormTable(NamedTuple):
    """The folded tokens seen so far: an open-addressing table into a heap of UTF-8."""

    slots: NDArray[np.int64]
    """0 where free, else hash in the upper 32 bits, number + 1 in the lower; length 2^n."""
    heap: NDArray[np.uint8]
    ends: NDArray[np.int64]
    """ends[i + 1] is where form i ends in the heap; ends[0] = 0."""


class Progress(NamedTuple):
    """Where a scan stands, each an array of one number that the kernel moves on."""

    text: NDArray[np.int64]
    at: NDArray[np.int64]
    n_tokens: NDArray[np.int64]
    n_forms: NDArray[np.int64]


@njit(cache=True, nogil=True)
def _decode(data, at):  # type: ignore[no-untyped-def]
    """The code point at a place of valid UTF-8, and how many bytes it takes."""
    first = np.int64(data[at])
    if first < 0x80:
        return first, 1
    second = np.int64(data[at + 1]) & 0x3F
    if first < 0xE0:
        return (first & 0x1F) << 6 | second, 2
    third = np.int64(data[at + 2]) & 0x3F
    if first < 0xF0:
        return (first & 0x0F) << 12 | second << 6 | third, 3
    fourth = np.int64(data[at + 3]) & 0x3F
    return (first & 0x07) << 18 | second << 12 | third << 6 | fourth, 4


@njit(cache=True, nogil=True)
def _encode(point, heap, at):  # type: ignore[no-untyped-def]
    """Write a code point as UTF-8; how many bytes that took."""
    if point < 0x80:
        heap[at] = point
        return 1
    if point < 0x800:
        heap[at] = 0xC0 | point >> 6
        heap[at + 1] = 0x80 | point & 0x3F
        return 2
    if point < 0x10000:
        heap[at] = 0xE0 | point >> 12
        heap[at + 1] = 0x80 | point >> 6 & 0x3F
        heap[at + 2] = 0x80 | point & 0x3F
        return 3
    heap[at] = 0xF0 | point >> 18
    heap[at + 1] = 0x80 | point >> 12 & 0x3F
    heap[at + 2] = 0x80 | point >> 6 & 0x3F
    heap[at + 3] = 0x80 | point & 0x3F
    return 4


@njit(cache=True, nogil=True)
def _hash(heap, start, end):  # type: ignore[no-untyped-def]
    """FNV-1a with its upper half folded in, never negative, 31 bits."""
    value = np.uint64(0xCBF29CE484222325)
    for at in range(start, end):
        value = (value ^ np.uint64(heap[at])) * np.uint64(0x100000001B3)
    return np.int64((value ^ value >> np.uint64(32)) & np.uint64(0x7FFFFFFF))


@njit(cache=True, nogil=True)
def _match(data, at, end, scanner, heap, out):  # type: ignore[no-untyped-def]
    """The longest token from `at`, written folded to heap[out:]; (its end, that one's end)."""
    state, n_units = np.int64(1), 0
    token_end, form_end = at, out
    while at < end:
        point, width = _decode(data, at)
        state = np.int64(scanner.next_state[state << SHIFT | np.int64(scanner.classes[point])])
        if state == 0:
            break
        units = 1 + (width == 4)
        n_units += units
        if n_units - scanner.overruns * (units - 1) > scanner.longest:
            break
        at += width
        out += _encode(np.int64(scanner.lower[point]), heap, out)
        if scanner.accepts[state]:
            token_end, form_end = at, out
    return token_end, form_end


@njit(cache=True, nogil=True)
def _number_of(forms, n_forms, start, end):  # type: ignore[no-untyped-def]
    """The number of the form at heap[start:end], entered as `n_forms` where it is new."""
    hashed = _hash(forms.heap, start, end)
    mask = len(forms.slots) - 1
    slot = hashed & mask
    while forms.slots[slot] != 0:
        number = (forms.slots[slot] & 0xFFFFFFFF) - 1
        if forms.slots[slot] >> 32 == hashed:
            known = forms.ends[number]
            if forms.ends[number + 1] - known == end - start:
                same = 0
                while same < end - start and forms.heap[known + same] == forms.heap[start + same]:
                    same += 1
                if same == end - start:
                    return number
        slot = slot + 1 & mask
    forms.slots[slot] = hashed << 32 | n_forms + 1
    forms.ends[n_forms + 1] = end
    return n_forms


@njit(cache=True, nogil=True)
def scan(data, text_ends, scanner, forms, progress, numbers, starts):  # type: ignore[no-untyped-def]
    """Find tokens from where `progress` stands; True when all texts are done.

    False when the table wants more room; nothing is lost, call again with a larger one.
    """
    text, at = progress.text[0], progress.at[0]
    n_tokens, n_forms = progress.n_tokens[0], progress.n_forms[0]
    done = True
    while text < len(text_ends) and done:
        end = text_ends[text]
        while at < end:
            free = forms.ends[n_forms]
            if len(forms.heap) - free < ROOM or 2 * n_forms >= len(forms.slots):
                done = False
                break
            token_end, form_end = _match(data, at, end, scanner, forms.heap, free)
            if token_end == at:
                at += _decode(data, at)[1]
                continue
            at = token_end
            number = _number_of(forms, n_forms, free, form_end)
            n_forms += number == n_forms
            numbers[n_tokens] = number
            n_tokens += 1
        if done:
            text += 1
            starts[text] = n_tokens
    progress.text[0], progress.at[0] = text, at
    progress.n_tokens[0], progress.n_forms[0] = n_tokens, n_forms
    return done


@njit(cache=True, nogil=True)
def rehash(old, new):  # type: ignore[no-untyped-def]
    """Enter all forms of the old slots into the new, larger, empty ones."""
    mask = len(new) - 1
    for entry in old:
        if entry != 0:
            slot = (entry >> 32) & mask
            while new[slot] != 0:
                slot = slot + 1 & mask
            new[slot] = entry


@njit(cache=True, nogil=True)
def keep_terms(numbers, starts, term_of_form):  # type: ignore[no-untyped-def]
    """Replace forms by terms, in place, and drop those that have none; how many are left."""
    kept = 0
    for text in range(len(starts) - 1):
        first, last = starts[text], starts[text + 1]
        starts[text] = kept
        for token in range(first, last):
            term = term_of_form[numbers[token]]
            if term >= 0:
                numbers[kept] = term
                kept += 1
    starts[-1] = kept
    return kept
