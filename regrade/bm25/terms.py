from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.bm25.lexical_index import LexicalIndex
from regrade.bm25.term_kernel import UNKNOWN, find_terms, hash_terms


class PackedTerms(NamedTuple):
    """Terms in UTF-8, one after the other.

    Attributes:
        term_bytes: all of them.
        ends: shape (n_terms,), int64. Where each ends.
        hashes: shape (n_terms,), uint64.
    """

    term_bytes: NDArray[np.uint8]
    ends: NDArray[np.int64]
    hashes: NDArray[np.uint64]


def pack_terms(terms: Sequence[str]) -> PackedTerms:
    """Pack the terms for the kernels."""
    encoded = [term.encode() for term in terms]
    term_bytes = np.frombuffer(b"".join(encoded), np.uint8)
    lengths = np.fromiter(map(len, encoded), np.int64, len(encoded))
    ends, hashes = np.cumsum(lengths), np.empty(len(encoded), np.uint64)
    hash_terms(term_bytes, ends, hashes)
    return PackedTerms(term_bytes, ends, hashes)


def number_terms(index: LexicalIndex, terms: Sequence[str]) -> NDArray[np.int64]:
    """The number of each term in an index, -1 where it has it not."""
    wanted = pack_terms(terms)
    numbers = np.empty(len(terms), np.int64)
    find_terms(
        index.term_hashes,
        index.term_bytes,
        index.term_ends,
        wanted.hashes,
        wanted.term_bytes,
        wanted.ends,
        numbers,
    )
    return numbers


def document_frequency(index: LexicalIndex, term: str) -> int:
    """How many texts of an index hold the term; for many terms, `number_terms`."""
    number = number_terms(index, [term])[0]
    return 0 if number == UNKNOWN else int(index.starts[number + 1] - index.starts[number])
