from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ranking.text.analyzer import Analyzer

FORMAT = 1
MANIFEST = "manifest.json"
FNV_START, FNV_PRIME = 0xCBF29CE484222325, 0x100000001B3
LAST_HASH = (1 << 64) - 1
UNKNOWN = -1


class IndexDamaged(ValueError):
    """A folder that holds no whole index of this format; says which file is wrong and how."""


@dataclass(frozen=True, slots=True)
class LexicalIndex:
    """An inverted index on disk, mapped into memory, free of k1 and b.

    Texts have positions from 0 in the order that breaks ties. A posting keeps a text's position
    and a code; a code stands for one pair of term frequency and norm (the length's byte), of
    which a collection has some hundreds. Terms are numbered by their hash, ascending.

    Attributes:
        ordinals: shape (n_texts,), int32. What the caller called the text at each position.
        term_hashes: shape (n_terms,), uint64, ascending.
        term_bytes: the terms in UTF-8, one after the other, from `term_ends` before to their own.
        term_ends: shape (n_terms,), int64.
        starts: shape (n_terms + 1,), int64. Postings of term t: [starts[t], starts[t + 1]).
        docs: shape (n_postings,), int32. Positions, ascending within a term.
        codes: shape (n_postings,), uint16, or uint32 where there are more.
        code_frequencies: shape (n_codes,), float32. The term frequency of each code; the most
            frequent code comes first.
        code_norms: shape (n_codes,), uint8. Its norm.
        best_frequencies: shape (n_terms,), float32. The highest frequency of a term in any text.
        best_norms: shape (n_terms,), uint8. The lowest norm of a text that holds it.
        analyzer: what turned the texts into terms, and turns the queries.
        n_texts: texts given, those without terms included.
        n_indexed: texts with at least one term: the N of Lucene's idf and mean length.
        n_tokens: terms over all texts, repeated as often as they occur.
        extra: what the builder was asked to keep beside the index.
    """

    ordinals: NDArray[np.int32]
    term_hashes: NDArray[np.uint64]
    term_bytes: NDArray[np.uint8]
    term_ends: NDArray[np.int64]
    starts: NDArray[np.int64]
    docs: NDArray[np.int32]
    codes: NDArray[np.uint16] | NDArray[np.uint32]
    code_frequencies: NDArray[np.float32]
    code_norms: NDArray[np.uint8]
    best_frequencies: NDArray[np.float32]
    best_norms: NDArray[np.uint8]
    analyzer: Analyzer
    n_texts: int
    n_indexed: int
    n_tokens: int
    extra: Mapping[str, Any]

    @classmethod
    def open(cls, folder: Path) -> LexicalIndex:
        """Map an index into memory, read-only.

        Raises:
            FileNotFoundError: there is no such folder.
            IndexDamaged: a file is missing or has not the size it was written with, or another
                format.
        """
        manifest = read_manifest(folder)
        for name, n_bytes in manifest["files"].items():
            _check_size(folder / name, n_bytes)
        arrays: dict[str, Any] = {name: _mapped(folder / f"{name}.npy") for name in ARRAYS}
        told: dict[str, Any] = {name: manifest[name] for name in TOLD}
        return cls(**arrays, analyzer=Analyzer.from_dict(manifest["analyzer"]), **told)

    @property
    def mean_length(self) -> float:
        """Terms per text that has any; 0.0 where none has."""
        return self.n_tokens / self.n_indexed if self.n_indexed else 0.0

    @property
    def n_terms(self) -> int:
        return self.term_hashes.size

    def number_of(self, term: str) -> int | None:
        """The term's number, None where the index has it not; for many, `terms.number_terms`."""
        wanted = term.encode()
        hashed = np.uint64(hash_term(wanted))
        first, last = np.searchsorted(self.term_hashes, hashed), self.n_terms
        for number in range(int(first), last):
            if self.term_hashes[number] != hashed:
                break
            if self._bytes_of(number) == wanted:
                return number
        return None

    def document_frequency(self, term: str) -> int:
        """How many texts hold the term."""
        number = self.number_of(term)
        return 0 if number is None else int(self.starts[number + 1] - self.starts[number])

    def term_of(self, number: int) -> str:
        """The term with that number."""
        return self._bytes_of(number).decode()

    def _bytes_of(self, number: int) -> bytes:
        start = int(self.term_ends[number - 1]) if number else 0
        return self.term_bytes[start : self.term_ends[number]].tobytes()


ARRAYS = (
    "ordinals",
    "term_hashes",
    "term_bytes",
    "term_ends",
    "starts",
    "docs",
    "codes",
    "code_frequencies",
    "code_norms",
    "best_frequencies",
    "best_norms",
)
TOLD = ("n_texts", "n_indexed", "n_tokens", "extra")


def hash_term(term: bytes) -> int:
    """The 64 bits by which terms are sorted and found: FNV-1a, the same everywhere and always."""
    hashed = FNV_START
    for byte in term:
        hashed = ((hashed ^ byte) * FNV_PRIME) & LAST_HASH
    return hashed


def read_manifest(folder: Path) -> dict[str, Any]:
    """What an index says of itself: format, sizes, analyzer, counts, and the builder's extra.

    Raises:
        FileNotFoundError: there is no such folder.
        IndexDamaged: the manifest is missing, cut short, or of another format.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"There is no index in {folder}.")
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise IndexDamaged(f"{MANIFEST} is missing or cut short") from error
    if manifest.get("format") != FORMAT:
        raise IndexDamaged(f"{MANIFEST} is of format {manifest.get('format')}, not {FORMAT}")
    return manifest


def write_manifest(folder: Path, names: Iterable[str], told: Mapping[str, Any]) -> None:
    """Close an index: say what it is and how long each of its files is."""
    files = {name: (folder / name).stat().st_size for name in names}
    manifest = {"format": FORMAT, "files": files, **told}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")


def _mapped(path: Path) -> NDArray[Any]:
    """The array in a file, as the plain type that kernels are compiled for."""
    return np.asarray(np.load(path, mmap_mode="r"))


def _check_size(path: Path, n_bytes: int) -> None:
    if not path.is_file():
        raise IndexDamaged(f"{path.name} is missing")
    if (size := path.stat().st_size) != n_bytes:
        raise IndexDamaged(f"{path.name} has {size} bytes instead of {n_bytes}")
