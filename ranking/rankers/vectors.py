"""Vectors of a collection's passages, computed once and kept under the storage root.

They lie in blocks. A block is named by the hash of its texts, below a folder named by what
computes them: passages that come later, or another collection with the same ones, leave what is
there of use, and nothing can be of a model or a text that is not the one at hand.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from ranking.collections.texts import texts_of
from ranking.exceptions import RankingError
from ranking.models import Collection
from ranking.storage.disk import telling_of_the_disk
from regrade.neural.reranker import PassageText

PASSAGES_PER_BLOCK = 2048
N_DIGITS, N_LOCK_DIGITS = 32, 12
PATIENCE_S = 0.5
Arrays = dict[str, NDArray[np.generic]]
Encode = Callable[[Sequence[PassageText]], Arrays]


class Block(NamedTuple):
    """Some passages of a collection, as their texts are now.

    Attributes:
        start: the least ordinal that could be in it.
        digest: of their texts.
        ordinals: of those with text, ascending; at least one.
    """

    start: int
    digest: str
    ordinals: NDArray[np.int32]


class PassageVectors:
    """A model's vectors of all passages with text of a collection, block by block.

    Several processes on several machines may ask for the same at once: each computes blocks that
    no other one has in hand.

    Args:
        key: names the model with all that its vectors depend on.
        encode: gives arrays of some passages by name.
    """

    def __init__(self, *, collection: Collection, key: str, encode: Encode) -> None:
        self._collection, self._encode = collection, encode
        self._folder = Path(settings.STORAGE_ROOT) / "vectors" / key

    def blocks(self) -> Iterator[tuple[Block, Arrays]]:
        """Every block with its arrays, mapped from disk; missing blocks are computed first.

        Raises:
            RankingError: the disk is full or not writable, or texts were added meanwhile.
        """
        for passages in block_ranges(self._collection):
            if block := text_block(self._collection, passages.start):
                yield block, self._arrays(block)

    def keep_block(self, start: int) -> None:
        """Compute the block that begins at an ordinal, unless it is kept already.

        Raises:
            RankingError: as `blocks`.
        """
        if block := text_block(self._collection, start):
            self._arrays(block)

    def _arrays(self, block: Block) -> Arrays:
        self._folder.mkdir(parents=True, exist_ok=True)
        while (arrays := self._read(block)) is None:
            # Someone else has it in hand, or was killed with it.
            if not self._compute_unless_in_hand(block):
                time.sleep(PATIENCE_S)
        return arrays

    def _read(self, block: Block) -> Arrays | None:
        """Its arrays, or None where they are not there or damaged."""
        try:
            paths = sorted(self._path(block).glob("*.npy"))
            # Torch warns of arrays that it could not write to; what "c" lets it write goes nowhere.
            arrays = {path.stem: np.load(path, mmap_mode="c") for path in paths}
        except (OSError, ValueError):
            return None
        return arrays or None

    def _compute_unless_in_hand(self, block: Block) -> bool:
        with self._in_hand(block) as is_mine:
            if is_mine and self._read(block) is None:
                with telling_of_the_disk(self._folder, f"vectors of {self._collection.name}"):
                    self._write(block, self._encode(self._texts(block)))
            return is_mine

    def _texts(self, block: Block) -> list[PassageText]:
        texts = read_texts(self._collection, block.start)
        if _digest(texts.values()) != block.digest:
            raise RankingError(
                f"Texts were added to {self._collection.name} while its vectors were computed; "
                "start again.",
                code="texts_added",
            )
        return list(texts.values())

    def _write(self, block: Block, arrays: Arrays) -> None:
        path = self._path(block)
        draft, damaged = (path.with_name(f".{path.name}.{kind}") for kind in ("draft", "damaged"))
        for leftover in (draft, damaged):  # of who was killed
            shutil.rmtree(leftover, ignore_errors=True)
        draft.mkdir()
        for name, array in arrays.items():
            with (draft / f"{name}.npy").open("wb") as file:
                np.save(file, array)
                file.flush()
                os.fsync(file.fileno())
        if path.exists():
            path.rename(damaged)  # whole: one that is being removed could look like a block
        draft.rename(path)
        shutil.rmtree(damaged, ignore_errors=True)

    def _path(self, block: Block) -> Path:
        return self._folder / block.digest

    @contextmanager
    def _in_hand(self, block: Block) -> Iterator[bool]:
        """Hold the right to compute a block, if no one else has it; it ends with the process."""
        # Blocks of the same texts, wherever they stand, share what is written.
        number = int(block.digest[:N_LOCK_DIGITS], 16)
        with (self._folder / "lock").open("w") as lock:
            try:
                fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
            except OSError:
                yield False
            else:
                yield True


def block_ranges(collection: Collection) -> list[range]:
    """The range of ordinals of each block of a collection."""
    collection.refresh_from_db(fields=["n_passages", "text_version"])
    n = collection.n_passages
    starts = range(0, n, PASSAGES_PER_BLOCK)
    return [range(start, min(start + PASSAGES_PER_BLOCK, n)) for start in starts]


def text_block(collection: Collection, start: int) -> Block | None:
    """The block that begins at an ordinal; None when no passage of it has a text."""
    texts = read_texts(collection, start)
    if not texts:
        return None
    return Block(start, _digest(texts.values()), np.array(list(texts), dtype=np.int32))


def read_texts(collection: Collection, start: int) -> dict[int, PassageText]:
    """The texts of a block's passages by ordinal, ascending."""
    end = start + PASSAGES_PER_BLOCK
    passages = collection.passages.filter(ordinal__gte=start, ordinal__lt=end)
    return texts_of(passages.order_by("ordinal"))


def _digest(texts: Iterable[PassageText]) -> str:
    digest = sha256()
    for text in texts:
        for part in map(str.encode, text):
            digest.update(len(part).to_bytes(8, "little") + part)
    return digest.hexdigest()[:N_DIGITS]
