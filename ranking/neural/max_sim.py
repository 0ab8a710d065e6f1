from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import torch

# Of a query's tokens with passages' tokens at once: what a few megabytes hold.
PRODUCTS_CPU, PRODUCTS_GPU = 1 << 22, 1 << 28


class TokenVectors(NamedTuple):
    """The vectors of passages' tokens, passage by passage.

    Attributes:
        vectors: shape (t, d), in half precision.
        lengths: shape (n,), how many of them each passage has; at least 2.
    """

    vectors: NDArray[np.float16]
    lengths: NDArray[np.int64]


def max_sim(
    queries: NDArray[np.float32], passages: TokenVectors, *, device: torch.device
) -> NDArray[np.float32]:
    """Sum over a query's tokens of their largest dot product with a token of the passage.

    Letters in the comments: q queries, m tokens of each, t tokens of all passages, n passages, d
    dimensions.

    Args:
        queries: shape (q, m, d).
        passages: n of them, each with at least one vector.

    Returns:
        shape (q, n), float32; in [-m, m] for vectors of length 1.
    """
    import torch

    n_queries, n_tokens, _ = queries.shape
    scores = np.empty((n_queries, len(passages.lengths)), np.float32)  # (q, n)
    if not scores.size:
        return scores
    with torch.inference_mode():
        vectors = torch.from_numpy(passages.vectors).to(device).float()  # (t, d)
        lengths = torch.from_numpy(passages.lengths).to(device)  # (n,)
        most = PRODUCTS_CPU if device.type == "cpu" else PRODUCTS_GPU
        n_at_once = max(1, most // (n_tokens * len(vectors)))
        for start in range(0, n_queries, n_at_once):
            some = torch.from_numpy(queries[start : start + n_at_once]).to(device)
            products = vectors @ some.flatten(0, 1).T  # (t, q * m)
            largest = torch.segment_reduce(products, "max", lengths=lengths)  # (n, q * m)
            summed = largest.view(len(lengths), len(some), n_tokens).sum(dim=2)  # (n, q)
            scores[start : start + len(some)] = summed.T.cpu().numpy()
    return scores
