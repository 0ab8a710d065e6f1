from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.bm25.lexical_index import LexicalIndex
from regrade.extras import extra

if TYPE_CHECKING:
    import torch

# The first block is an eighth of the texts: each block costs a GPU some 2 ms, however small.
FIRST_SHARE = 8
GROWTH = 4  # with every block as many times the texts are behind
MOST_SHORT = 1 << 31


class Blocks(NamedTuple):
    """The ranges of positions into which a search is split.

    The first block is small, because no threshold thins it out; those that follow each hold
    three times the texts before them, so that a query has about 4 k candidates in each.

    Attributes:
        first: positions in the first block at least.
        most: positions in any block at most; a batch takes 8 bytes for each and every query.
    """

    first: int = 4096
    most: int = 1 << 22

    def borders(self, n_texts: int) -> list[int]:
        """Where blocks begin, from 0, and where the last one ends."""
        first = max(1, self.first, -(-n_texts // FIRST_SHARE))
        borders = [0]
        while borders[-1] < n_texts:
            size = min(self.most, max(first, (GROWTH - 1) * borders[-1]))
            borders.append(min(n_texts, borders[-1] + size))
        return borders


DEFAULT_BLOCKS = Blocks()


@dataclass(frozen=True, slots=True)
class DeviceIndex:
    """An index whose postings are stored on a device, 8 bytes each, for any number of searches.

    Attributes:
        index: the same on disk, where terms are looked up.
        device: where the tensors are.
        docs: shape (n_postings,), int32.
        codes: shape (n_postings,), int32: torch selects by no unsigned numbers.
        ordinals: shape (n_texts,), int32.
        borders: blocks are the ranges between neighbors.
        reaches: shape (n_borders, n_terms), int64, in main memory. The first posting of each term
            at each border or behind it.
    """

    index: LexicalIndex
    device: torch.device
    docs: torch.Tensor
    codes: torch.Tensor
    ordinals: torch.Tensor
    borders: list[int]
    reaches: NDArray[np.int64]

    @classmethod
    def upload(
        cls, index: LexicalIndex, device: str, *, blocks: Blocks = DEFAULT_BLOCKS
    ) -> DeviceIndex:
        """Copy an index's postings to a torch device.

        Raises:
            ExtraMissing: torch is not installed.
        """
        with extra("BM25 on a torch device"):
            import torch

        chosen = torch.device(device)
        borders = blocks.borders(index.n_texts)
        docs = sent(index.docs.astype(np.int32), chosen)
        return cls(
            index=index,
            device=chosen,
            docs=docs,
            codes=sent(index.codes.astype(np.int32), chosen),
            ordinals=sent(index.ordinals.astype(np.int32), chosen),
            borders=borders,
            reaches=_reaches(docs, index.starts, borders),
        )

    @property
    def widest(self) -> int:
        """Positions in the largest block; 0 where there are no texts."""
        return max((end - base for base, end in pairwise(self.borders)), default=0)

    @property
    def posting_type(self) -> torch.dtype:
        """The narrowest type that numbers all postings."""
        import torch

        return torch.int32 if self.docs.numel() < MOST_SHORT else torch.int64


def sent(array: NDArray[Any], device: torch.device) -> torch.Tensor:
    """The array, which nobody writes to any more, on its way to a device."""
    import torch

    tensor = torch.from_numpy(np.ascontiguousarray(array))
    # From pinned memory a copy need not wait for what the device is at.
    pinned = tensor.pin_memory() if device.type == "cuda" else tensor
    return pinned.to(device, non_blocking=True)


def _reaches(
    docs: torch.Tensor, starts: NDArray[np.int64], borders: list[int]
) -> NDArray[np.int64]:
    reaches = np.empty((len(borders), starts.size - 1), np.int64)
    reaches[0], reaches[-1] = starts[:-1], starts[1:]
    begins, ends = sent(starts[:-1].copy(), docs.device), sent(starts[1:].copy(), docs.device)
    n_steps = int(np.diff(starts).max(initial=0)).bit_length()
    for row, border in zip(reaches[1:-1], borders[1:-1], strict=True):
        row[:] = _reach(docs, begins, ends, border, n_steps).cpu().numpy()
    return reaches


def _reach(
    docs: torch.Tensor, begins: torch.Tensor, ends: torch.Tensor, position: int, n_steps: int
) -> torch.Tensor:
    """Of each range of postings the first one at the position or behind it, by halving."""
    import torch

    low, high = begins, ends
    for _ in range(n_steps):
        middle = (low + high) >> 1
        # A range that is empty may end where there are no postings any more.
        found = docs[middle.clamp(max=docs.numel() - 1)]
        is_before = (low < high) & (found < position)
        low = torch.where(is_before, middle + 1, low)
        high = torch.where(is_before, high, middle)
    return low
