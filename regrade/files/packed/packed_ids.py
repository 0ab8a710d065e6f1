from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from regrade.files.growing import GrowingArray

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer

WORD_BYTES = 8
PAD = bytes(WORD_BYTES)
# What is worked on at once stays in a processor's second-level cache.
CHUNK = 1 << 16

Words = NDArray[np.uint64]

# By how many bytes of a word belong to the id: the word's other bytes become 0.
_MASKS: Words = np.array([(1 << 8 * n) - 1 for n in range(WORD_BYTES + 1)], dtype="<u8")
# Odd numbers whose bits look random: the fractions of the square roots of 2 and of 3.
_FACTORS: Words = np.array([0x6A09E667F3BCC909, 0xBB67AE8584CAA73B], dtype=np.uint64)
_HALF, _LESS = np.uint64(32), np.uint64(29)


@dataclass(frozen=True, eq=False)
class PackedIds:
    """Ids as UTF-8 bytes, one behind the other: a few bytes each, where a str takes over fifty.

    They hold no NUL character: readers of files refuse it.

    Attributes:
        data: shape (n_bytes + 8,), uint8. The bytes, and 8 more, so that a whole word can be
            read at each of them.
        offsets: shape (n_ids + 1,), int64. Where each id begins, and the last one ends.
    """

    data: NDArray[np.uint8]
    offsets: NDArray[np.int64]

    @classmethod
    def of(cls, ids: Iterable[str]) -> Self:
        encoded = [text.encode() for text in ids]
        return cls.packed(b"".join(encoded), np.fromiter(map(len, encoded), dtype=np.int64))

    @classmethod
    def packed(cls, data: Buffer, lengths: NDArray[np.integer[Any]]) -> Self:
        """Pack bytes of ids that follow each other, given how many bytes each id has."""
        offsets = np.zeros(lengths.size + 1, dtype=np.int64)
        np.cumsum(lengths, out=offsets[1:])
        return cls(np.frombuffer(b"".join([data, PAD]), dtype=np.uint8), offsets)

    @classmethod
    def of_padded(cls, ids: NDArray[np.bytes_]) -> Self:
        """Pack ids of an array whose elements are filled up with zeros."""
        padded = np.ascontiguousarray(ids).view(np.uint8).reshape(ids.size, ids.itemsize)
        is_byte = padded != 0
        return cls.packed(padded[is_byte].tobytes(), np.count_nonzero(is_byte, axis=1))

    def __len__(self) -> int:
        return self.offsets.size - 1

    def __getitem__(self, index: int) -> str:
        return self.data[self.offsets[index] : self.offsets[index + 1]].tobytes().decode()

    def __iter__(self) -> Iterator[str]:
        return map(self.__getitem__, range(len(self)))

    @cached_property
    def longest(self) -> int:
        """How many bytes the longest id has, 0 when there is none."""
        return int(np.diff(self.offsets).max(initial=0))

    def part(self, start: int, stop: int) -> PackedIds:
        """The ids in a half-open range of indices, without a copy."""
        return PackedIds(self.data, self.offsets[start : stop + 1])

    def chunks(self) -> Iterator[tuple[slice, PackedIds]]:
        """Parts that follow each other, with the indices that they cover."""
        for start in range(0, len(self), CHUNK):
            stop = min(start + CHUNK, len(self))
            yield slice(start, stop), self.part(start, stop)

    def words(self, n_words: int) -> list[Words]:
        """The first bytes of each id as so many little-endian words, zeros behind a short id.

        Returns:
            `n_words` arrays of shape (n_ids,).
        """
        starts, lengths = self.offsets[:-1], np.diff(self.offsets)
        return [self._word(starts + first, lengths - first) for first in _firsts(n_words)]

    def hashes(self) -> Words:
        """A number of 64 bits for each id; equal ids have equal ones, others hardly ever.

        Returns:
            shape (n_ids,), uint64.
        """
        found = np.empty(len(self), dtype=np.uint64)
        for indices, ids in self.chunks():
            found[indices] = hash_words(ids.words(n_words(ids.longest)))
        return found

    def _word(self, starts: NDArray[np.int64], n_left: NDArray[np.int64]) -> Words:
        n_offsets = self.data.size - WORD_BYTES + 1
        # A word at every byte: np.ndarray reads unaligned memory where asked by its strides.
        at_bytes: Words = np.ndarray((n_offsets,), dtype="<u8", buffer=self.data, strides=(1,))
        inside = np.minimum(starts, n_offsets - 1)
        return at_bytes[inside] & _MASKS[np.clip(n_left, 0, WORD_BYTES)]


class PackedIdsBuilder:
    """Joins packed ids; `n_guessed` is about how many they will be."""

    def __init__(self, n_guessed: int) -> None:
        self._data = GrowingArray(np.uint8, n_guessed * WORD_BYTES)
        self._offsets = GrowingArray(np.int64, n_guessed + 1)
        self._offsets.extend(np.zeros(1, dtype=np.int64))

    def extend(self, ids: PackedIds) -> None:
        """Append a whole column, not a part of one."""
        self._offsets.extend(ids.offsets[1:] + len(self._data))
        self._data.extend(ids.data[: -len(PAD)])

    def packed(self) -> PackedIds:
        """All of them; nothing is to be appended after this."""
        self._data.extend(np.frombuffer(PAD, dtype=np.uint8))
        return PackedIds(self._data.array, self._offsets.array)


def n_words(n_bytes: int) -> int:
    """How many words hold that many bytes; at least one."""
    return max(1, -(-n_bytes // WORD_BYTES))


def hash_words(words: Sequence[Words]) -> Words:
    """Hash the words of each id to one number.

    Words of zeros behind an id change nothing: how many are asked for does not matter.
    """
    mixed = np.zeros_like(words[0])
    for number, word in enumerate(words):
        changed = (mixed ^ word) * _FACTORS[0]
        changed ^= changed >> _HALF
        mixed = changed if number == 0 else np.where(word != 0, changed, mixed)
    mixed *= _FACTORS[1]
    mixed ^= mixed >> _LESS
    return mixed


def _firsts(n_words: int) -> range:
    return range(0, n_words * WORD_BYTES, WORD_BYTES)
