from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from filecmp import cmpfiles
from pathlib import Path
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

DOC_IDS, ORDINALS, RANKS = "doc_ids.npy", "ordinals.npy", "docid_rank.npy"
FILES = (DOC_IDS, ORDINALS, RANKS)


@dataclass(frozen=True, slots=True)
class DocidMap:
    """From a collection's doc_ids to ordinals and to the order among them, mapped from disk.

    Doc_ids compare as UTF-8 bytes. They hold no NUL character: readers of files refuse it.

    Attributes:
        doc_ids: shape (n_passages,). Doc_ids as UTF-8 bytes, ascending.
        ordinals: shape (n_passages,), int32. The ordinal of each of those doc_ids.
        docid_rank: shape (n_passages,), int32. By ordinal: how many doc_ids come before it.
    """

    doc_ids: NDArray[np.bytes_]
    ordinals: NDArray[np.int32]
    docid_rank: NDArray[np.int32]

    @classmethod
    def build(cls, folder: Path, doc_ids: Iterable[str]) -> DocidMap:
        """Write the map of the doc_ids, given in the order of their ordinals, and open it.

        The folder appears whole or not at all, and is never changed: one that is there already
        is opened if it holds the same map, so that several may build it at once.

        Raises:
            ValueError: a doc_id given twice, or holding a NUL character; a folder that is there
                already and holds another map.
        """
        draft = folder.with_name(f".{folder.name}.{uuid4().hex}")
        draft.mkdir(parents=True)
        try:
            _write(draft, np.array(_encode(doc_ids), dtype=np.bytes_))
            _publish(draft, folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
        return cls.open(folder)

    @classmethod
    def open(cls, folder: Path) -> DocidMap:
        """Map the files of a folder into memory, read-only.

        Raises:
            FileNotFoundError: no map was built there.
        """
        return cls(*(np.load(folder / name, mmap_mode="r") for name in FILES))

    def __len__(self) -> int:
        return self.doc_ids.size

    def ordinals_of(self, doc_ids: Sequence[str]) -> NDArray[np.int32]:
        """Return the ordinal of each doc_id, -1 where the collection has none of that name."""
        found = np.full(len(doc_ids), -1, dtype=np.int32)
        if not len(self) or not len(doc_ids):
            return found
        wanted = np.array([doc_id.encode() for doc_id in doc_ids], dtype=np.bytes_)
        # Cut to the width of the map, or numpy would copy all of the map to the width of these.
        keys = wanted.astype(self.doc_ids.dtype)
        places = np.minimum(np.searchsorted(self.doc_ids, keys), len(self) - 1)
        is_known = self.doc_ids[places] == wanted
        found[is_known] = self.ordinals[places[is_known]]
        return found


def order_ranking(scores: NDArray[np.float64], docid_rank: NDArray[np.int32]) -> NDArray[np.intp]:
    """Positions of a ranking's passages, best first: the one order that everyone sees.

    Score descending, ties by doc_id descending as UTF-8 bytes; -0.0 equals 0.0.

    Args:
        scores: shape (n,). One topic's scores, any order.
        docid_rank: shape (n,). `DocidMap.docid_rank` at the ordinals of the same passages.

    Returns:
        shape (n,). Indices that sort the ranking.

    Raises:
        ValueError: a score that is not a number.

    Source:
        trec_eval's order of retrieved documents (form_res_rels.c), which compares doc_ids with
        strcmp.
    """
    if np.isnan(scores).any():
        raise ValueError("a score is not a number")
    return np.lexsort((docid_rank, scores))[::-1]


def _encode(doc_ids: Iterable[str]) -> list[bytes]:
    encoded = [doc_id.encode() for doc_id in doc_ids]
    with_nul = next((doc_id for doc_id in encoded if b"\0" in doc_id), None)
    if with_nul is not None:
        raise ValueError(f"a doc_id holds a NUL character: {with_nul!r}")
    return encoded


def _write(folder: Path, by_ordinal: NDArray[np.bytes_]) -> None:
    order = np.argsort(by_ordinal, kind="stable")
    ascending = by_ordinal[order]
    repeated = ascending[1:][ascending[1:] == ascending[:-1]]
    if repeated.size:
        raise ValueError(f"the doc_id {repeated[0].decode()} is given twice")
    docid_rank = np.empty(order.size, dtype=np.int32)
    docid_rank[order] = np.arange(order.size, dtype=np.int32)
    for name, array in zip(FILES, (ascending, order.astype(np.int32), docid_rank), strict=True):
        with (folder / name).open("wb") as file:
            np.save(file, array)
            file.flush()
            os.fsync(file.fileno())


def _publish(draft: Path, folder: Path) -> None:
    try:
        draft.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise
        _, different, unreadable = cmpfiles(draft, folder, FILES, shallow=False)
        if different or unreadable:
            raise ValueError(f"{folder.name} holds another map of doc_ids") from None
