"""Passages and topics as vectors, which learners are trained on and score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from regrade.active.row_kernel import Rows, score_rows, score_vectors
from regrade.active.strategy import Ordinals
from regrade.active.words import terms_of
from regrade.bm25.lexical_index import (
    IndexDamaged,
    cuts,
    file_of,
    keep_array,
    keep_names,
    mapped_arrays,
    read_manifest,
    write_manifest,
)
from regrade.bm25.term_kernel import UNKNOWN, find_terms
from regrade.bm25.terms import pack_terms
from regrade.files.outputs import drafting
from regrade.given import explained

FORMAT = 1
ARRAYS: dict[str, tuple[type[np.generic], ...]] = {
    "starts": (np.int64,),
    "terms": (np.int32,),
    "weights": (np.float32,),
    "idf": (np.float64,),
    "term_hashes": (np.uint64,),
    "term_bytes": (np.uint8,),
    "term_ends": (np.int64,),
}
N_HASH_BYTES = 16
N_SHOWN = 60  # characters of a topic's text

Floats = NDArray[np.float64]


class PassageVectors(Protocol):
    """One vector for each passage, by ordinal from 0."""

    @property
    def n_passages(self) -> int: ...

    @property
    def n_terms(self) -> int:
        """Columns of a vector."""
        ...

    def rows(self, passages: Ordinals) -> Rows:
        """The vectors of some passages, in the order given."""
        ...

    def scores(self, weights: Floats, bias: float = 0.0) -> Floats:
        """Dot products of all vectors with the weights, shape (n_passages,)."""
        ...


@dataclass(frozen=True, slots=True)
class Features:
    """Passages as weighted terms: (1 + ln tf) * ln(N / df), each row divided by its length (L2).

    N counts all texts, also empty ones. Terms of a single text are left out, and a text without
    terms is a row of zeros. Terms are numbered by their hash, ascending, so that a row does not
    depend on the order of the texts. Made by `build_features`, or opened from a folder.

    Attributes:
        starts, terms, weights: rows as in `Rows`, one a passage.
        idf: shape (n_terms,), float64: ln(N / df).
        term_hashes, term_bytes, term_ends: the terms, as in `LexicalIndex`.
        content: hash of all the arrays, in hexadecimal digits.

    Source:
        Abualsaud et al., SIGIR 2018 (HiCAL).
    """

    starts: NDArray[np.int64]
    terms: NDArray[np.int32]
    weights: NDArray[np.float32]
    idf: Floats
    term_hashes: NDArray[np.uint64]
    term_bytes: NDArray[np.uint8]
    term_ends: NDArray[np.int64]
    content: str

    @property
    def n_passages(self) -> int:
        return self.starts.size - 1

    @property
    def n_terms(self) -> int:
        return self.idf.size

    def rows(self, passages: Ordinals) -> Rows:
        begins, ends = self.starts[passages], self.starts[passages + 1]
        starts = np.concatenate([[0], np.cumsum(ends - begins)])
        entries = np.arange(starts[-1]) + np.repeat(begins - starts[:-1], ends - begins)
        return Rows(starts, self.terms[entries], self.weights[entries])

    def scores(self, weights: Floats, bias: float = 0.0) -> Floats:
        found = np.empty(self.n_passages)
        score_rows(self.starts, self.terms, self.weights, weights, bias, found)
        return found

    @explained
    def topic(self, text: str) -> Rows:
        """A topic's text as one row by the passages' vocabulary and N; unknown words are dropped.

        The row is divided by max(1, its length).

        Raises:
            ValueError: no word of the text is known, so that it says nothing about passages.
        """
        counts = Counter(terms_of(text))
        numbers = self._numbers_of([*counts])
        known = numbers != UNKNOWN
        order = np.argsort(numbers[known])
        terms = numbers[known][order]
        tf = np.array([*counts.values()], np.float64)[known][order]
        weights = (1 + np.log(tf)) * self.idf[terms]
        if not weights.any():
            raise ValueError(
                "no word of the topic's text is in some passages and not in others; it begins "
                f"with {text[:N_SHOWN]!r}"
            )
        weights /= max(1.0, float(np.sqrt(weights @ weights)))
        starts = np.array([0, terms.size], np.int64)
        return Rows(starts, terms.astype(np.int32), weights.astype(np.float32))

    def _numbers_of(self, terms: Sequence[str]) -> NDArray[np.int64]:
        wanted, numbers = pack_terms(terms), np.empty(len(terms), np.int64)
        find_terms(
            self.term_hashes,
            self.term_bytes,
            self.term_ends,
            wanted.hashes,
            wanted.term_bytes,
            wanted.ends,
            numbers,
        )
        return numbers

    def save(self, folder: Path) -> None:
        """Write a folder that `open` maps into memory; it appears whole or not at all.

        Args:
            folder: to create; nothing may be there yet.

        Raises:
            OSError: the disk is full, among others; nothing is left behind.
        """
        with drafting(folder) as draft:
            paths = {name: file_of(draft, name) for name in ARRAYS}
            sums = {path.name: keep_array(path, getattr(self, n)) for n, path in paths.items()}
            write_manifest(draft, sums, {"content": self.content}, written=FORMAT)
            keep_names(draft)
            draft.rename(folder)
            keep_names(folder.parent)

    @classmethod
    def open(cls, folder: Path) -> Features:
        """Map saved features into memory, read-only.

        Raises:
            FileNotFoundError: there is no such folder.
            IndexDamaged: a file is missing, has not the size it was written with, or is of another
                format.
        """
        manifest = read_manifest(folder, wanted=FORMAT)
        found = cls(**mapped_arrays(folder, manifest, ARRAYS), content=str(manifest.get("content")))
        n_terms = found.n_terms
        if not (
            found.terms.size == found.weights.size
            and found.term_hashes.size == found.term_ends.size == n_terms
            and cuts(found.starts, found.terms.size)
            and cuts(np.concatenate([[0], found.term_ends]), found.term_bytes.size)
        ):
            raise IndexDamaged("its files contradict each other", code="files_contradict")
        return found


def content_hash(arrays: Iterable[NDArray[np.generic]]) -> str:
    """A hash of arrays, in hexadecimal digits, that changes with each of their bytes."""
    digest = blake2b(digest_size=N_HASH_BYTES)
    for array in arrays:
        digest.update(np.ascontiguousarray(array).view(np.uint8).data)
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class DenseFeatures:
    """Passages as the vectors of a neural encoder.

    Attributes:
        vectors: shape (n_passages, n_dimensions), float32. Used as they are, of whatever length.
    """

    vectors: NDArray[np.float32]

    @property
    def n_passages(self) -> int:
        return len(self.vectors)

    @property
    def n_terms(self) -> int:
        return int(self.vectors.shape[1])

    def rows(self, passages: Ordinals) -> Rows:
        return _dense_rows(self.vectors[passages])

    def scores(self, weights: Floats, bias: float = 0.0) -> Floats:
        found = np.empty(self.n_passages)
        score_vectors(self.vectors, weights, bias, found)
        return found

    @explained
    def topic(self, vector: NDArray[np.float32]) -> Rows:
        """A topic's vector, from the encoder of the passages, as one row.

        Raises:
            ValueError: it has another number of dimensions, or is zero.
        """
        if vector.shape != (self.n_terms,):
            raise ValueError(
                f"a topic's vector has the {self.n_terms} dimensions of the passages', "
                f"not the shape {vector.shape}"
            )
        if not vector.any():
            raise ValueError("a topic's vector is zero, which says nothing about passages")
        return _dense_rows(vector[None].astype(np.float32))


def _dense_rows(vectors: NDArray[np.float32]) -> Rows:
    n, n_terms = vectors.shape
    columns = np.tile(np.arange(n_terms, dtype=np.int32), n)
    return Rows(np.arange(n + 1, dtype=np.int64) * n_terms, columns, vectors.ravel())
