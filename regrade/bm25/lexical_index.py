from __future__ import annotations

import errno
import io
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from regrade.exceptions import Coded
from regrade.text.analyzer import Analyzer

READ_AT_ONCE = 1 << 20
# What file systems answer that know no such thing as writing a folder through.
NOT_FOR_FOLDERS = {errno.EINVAL, errno.EBADF, errno.EACCES}


FORMAT = 1
MANIFEST = "manifest.json"
# What each may hold.
ARRAYS: Mapping[str, tuple[type[np.generic], ...]] = {
    "ordinals": (np.int32,),
    "term_hashes": (np.uint64,),
    "term_bytes": (np.uint8,),
    "term_ends": (np.int64,),
    "starts": (np.int64,),
    "docs": (np.int32,),
    "codes": (np.uint16, np.uint32),
    "code_frequencies": (np.float32,),
    "code_norms": (np.uint8,),
    "best_frequencies": (np.float32,),
    "best_norms": (np.uint8,),
}
FIELDS = ("n_texts", "n_indexed", "n_tokens", "extra")


class IndexDamaged(Coded, ValueError):
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
        arrays = mapped_arrays(folder, manifest, ARRAYS)
        try:
            fields: dict[str, Any] = {name: manifest[name] for name in FIELDS}
            index = cls(**arrays, analyzer=Analyzer.from_dict(manifest["analyzer"]), **fields)
        except (KeyError, TypeError, ValueError) as error:
            raise IndexDamaged(f"{MANIFEST} lacks {error}", code="manifest_incomplete") from error
        index._check()
        return index

    @property
    def mean_length(self) -> float:
        """Mean number of terms of texts that have any; 0.0 if none has."""
        return self.n_tokens / self.n_indexed if self.n_indexed else 0.0

    @property
    def n_terms(self) -> int:
        return self.term_hashes.size

    def term_of(self, number: int) -> str:
        """The term with that number."""
        return self._bytes_of(number).decode()

    def _check(self) -> None:
        """Refuse files that do not belong together; what postings say is not looked at."""
        n_terms, n_texts, n_postings = self.n_terms, self.n_texts, self.docs.size
        by_term = (self.term_ends, self.starts[1:], self.best_frequencies, self.best_norms)
        if not (
            self.ordinals.size == n_texts
            and self.codes.size == n_postings
            and self.code_norms.size == self.code_frequencies.size
            and all(array.size == n_terms for array in by_term)
            and cuts(np.concatenate([[0], self.term_ends]), self.term_bytes.size)
            and cuts(self.starts, n_postings)
        ):
            raise IndexDamaged("its files contradict each other", code="files_contradict")

    def _bytes_of(self, number: int) -> bytes:
        start = int(self.term_ends[number - 1]) if number else 0
        return self.term_bytes[start : self.term_ends[number]].tobytes()


