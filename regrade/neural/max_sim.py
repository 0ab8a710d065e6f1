from __future__ import annotations

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
