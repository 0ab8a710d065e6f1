from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.text.compiled import compiled, inlined
from regrade.text.form_table import (
    LENGTH,
    ONE_BYTE,
    SHORT,
    FormTable,
    has_room,
    key_of,
    number_of,
)

N_CLASSES, N_ASCII = 32, 128
"""Row lengths of the two tables of states."""


@compiled
def decode(data: NDArray[np.uint8], at: int) -> tuple[int, int]:
    """The code point at a place of valid UTF-8, and how many bytes it takes."""
    first = int(data[at])
    if first < 0x80:
        return first, 1
    second = int(data[at + 1]) & 0x3F
    if first < 0xE0:
        return (first & 0x1F) << 6 | second, 2
    third = int(data[at + 2]) & 0x3F
    if first < 0xF0:
        return (first & 0x0F) << 12 | second << 6 | third, 3
    fourth = int(data[at + 3]) & 0x3F
    return (first & 0x07) << 18 | second << 12 | third << 6 | fourth, 4


@compiled
def encode(point: int, out: NDArray[np.uint8], at: int) -> int:
    """Write a code point as UTF-8 and return its number of bytes."""
    if point < 0x80:
        out[at] = point
        return 1
    if point < 0x800:
        out[at] = 0xC0 | point >> 6
        out[at + 1] = 0x80 | point & 0x3F
        return 2
    if point < 0x10000:
        out[at] = 0xE0 | point >> 12
        out[at + 1] = 0x80 | point >> 6 & 0x3F
        out[at + 2] = 0x80 | point & 0x3F
        return 3
    out[at] = 0xF0 | point >> 18
    out[at + 1] = 0x80 | point >> 12 & 0x3F
    out[at + 2] = 0x80 | point >> 6 & 0x3F
    out[at + 3] = 0x80 | point & 0x3F
    return 4


class Scanner(NamedTuple):
    """A tokenizer in the kernel's form; state tables are flattened by row."""

    classes: NDArray[np.uint8]
    lower: NDArray[np.int32]
    next_state: NDArray[np.uint8]
    """By state and class, rows of N_CLASSES."""
    accepts: NDArray[np.bool_]
    ascii_next: NDArray[np.uint8]
    """By state and byte, rows of N_ASCII: the same, one look-up less."""
    ascii_lower: NDArray[np.uint8]
    longest: int
    overruns: bool


class Progress(NamedTuple):
    """Progress of a scan: one-element arrays that the kernel advances."""

    text: NDArray[np.int64]
    at: NDArray[np.int64]
    n_tokens: NDArray[np.int64]
    n_forms: NDArray[np.int64]


class Reading(NamedTuple):
    """Input bytes, scanner, and the heap that receives folded tokens."""

    data: NDArray[np.uint8]
    scanner: Scanner
    heap: NDArray[np.uint8]


class Match(NamedTuple):
    """A token: its end in the text, its form in the heap, and the form's key."""

    end: int
    form_end: int
    key: np.uint64


@inlined
def _match_ascii(reading: Reading, at: int, end: int, out: int) -> Match:
    """`_match` for ASCII tokens with the key of a short form; the end is -1 otherwise."""
    data, scanner, heap = reading
    state, key, token_key = np.int64(1), np.uint64(0), np.uint64(0)
    token_end, form_end = at, out
    while at < end:
        byte = np.int64(data[at])
        if byte >= N_ASCII:
            return Match(-1, out, key)
        state = np.int64(scanner.ascii_next[state * N_ASCII + byte])
        if state == 0:
            break
        lower = scanner.ascii_lower[byte]
        heap[out] = lower
        key = key << ONE_BYTE | np.uint64(lower)
        at += 1
        out += 1
        if scanner.accepts[state]:
            token_end, form_end, token_key = at, out, key
    return Match(token_end, form_end, token_key)


@compiled
def _match(reading: Reading, at: int, end: int, out: int) -> Match:
    """The longest token from `at`, written folded to heap[out:]; ends at `at` if there is none."""
    data, scanner, heap = reading
    start = out
    state, n_units = np.int64(1), 0
    token_end, form_end = at, out
    while at < end:
        point, width = decode(data, at)
        state = np.int64(scanner.next_state[state * N_CLASSES + scanner.classes[point]])
        units = 1 + (width == 4)
        n_units += units
        if state == 0 or n_units - scanner.overruns * (units - 1) > scanner.longest:
            break
        at += width
        out += encode(int(scanner.lower[point]), heap, out)
        if scanner.accepts[state]:
            token_end, form_end = at, out
    return Match(token_end, form_end, key_of(heap, start, form_end))


@inlined
def _next_match(reading: Reading, at: int, end: int, out: int) -> Match:
    found = _match_ascii(reading, at, min(end, at + reading.scanner.longest), out)
    if found.end < 0:
        return _match(reading, at, end, out)
    if found.form_end - out >= SHORT:
        return Match(found.end, found.form_end, key_of(reading.heap, out, found.form_end))
    key = found.key | np.uint64(found.form_end - out) << LENGTH
    return Match(found.end, found.form_end, key)


@compiled
def scan(
    data: NDArray[np.uint8],
    text_ends: NDArray[np.int64],
    scanner: Scanner,
    forms: FormTable,
    progress: Progress,
    numbers: NDArray[np.int32],
    starts: NDArray[np.int64],
) -> bool:
    """Find tokens from `progress` on; True when all texts are done.

    False when the table is too small; call again with a larger one, nothing is lost.
    """
    text, at = progress.text[0], progress.at[0]
    n_tokens, n_forms = progress.n_tokens[0], progress.n_forms[0]
    reading, roomy = Reading(data, scanner, forms.heap), True
    while text < len(text_ends) and roomy:
        end = text_ends[text]
        while at < end and roomy:
            out = forms.ends[n_forms]
            found = _next_match(reading, at, end, out)
            if found.end == at:
                at += decode(data, at)[1]
                continue
            at = found.end
            number = number_of(forms, n_forms, found.form_end, found.key)
            numbers[n_tokens] = number
            n_tokens += 1
            if number == n_forms:
                n_forms += 1
                roomy = has_room(forms, n_forms)
        if at == end:
            text += 1
            starts[text] = n_tokens
    progress.text[0], progress.at[0] = text, at
    progress.n_tokens[0], progress.n_forms[0] = n_tokens, n_forms
    return bool(text == len(text_ends))


@compiled
def keep_terms(
    numbers: NDArray[np.int32], starts: NDArray[np.int64], term_of_form: NDArray[np.int32]
) -> int:
    """Replace forms by terms in place, dropping those without one; returns the number left."""
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
