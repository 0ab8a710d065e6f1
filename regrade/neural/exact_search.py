"""First-stage retrieval over all vectors, block by block: exact, with no index to tune."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.neural.batches import attempt

if TYPE_CHECKING:
    import torch

    from regrade.neural.networks import ComputeDevice

# Vectors and products at once for each token of a batch: some megabytes on a CPU.
NUMBERS_PER_TOKEN = 4096


class TokenVectors(NamedTuple):
    """The vectors of passages' tokens, passage by passage.

    Attributes:
        vectors: shape (t, d), in half precision.
        lengths: shape (n,), how many of them each passage has; at least 2.
    """

    vectors: NDArray[np.float16]
    lengths: NDArray[np.int64]


def max_sim(
    queries: NDArray[np.float32], passages: TokenVectors, *, compute: ComputeDevice
) -> NDArray[np.float32]:
    """Sum over a query's tokens of their largest dot product with a token of the passage.

    Passages are taken in parts, and to a part as many queries at once as the device's budget
    allows; where its memory does not suffice, the budget is halved.

    Letters in the comments: q queries, m tokens of each, t tokens of all passages, n passages, d
    dimensions.

    Args:
        queries: shape (q, m, d).
        passages: n of them, each with at least one vector.

    Returns:
        shape (q, n), float32; in [-m, m] for vectors of length 1.

    Raises:
        MemoryError: the device's memory is too small for some kilobytes more.
    """
    n_queries, n_tokens, n_dimensions = queries.shape
    scores = np.empty((n_queries, len(passages.lengths)), np.float32)  # (q, n)
    done, rest = 0, passages
    while n_queries and len(rest.lengths):
        room = compute.budget.n_tokens * NUMBERS_PER_TOKEN
        part, others = _parted(rest, room // max(n_tokens, n_dimensions))
        n_at_once = min(n_queries, max(1, room // (n_tokens * len(part.vectors))))
        undivided = f"{len(part.vectors):,} vectors of passages"
        found = attempt(
            partial(_largest_sums, queries, part, n_at_once, compute.device),
            budget=compute.budget,
            undivided=undivided if compute.budget.n_tokens == 1 else None,
        )
        if found is not None:
            scores[:, done : done + len(part.lengths)] = found.cpu().numpy()
            done, rest = done + len(part.lengths), others
    return scores


def _parted(passages: TokenVectors, n_tokens: int) -> tuple[TokenVectors, TokenVectors]:
    """As many of the first passages as hold so many tokens, at least one; and the others."""
    ends = np.cumsum(passages.lengths)
    n = max(1, int(np.searchsorted(ends, n_tokens, side="right")))
    (vectors, others), (lengths, rest) = (
        np.split(passages.vectors, [ends[n - 1]]),
        np.split(passages.lengths, [n]),
    )
    return TokenVectors(vectors, lengths), TokenVectors(others, rest)


def _largest_sums(
    queries: NDArray[np.float32], passages: TokenVectors, n_at_once: int, device: torch.device
) -> torch.Tensor:
    """Shape (q, n), some of the queries at once."""
    import torch

    vectors = torch.from_numpy(passages.vectors).to(device).float()  # (t, d)
    lengths = torch.from_numpy(passages.lengths).to(device)  # (n,)
    sums = []
    for start in range(0, len(queries), n_at_once):
        some = torch.from_numpy(queries[start : start + n_at_once]).to(device)
        products = vectors @ some.flatten(0, 1).T  # (t, q * m)
        largest = torch.segment_reduce(products, "max", lengths=lengths)  # (n, q * m)
        sums.append(largest.view(len(lengths), len(some), -1).sum(dim=2).T)  # (q, n)
    return torch.cat(sums)


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
