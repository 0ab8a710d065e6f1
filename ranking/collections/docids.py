from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from filecmp import cmpfiles
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regrade.cores import n_cores
from regrade.files.outputs import drafting
from regrade.files.packed.packed_ids import (
    CHUNK,
    PackedIds,
    PackedIdsBuilder,
    Words,
    hash_words,
    n_words,
)

EMPTY = np.uint64((1 << 64) - 1)
HALF_BITS = np.uint64(32)
LOW_HALF = np.uint64((1 << 32) - 1)
HASH_BITS = 64
NO_WORD = np.uint64(0)


FILES = ("doc_ids.npy", "ordinals.npy", "docid_rank.npy", "slots.npy")
MOST_THREADS = 8


def make_slots(hashes: Words) -> Words:
    """The table of doc_ids with these hashes, whose indices are 0, 1, and so on."""
    n_bits = max(1, (3 * hashes.size // 2).bit_length())
    order = np.argsort(hashes, kind="stable").astype(np.uint64)
    ascending = hashes[order]
    homes = (ascending >> np.uint64(HASH_BITS - n_bits)).astype(np.int64)
    # The first slot from its home on that no doc_id before it takes.
    ahead = np.maximum.accumulate(homes - np.arange(homes.size))
    taken = ahead + np.arange(homes.size)
    slots = np.full(max(1 << n_bits, int(taken.max(initial=0)) + 1) + 1, EMPTY)
    slots[taken] = (ascending << HALF_BITS) | order
    return slots


def find_indices(slots: Words, known: Words, ids: PackedIds) -> NDArray[np.int64]:
    """The index of each id among the known ones; -1 for an unknown id.

    Args:
        slots: what `make_slots` made of the known ids.
        known: shape (n_known, n_words). Their words: a hash alone proves nothing.
        ids: which to find.
    """
    words = ids.words(n_words(ids.longest))
    hashes = hash_words(words)
    n_bits = slots.size.bit_length() - 1
    at = (hashes >> np.uint64(HASH_BITS - n_bits)).astype(np.int64)
    tags = hashes << HALF_BITS
    indices = np.full(len(ids), -1, dtype=np.int64)
    left = np.arange(len(ids))
    while left.size:
        entries = slots.take(at)
        goes_on = entries != EMPTY
        alike = np.flatnonzero(((entries ^ tags) <= LOW_HALF) & goes_on)
        found_at, asked = (entries.take(alike) & LOW_HALF).astype(np.int64), left.take(alike)
        is_same = _are_same(known, found_at, words, asked)
        indices[asked[is_same]] = found_at[is_same]
        goes_on[alike[is_same]] = False
        more = np.flatnonzero(goes_on)
        left, at, tags = left.take(more), at.take(more) + 1, tags.take(more)
    return indices


def _are_same(
    known: Words, indices: NDArray[np.int64], words: list[Words], which: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Whether the known ids at these indices are those of the words; a word too few is zeros."""
    is_same = np.ones(indices.size, dtype=bool)
    for ours, word in zip_longest(known.T, words):
        # Not `ours.take`: it would copy the whole column, whose words do not stand together.
        theirs = NO_WORD if word is None else word.take(which)
        is_same &= theirs == (NO_WORD if ours is None else ours[indices])
    return is_same


@dataclass(frozen=True, slots=True)
class DocidMap:
    """Map from a collection's doc_ids to ordinals and to their sort order, mapped from disk.

    Doc_ids compare as UTF-8 bytes. They hold no NUL character: readers of files refuse it.

    Attributes:
        doc_ids: shape (n_passages,). Doc_ids as UTF-8 bytes, ascending.
        ordinals: shape (n_passages,), int32. The ordinal of each of those doc_ids.
        docid_rank: shape (n_passages,), int32. By ordinal: how many doc_ids come before it.
        slots: where a doc_id stands in `doc_ids`, by its hash; see `make_slots`.
    """

    doc_ids: NDArray[np.bytes_]
    ordinals: NDArray[np.int32]
    docid_rank: NDArray[np.int32]
    slots: NDArray[np.uint64]

    @classmethod
    def build(cls, folder: Path, doc_ids: Iterable[str]) -> DocidMap:
        """Write the map of the doc_ids, given in the order of their ordinals, and open it.

        The folder appears whole or not at all, and is never changed: one that is there already
        is opened if it holds the same map, so that several may build it at once.

        Raises:
            ValueError: a doc_id given twice, or holding a NUL character; a folder that is there
                already and holds another map.
        """
        with drafting(folder) as draft:
            _write(draft, _packed(doc_ids))
            _publish(draft, folder)
        return cls.open(folder)

    @classmethod
    def open(cls, folder: Path) -> DocidMap:
        """Map the files of a folder into memory, read-only.

        Raises:
            FileNotFoundError: no whole map is there: none was built, or by an older version, or
                a file was cut short since.
        """
        try:
            return cls(*(np.load(folder / name, mmap_mode="r") for name in FILES))
        except (EOFError, ValueError) as error:
            raise FileNotFoundError(f"{folder} holds no whole map: {error}") from error

    def __len__(self) -> int:
        return self.doc_ids.size

    def grown(self, folder: Path, new_doc_ids: Iterable[str]) -> DocidMap:
        """Build, as `build` does, the map of these doc_ids and of new ones behind them."""
        builder = PackedIdsBuilder(len(self))
        for start in range(0, len(self), CHUNK):
            ranks = self.docid_rank[start : start + CHUNK]
            builder.extend(PackedIds.of_padded(self.doc_ids[ranks]))
        builder.extend(PackedIds.of(new_doc_ids))
        return self.build(folder, builder.packed())

    def ordinals_of(self, doc_ids: Sequence[str]) -> NDArray[np.int32]:
        """Return the ordinal of each doc_id, -1 where the collection has none of that name."""
        return self.ordinals_of_packed(PackedIds.of(doc_ids))

    def ordinals_of_packed(self, doc_ids: PackedIds) -> NDArray[np.int32]:
        """`ordinals_of`, some twenty times as fast, by several threads when there are many."""
        found = np.full(len(doc_ids), -1, dtype=np.int32)
        if not len(self):
            return found
        known = np.asarray(self.doc_ids).view("<u8").reshape(len(self), -1)

        def look_up(chunk: tuple[slice, PackedIds]) -> None:
            indices, ids = chunk
            found_at = find_indices(self.slots, known, ids)
            found[indices] = np.where(found_at < 0, -1, self.ordinals.take(found_at, mode="clip"))

        with ThreadPoolExecutor(min(n_cores(), MOST_THREADS)) as pool:
            deque(pool.map(look_up, doc_ids.chunks()), maxlen=0)
        return found

    def doc_ids_of(self, ordinals: NDArray[np.int32]) -> list[bytes]:
        """The doc_ids of these passages as UTF-8 bytes, in the same order."""
        doc_ids: list[bytes] = self.doc_ids[self.docid_rank[ordinals]].tolist()
        return doc_ids


def order_ranking(scores: NDArray[np.float64], docid_rank: NDArray[np.int32]) -> NDArray[np.intp]:
    """Positions of a ranking's passages, best first: the order used everywhere.

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
    if (scores[1:] > scores[:-1]).any():
        return np.lexsort((docid_rank, scores))[::-1]
    # Runs mostly come in order: what is left to do is to sort within ties, each where it stands.
    order = np.arange(scores.size)
    tied = np.flatnonzero(find_tied(scores))
    order[tied] = tied[np.lexsort((docid_rank[tied], scores[tied]))[::-1]]
    return order


def find_tied(scores: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Mask of the ordered scores that equal a neighbour."""
    same_as_next = scores[1:] == scores[:-1]
    is_tied = np.zeros(scores.shape, dtype=bool)
    is_tied[1:] |= same_as_next
    is_tied[:-1] |= same_as_next
    return is_tied


def _packed(doc_ids: Iterable[str]) -> PackedIds:
    packed = doc_ids if isinstance(doc_ids, PackedIds) else PackedIds.of(doc_ids)
    if not packed.data[: packed.offsets[-1]].all():
        with_nul = next(doc_id for doc_id in packed if "\0" in doc_id)
        raise ValueError(f"a doc_id holds a NUL character: {with_nul!r}")
    return packed


def _write(folder: Path, by_ordinal: PackedIds) -> None:
    words = by_ordinal.words(n_words(by_ordinal.longest))
    # Words hold their first byte lowest; bytes compare by the first byte first.
    order = np.lexsort([word.byteswap() for word in reversed(words)])
    ascending = np.column_stack(words)[order]
    doc_ids = ascending.view(f"S{ascending.itemsize * len(words)}").ravel()
    repeated = doc_ids[1:][(ascending[1:] == ascending[:-1]).all(axis=1)]
    if repeated.size:
        raise ValueError(f"the doc_id {repeated[0].decode()} is given twice")
    docid_rank = np.empty(order.size, dtype=np.int32)
    docid_rank[order] = np.arange(order.size, dtype=np.int32)
    slots = make_slots(by_ordinal.hashes()[order])
    arrays: list[NDArray[Any]] = [doc_ids, order.astype(np.int32), docid_rank, slots]
    for name, array in zip(FILES, arrays, strict=True):
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
