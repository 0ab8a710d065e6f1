from __future__ import annotations

import json
import mmap
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.exceptions import Coded
from regrade.files.errors import BadInput
from regrade.files.outputs import drafting
from regrade.files.query_expansions.expansions import ExpansionRecord

TEXTS, BOUNDS, ABOUT = "texts.bin", "bounds.npy", "about.json"
RECORDS_AT_ONCE = 1 << 14
NOWHERE = -1
N_EXAMPLES = 5

# The ordinals of some doc_ids, -1 where the collection has none of that name.
Resolve = Callable[[Sequence[str]], NDArray[np.int32]]


class Damaged(Coded, ValueError):
    """The packed files cannot be read: they are missing, truncated or inconsistent."""

    code = "packed_unreadable"


class ExpansionCounts(NamedTuple):
    """Counts over a file of generated queries.

    `n_passages_expanded` counts passages of the collection with a query, `n_passages_without` those
    with an empty list, `n_queries` the queries of the former, and `n_unknown` records whose doc_id
    the collection lacks.
    """

    n_passages_expanded: int
    n_passages_without: int
    n_queries: int
    n_unknown: int


@dataclass(frozen=True, slots=True)
class Expansions:
    """The generated queries of a collection's passages, by ordinal, mapped from disk.

    Attributes:
        folder: folder of the packed files.
        sha256: digest of the source file's bytes.
        counts: counts over that file.
    """

    folder: Path
    sha256: str
    counts: ExpansionCounts
    _bounds: NDArray[np.int64]  # (n_passages, 2)
    _texts: mmap.mmap

    @classmethod
    def open(cls, folder: Path) -> Expansions:
        """Memory-map the files written by `pack`, read-only.

        Raises:
            FileNotFoundError: nothing was packed there.
            Damaged: files are missing, truncated or inconsistent.
        """
        if not folder.is_dir():
            raise FileNotFoundError(folder)
        try:
            about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
            bounds = np.load(folder / BOUNDS, mmap_mode="r")
            with (folder / TEXTS).open("rb") as file:
                texts = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            counts = ExpansionCounts(**about["counts"])
            is_whole = (list(bounds.shape), len(texts)) == (about["shape"], about["n_bytes"])
        except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
            reason = f"the packed queries in {folder.name} cannot be read"
            raise Damaged(reason, code="packed_unreadable") from error
        if not is_whole:
            reason = f"the packed queries in {folder.name} are cut short"
            raise Damaged(reason, code="packed_cut_short")
        return cls(folder, about["sha256"], counts, bounds, texts)

    def text_of(self, ordinal: int) -> str:
        """A passage's queries, joined by blanks; "" if it has none or was added later."""
        if ordinal >= len(self._bounds):
            return ""
        start, end = self._bounds[ordinal].tolist()
        return self._texts[start:end].decode() if end > start else ""

    def expand(self, ordinal: int, text: str) -> str:
        """The indexed text of a passage: its text and its queries, joined by blanks."""
        queries = self.text_of(ordinal)
        return f"{text} {queries}" if queries else text


def pack(
    folder: Path,
    records: Iterable[ExpansionRecord],
    *,
    path: Path,
    sha256: str,
    n_passages: int,
    resolve: Resolve,
    n_queries: int | None = None,
) -> Expansions:
    """Write the records for `Expansions.open`, and open them; takes 16 bytes of memory per passage.

    The folder appears whole or not at all; an existing one is assumed to be the same.

    Args:
        folder: named by all that determines its content.
        records: records of `read_expansions`.
        path: the file, named in errors.
        sha256: digest of the file.
        n_passages: number of passages in the collection.
        resolve: finds the ordinals of doc_ids.
        n_queries: number of queries to keep per passage, from the first; None keeps all.

    Raises:
        BadInput: a repeated passage, no doc_id of the collection, or no query.
    """
    with drafting(folder) as draft:
        packing = _Packing(path, n_passages, n_queries)
        with (draft / TEXTS).open("wb") as file:
            for batch in _batches(records):
                packing.add(batch, resolve([record.doc_id for record in batch]), file)
            _sync(file)
        packing.check()
        _write_rest(draft, packing, sha256)
        _publish(draft, folder)
    return Expansions.open(folder)


class _Packing:
    """Running state of `pack`: bounds and line numbers by passage, and counts."""

    def __init__(self, path: Path, n_passages: int, n_kept: int | None) -> None:
        self.bounds = np.full((n_passages, 2), NOWHERE, dtype=np.int64)
        self.n_bytes = self.n_queries = self.n_known = self.n_expanded = self.n_unknown = 0
        self._path, self._n_kept = path, n_kept
        self._lines = np.zeros(n_passages, dtype=np.int64)
        self._unknown: list[str] = []

    def add(
        self, batch: Sequence[ExpansionRecord], ordinals: NDArray[np.int32], file: BinaryIO
    ) -> None:
        for record, ordinal in zip(batch, ordinals.tolist(), strict=True):
            if ordinal < 0:
                self._note_unknown(record)
            else:
                self._refuse_second(record, ordinal)
                self._add_known(record, ordinal, file)

    def check(self) -> None:
        if not self.n_known:
            more = " …" if self.n_unknown > N_EXAMPLES else ""
            begins = f"it begins with {', '.join(self._unknown)}{more}"
            reason = f"none of its {self.n_unknown:,} doc_ids is a passage of the collection"
            raise BadInput(self._path, None, f"{reason}; {begins}", code="no_known_passage")
        if not self.n_queries:
            reason = "no passage of the collection has a query in it"
            raise BadInput(self._path, None, reason, code="no_queries")

    @property
    def counts(self) -> ExpansionCounts:
        without = self.n_known - self.n_expanded
        return ExpansionCounts(self.n_expanded, without, self.n_queries, self.n_unknown)

    def _note_unknown(self, record: ExpansionRecord) -> None:
        self.n_unknown += 1
        if len(self._unknown) < N_EXAMPLES:
            self._unknown.append(record.doc_id)

    def _refuse_second(self, record: ExpansionRecord, ordinal: int) -> None:
        if first := int(self._lines[ordinal]):
            twice = f"passage {record.doc_id} appears twice, first in line {first}"
            reason = f"{twice}; put all that is generated for a passage together"
            raise BadInput(self._path, record.line, reason, code="passage_twice")
        self._lines[ordinal] = record.line

    def _add_known(self, record: ExpansionRecord, ordinal: int, file: BinaryIO) -> None:
        queries = record.queries[: self._n_kept]
        text = " ".join(queries).encode()
        self.bounds[ordinal] = self.n_bytes, self.n_bytes + file.write(text)
        self.n_bytes += len(text)
        self.n_known += 1
        self.n_expanded += bool(queries)
        self.n_queries += len(queries)


def _batches(records: Iterable[ExpansionRecord]) -> Iterator[list[ExpansionRecord]]:
    remaining = iter(records)
    while batch := list(islice(remaining, RECORDS_AT_ONCE)):
        yield batch


def _write_rest(draft: Path, packing: _Packing, sha256: str) -> None:
    about: dict[str, Any] = {
        "sha256": sha256,
        "counts": packing.counts._asdict(),
        "shape": packing.bounds.shape,
        "n_bytes": packing.n_bytes,
    }
    with (draft / BOUNDS).open("wb") as file:
        np.save(file, packing.bounds)
        _sync(file)
    with (draft / ABOUT).open("wb") as file:
        file.write(json.dumps(about).encode())
        _sync(file)


def _sync(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def _publish(draft: Path, folder: Path) -> None:
    try:
        draft.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise
