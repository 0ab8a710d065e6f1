from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.text.compiled import compiled, inlined

# As postings lie in the file beside the index: in the order of their texts.
POSTING = np.dtype([("term", np.int32), ("code", np.uint32)])


class Tally(NamedTuple):
    """Running counts over the stream of texts; arrays by term have spare room for new terms.

    Attributes:
        frequency: int32, by term: in the current text, 0 between texts.
        n_texts_with: int32, by term.
        best_frequency: int32, by term.
        best_norm: uint8, by term.
        code_of: shape (greatest frequency + 1, 256), int32: code + 1 of the pair, 0 if new.
        pair_of: int64, by code: frequency * 256 + norm.
        n_with_code: int64, by code: number of postings with it.
        n_codes: shape (1,).
    """

    frequency: NDArray[np.int32]
    n_texts_with: NDArray[np.int32]
    best_frequency: NDArray[np.int32]
    best_norm: NDArray[np.uint8]
    code_of: NDArray[np.int32]
    pair_of: NDArray[np.int64]
    n_with_code: NDArray[np.int64]
    n_codes: NDArray[np.int64]


@compiled
def count_texts(
    numbers: NDArray[np.int32],
    starts: NDArray[np.int64],
    norms: NDArray[np.uint8],
    tally: Tally,
    postings: NDArray[np.void],
    n_postings: NDArray[np.int32],
) -> int:
    """Turn texts, given as term numbers, into postings in text order; returns their number.

    Args:
        numbers: shape (n_tokens,). Text i has those of [starts[i], starts[i + 1]).
        norms: shape (n_texts,).
        tally: is updated.
        postings: shape (n_tokens,) of POSTING; receives them.
        n_postings: shape (n_texts,); receives the number per text.
    """
    n = 0
    for text in range(norms.size):
        first = n
        for i in range(starts[text], starts[text + 1]):
            term = numbers[i]
            if tally.frequency[term] == 0:
                postings[n].term = term
                n += 1
            tally.frequency[term] += 1
        for i in range(first, n):
            postings[i].code = _take(postings[i].term, norms[text], tally)
        n_postings[text] = n - first
    return n


@inlined
def _take(term: int, norm: int, tally: Tally) -> int:
    frequency = tally.frequency[term]
    tally.frequency[term] = 0
    tally.n_texts_with[term] += 1
    tally.best_frequency[term] = max(tally.best_frequency[term], frequency)
    tally.best_norm[term] = min(tally.best_norm[term], norm)
    code = tally.code_of[frequency, norm] - 1
    if code < 0:
        code = tally.n_codes[0]
        tally.n_codes[0] += 1
        tally.code_of[frequency, norm] = code + 1
        tally.pair_of[code] = np.int64(frequency) * 256 + norm
    tally.n_with_code[code] += 1
    return code  # type: ignore[no-any-return]


@compiled
def place_postings(
    first_text: int,
    n_postings: NDArray[np.int32],
    postings: NDArray[np.void],
    new_code: NDArray[np.uint32],
    next_place: NDArray[np.int64],
    docs: NDArray[np.int32],
    codes: NDArray[np.uint16] | NDArray[np.uint32],
) -> None:
    """Append postings, in text order, to the lists of their terms.

    Args:
        first_text: position of the first of these texts.
        next_place: shape (n_terms,). By term: position of its next posting; is advanced.
        docs, codes: shape (n_postings over all texts,); receive them.
    """
    i = 0
    for text in range(n_postings.size):
        for _ in range(n_postings[text]):
            posting = postings[i]
            place = next_place[posting.term]
            docs[place] = first_text + text
            codes[place] = new_code[posting.code]
            next_place[posting.term] = place + 1
            i += 1
