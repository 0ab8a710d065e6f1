from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from regrade.bm25.norms import N_NORMS, norms_of
from regrade.text.analyzer import Analyzer
from regrade.text.compiled import compiled, inlined
from regrade.text.numbering import NumberedTexts, TermNumbering

# As postings lie in the file beside the index: in the order of their texts.
POSTING = np.dtype([("term", np.int32), ("code", np.uint32)])


BATCH_CHARACTERS, BATCH_TEXTS = 1 << 22, 1 << 15
Counts = TypeVar("Counts", NDArray[np.int32], NDArray[np.int64], NDArray[np.uint8])


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


class Counting:
    """Counts texts as they stream by and writes their postings to a file, text after text.

    Attributes:
        terms: by number, in order of first sight.
        tally: of the terms and codes.
        n_indexed: texts with at least one term.
        n_tokens: terms over all texts.
    """

    def __init__(self, analyzer: Analyzer, file: IO[bytes]) -> None:
        self._numbering = TermNumbering(analyzer)
        self._file = file
        self._ordinals: list[NDArray[np.int32]] = [np.empty(0, np.int32)]
        self._n_postings: list[NDArray[np.int32]] = [np.empty(0, np.int32)]
        self.tally = _empty_tally()
        self.n_indexed = self.n_tokens = 0

    @property
    def terms(self) -> list[str]:
        return self._numbering.terms

    @property
    def ordinals(self) -> NDArray[np.int32]:
        """The caller's number of each text."""
        return np.concatenate(self._ordinals)

    @property
    def n_postings(self) -> NDArray[np.int32]:
        """How many different terms each text has."""
        return np.concatenate(self._n_postings)

    def count(self, texts: Iterable[tuple[int, str]]) -> None:
        for ordinals, batch in _batches(texts):
            self._ordinals.append(np.array(ordinals, dtype=np.int32))
            self._count_batch(self._numbering.number(batch))

    def _count_batch(self, batch: NumberedTexts) -> None:
        lengths = np.diff(batch.starts)
        n_tokens = batch.numbers.size
        self._make_room(n_tokens, int(lengths.max(initial=0)))
        postings = np.empty(n_tokens, POSTING)
        n_postings = np.empty(lengths.size, np.int32)
        norms = norms_of(lengths)
        n = count_texts(batch.numbers, batch.starts, norms, self.tally, postings, n_postings)
        # Not `tofile`, which hides a full disk among other errors.
        self._file.write(postings[:n].view(np.uint8).data)
        self._n_postings.append(n_postings)
        self.n_indexed += int(np.count_nonzero(lengths))
        self.n_tokens += n_tokens

    def _make_room(self, n_tokens: int, longest: int) -> None:
        tally, n_terms = self.tally, len(self.terms)
        n_codes = int(tally.n_codes[0]) + n_tokens
        most_repeats = int(tally.best_frequency.max(initial=0))
        self.tally = tally._replace(
            frequency=_grown(tally.frequency, n_terms),
            n_texts_with=_grown(tally.n_texts_with, n_terms),
            best_frequency=_grown(tally.best_frequency, n_terms),
            best_norm=_grown(tally.best_norm, n_terms, fill=N_NORMS - 1),
            code_of=_grown(tally.code_of, longest + 1, n_used=most_repeats + 1),
            pair_of=_grown(tally.pair_of, n_codes),
            n_with_code=_grown(tally.n_with_code, n_codes),
        )


def _empty_tally() -> Tally:
    return Tally(
        frequency=np.zeros(0, np.int32),
        n_texts_with=np.zeros(0, np.int32),
        best_frequency=np.zeros(0, np.int32),
        best_norm=np.zeros(0, np.uint8),
        code_of=np.zeros((0, N_NORMS), np.int32),
        pair_of=np.zeros(0, np.int64),
        n_with_code=np.zeros(0, np.int64),
        n_codes=np.zeros(1, np.int64),
    )


def _grown(counts: Counts, n_wanted: int, fill: int = 0, n_used: int | None = None) -> Counts:
    """The array, of whose rows `n_used` are in use, with room for so many; doubles if too small."""
    if len(counts) >= n_wanted:
        return counts
    n_rows = max(n_wanted, 2 * len(counts))
    # Not np.full: pages of zeros cost no memory before they are written.
    grown = np.zeros((n_rows, *counts.shape[1:]), counts.dtype)
    grown[:n_used][: len(counts)] = counts[:n_used]
    if fill:
        grown[len(counts) :] = fill
    return grown


def _batches(texts: Iterable[tuple[int, str]]) -> Iterator[tuple[list[int], list[str]]]:
    ordinals: list[int] = []
    batch: list[str] = []
    n_characters = 0
    for ordinal, text in texts:
        ordinals.append(ordinal)
        batch.append(text)
        n_characters += len(text)
        if n_characters >= BATCH_CHARACTERS or len(batch) == BATCH_TEXTS:
            yield ordinals, batch
            ordinals, batch, n_characters = [], [], 0
    if batch:
        yield ordinals, batch
