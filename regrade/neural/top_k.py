from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import torch


class Found(NamedTuple):
    """Results of one query, best first: parallel arrays of shape (n_found,).

    Attributes:
        ranks: break ties, greatest first, and identify the passages.
        scores: descending.
    """

    ranks: NDArray[np.int64]
    scores: NDArray[np.float32]


class TopK:
    """Running top k of each of q queries over all passages shown, kept on the device.

    Exact for any order and batching of the passages: score descending, ties by rank descending.
    Score and rank are packed into one integer, the score in the upper half, so that no two are
    equal.
    """

    def __init__(self, n_queries: int, k: int, device: torch.device) -> None:
        import torch

        if k < 1:
            raise ValueError(f"k must be at least 1; it is {k}")
        self.k = k
        self._keys = torch.empty((n_queries, 0), dtype=torch.int64, device=device)  # (q, <= k)

    def show(self, scores: torch.Tensor, ranks: torch.Tensor) -> None:
        """Show further passages.

        Args:
            scores: shape (q, n), float32, finite.
            ranks: shape (n,). From 0 to 2**32 - 1, no two equal, not shown before.
        """
        self._keep(_ordered(scores) * (1 << 32) + ranks.to(scores.device))

    def found(self) -> list[Found]:
        """The current top k of each query."""
        keys = np.sort(self._keys.cpu().numpy(), axis=1)[:, ::-1]  # (q, <= k)
        ranks = keys & 0xFFFFFFFF
        scores = _unordered((keys >> 32).astype(np.int32))
        return [Found(*one) for one in zip(ranks, scores, strict=True)]

    def _keep(self, keys: torch.Tensor) -> None:
        import torch

        if keys.shape[1] > self.k:
            keys = keys.topk(self.k, dim=1, sorted=False).values
        joined = torch.cat([self._keys, keys], dim=1)
        if joined.shape[1] > self.k:
            joined = joined.topk(self.k, dim=1, sorted=False).values
        self._keys = joined


def _ordered(scores: torch.Tensor) -> torch.Tensor:
    """Map float32 to integers in the same order; -0.0 counts as 0.0."""
    import torch

    bits = (scores + 0.0).view(torch.int32).long()
    return torch.where(bits < 0, -(bits & 0x7FFFFFFF), bits)


def _unordered(ordered: NDArray[np.int32]) -> NDArray[np.float32]:
    negative = ordered < 0
    bits = np.where(negative, -ordered.astype(np.int64) | 0x80000000, ordered).astype(np.uint32)
    return bits.view(np.float32)
