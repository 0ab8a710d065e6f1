from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from regrade.bm25.lexical_index import LexicalIndex
from regrade.extras import extra

if TYPE_CHECKING:
    import torch

# The first block is an eighth of the texts: each block costs a GPU some 2 ms, however small.
FIRST_SHARE, LEAST = 8, 4096
GROWTH = 4  # with every block as many times the texts are behind
MOST = 1 << 22  # positions in any block: a batch takes 8 bytes for each and every query
MOST_SHORT = 1 << 31


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
    borders: Sequence[int]
    reaches: NDArray[np.int64]

    @classmethod
    def upload(
        cls, index: LexicalIndex, device: str, *, borders: Sequence[int] | None = None
    ) -> DeviceIndex:
        """Copy an index's postings to a torch device.

        Args:
            device: "cuda", "cpu" or another of torch's names.
            borders: ascending, from 0 to the number of texts; by default `block_borders`.

        Raises:
            ExtraMissing: torch is not installed.
        """
        with extra("BM25 on a torch device"):
            import torch

        chosen = torch.device(device)
        borders = borders or block_borders(index.n_texts)
        return cls(
            index=index,
            device=chosen,
            docs=sent(index.docs.astype(np.int32), chosen),
            codes=sent(index.codes.astype(np.int32), chosen),
            ordinals=sent(index.ordinals.astype(np.int32), chosen),
            borders=borders,
            reaches=_reaches(index, borders),
        )

    @property
    def widest(self) -> int:
        """Positions in the largest block; 0 where there are no texts."""
        return int(np.diff(self.borders).max(initial=0))

    @property
    def posting_type(self) -> torch.dtype:
        """The narrowest type that numbers all postings."""
        import torch

        return torch.int32 if self.docs.numel() < MOST_SHORT else torch.int64


def block_borders(n_texts: int) -> list[int]:
    """Where the blocks of a search begin, from 0, and where the last one ends.

    The first block is small, because no threshold thins it out; those that follow each hold
    three times the texts before them, so that a query has about 4 k candidates in each.
    """
    first = max(LEAST, -(-n_texts // FIRST_SHARE))
    borders = [0]
    while borders[-1] < n_texts:
        size = min(MOST, max(first, (GROWTH - 1) * borders[-1]))
        borders.append(min(n_texts, borders[-1] + size))
    return borders


def sent(array: NDArray[Any], device: torch.device) -> torch.Tensor:
    """The array, which nobody writes to any more, on its way to a device."""
    import torch

    tensor = torch.from_numpy(np.ascontiguousarray(array))
    # From pinned memory a copy need not wait for what the device is at.
    pinned = tensor.pin_memory() if device.type == "cuda" else tensor
    return pinned.to(device, non_blocking=True)


def _reaches(index: LexicalIndex, borders: Sequence[int]) -> NDArray[np.int64]:
    """Each term's first posting and as many as it has before the border."""
    reaches = np.empty((len(borders), index.starts.size - 1), np.int64)
    n_before = np.zeros(index.docs.size + 1, np.int64)
    for row, border in zip(reaches, borders, strict=True):
        np.cumsum(index.docs < border, out=n_before[1:])
        row[:] = index.starts[:-1] + np.diff(n_before[index.starts])
    return reaches
