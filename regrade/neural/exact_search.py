"""First-stage retrieval over all vectors, block by block: exact, with no index to tune."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.neural.max_sim import TokenVectors, max_sim
from regrade.neural.top_k import Found, TopK

if TYPE_CHECKING:
    import torch

    from regrade.neural.networks import ComputeDevice


class VectorBlock(NamedTuple):
    """Some passages' vectors, one each.

    Attributes:
        vectors: shape (n, d).
        ranks: shape (n,). What names a passage and breaks ties, greatest first.
    """

    vectors: NDArray[np.float32]
    ranks: NDArray[np.int64]


class TokenBlock(NamedTuple):
    """Some passages' vectors, one a token; ranks as in `VectorBlock`."""

    vectors: TokenVectors
    ranks: NDArray[np.int64]


def search_vectors(
    queries: NDArray[np.float32],
    blocks: Iterable[VectorBlock],
    *,
    k: int,
    device: torch.device,
) -> list[Found]:
    """The k passages of each query with the largest dot products.

    Args:
        queries: shape (q, d).
        blocks: all passages; each is one matrix product, and only the k best stay behind.

    Returns:
        One `Found` a query.

    Raises:
        ValueError: k below 1, or a score that is not a finite number.
    """
    import torch

    best = TopK(len(queries), k, device)
    with torch.inference_mode():
        asked = torch.from_numpy(queries).to(device)  # (q, d)
        for block in blocks:
            vectors = torch.from_numpy(np.ascontiguousarray(block.vectors)).to(device)  # (n, d)
            best.show(_finite(asked @ vectors.T), torch.from_numpy(block.ranks))  # (q, n)
    return best.found()


def search_token_vectors(
    queries: NDArray[np.float32],
    blocks: Iterable[TokenBlock],
    *,
    k: int,
    compute: ComputeDevice,
) -> list[Found]:
    """The k passages of each query with the largest sums of `max_sim`.

    Args:
        queries: shape (q, m, d).
        blocks: all passages.

    Raises:
        ValueError: k below 1, or a score that is not a finite number.
        MemoryError: as `max_sim`.
    """
    import torch

    best = TopK(len(queries), k, compute.device)
    for block in blocks:
        scores = torch.from_numpy(max_sim(queries, block.vectors, compute=compute))  # (q, n)
        best.show(_finite(scores.to(compute.device)), torch.from_numpy(block.ranks))
    return best.found()


def _finite(scores: torch.Tensor) -> torch.Tensor:
    if not bool(scores.isfinite().all()):
        raise ValueError("the model's vectors are not finite numbers")
    return scores