def read_manifest(folder: Path, *, wanted: int = FORMAT) -> dict[str, Any]:
    """An index's manifest: format, sizes, analyzer, counts, and the builder's extra.

    Args:
        wanted: the format that it must have; folders of other arrays have their own.

    Raises:
        FileNotFoundError: there is no such folder.
        IndexDamaged: the manifest is missing, cut short, or of another format.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"There is no index in {folder}.")
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        sentence = f"{MANIFEST} is missing or cut short"
        raise IndexDamaged(sentence, code="manifest_unreadable") from error
    if not isinstance(manifest, dict) or not isinstance(manifest.get("files"), dict):
        raise IndexDamaged(f"{MANIFEST} is no manifest", code="manifest_unreadable")
    if manifest.get("format") != wanted:
        sentence = f"{MANIFEST} is of format {manifest.get('format')}, not {wanted}"
        raise IndexDamaged(sentence, code="other_format")
    return manifest


def write_manifest(
    folder: Path, checksums: Mapping[str, int], found: Mapping[str, Any], *, written: int = FORMAT
) -> None:
    """Close an index: say what it is, and of each of its files the size and the checksum.

    Args:
        written: the format of the files.
    """
    sizes = {name: (folder / name).stat().st_size for name in checksums}
    manifest = {"format": written, "files": sizes, "checksums": dict(checksums), **found}
    keep(folder / MANIFEST, [json.dumps(manifest, indent=1).encode()])


def verify_files(folder: Path) -> None:
    """Compare all that an index's files hold with what was written to them.

    They are read whole, which takes its time; `LexicalIndex.open` looks at sizes and borders.

    Raises:
        FileNotFoundError: there is no such folder.
        IndexDamaged: a file holds something else than was written, or cannot be read.
    """
    checksums = read_manifest(folder).get("checksums", {})
    for array in ARRAYS:
        path = file_of(folder, array)
        try:
            is_as_written = checksum_of(path) == checksums.get(path.name)
        except OSError as error:
            sentence = f"{path.name} cannot be read ({error.strerror})"
            raise IndexDamaged(sentence, code="file_unreadable") from error
        if not is_as_written:
            sentence = f"{path.name} does not hold what was written to it"
            raise IndexDamaged(sentence, code="other_content")


def file_of(folder: Path, array: str) -> Path:
    """Where an array of an index lies."""
    return folder / f"{array}.npy"


def cuts(borders: NDArray[np.int64], n: int) -> bool:
    """Whether these cut a range of n into pieces."""
    return bool(borders[0] == 0 and borders[-1] == n and (borders[1:] >= borders[:-1]).all())


def mapped_arrays(
    folder: Path, manifest: Mapping[str, Any], kinds: Mapping[str, tuple[type[np.generic], ...]]
) -> dict[str, Any]:
    """Arrays that a folder keeps, mapped into memory, read-only.

    Args:
        manifest: from `read_manifest`.
        kinds: by name, the types of numbers that the array may hold.

    Raises:
        IndexDamaged: a file is missing or has not the size or type it was written with.
    """
    return {name: _mapped(folder, name, manifest, kinds[name]) for name in kinds}


def _mapped(
    folder: Path, name: str, manifest: Mapping[str, Any], kinds: tuple[type[np.generic], ...]
) -> NDArray[Any]:
    """An array of the index, as the plain type that kernels are compiled for."""
    path = file_of(folder, name)
    if not path.is_file():
        raise IndexDamaged(f"{path.name} is missing", code="file_missing")
    if (size := path.stat().st_size) != (n_bytes := manifest["files"].get(path.name)):
        raise IndexDamaged(f"{path.name} has {size} bytes instead of {n_bytes}", code="other_size")
    try:
        array = np.asarray(np.load(path, mmap_mode="r"))
    except ValueError as error:
        raise IndexDamaged(f"{path.name} is no array: {error}", code="not_an_array") from error
    if array.dtype not in kinds:
        raise IndexDamaged(f"{path.name} holds {array.dtype}", code="other_type")
    return array


def keep_array(path: Path, array: NDArray[Any]) -> int:
    """Save like np.save, but let a full disk be recognized; returns the file's checksum."""
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, np.lib.format.header_data_from_array_1_0(array))
    return keep(path, [header.getvalue(), np.ascontiguousarray(array).data])


def keep(path: Path, parts: Iterable[bytes | memoryview]) -> int:
    """Write a file through to the disk; its checksum, CRC-32.

    Raises:
        OSError: there is no room, among others.
    """
    checksum = 0
    with path.open("wb") as file:
        for part in parts:
            file.write(part)
            checksum = crc32(part, checksum)
        file.flush()
        os.fsync(file.fileno())
    return checksum


def checksum_of(path: Path) -> int:
    """Checksum of a file's current content, which is read whole."""
    checksum = 0
    with path.open("rb") as file:
        while part := file.read(READ_AT_ONCE):
            checksum = crc32(part, checksum)
    return checksum


def keep_names(folder: Path) -> None:
    """Flush a folder's list of files to disk, if its file system can."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno not in NOT_FOR_FOLDERS:
            raise
    finally:
        os.close(opened)
