from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch

LEAST_LENGTH = 16


class RelativeBias:
    """T5's bias on the dot product of two tokens, by their distance.

    One table serves texts of all lengths: that of a short text is the corner of a long one's. It
    grows with the longest text met, to a power of two, since kernels want aligned rows.

    Source:
        Raffel et al., JMLR 21(140), 2020, section 2.1; distances below a quarter of the buckets
        have one each, those above share the rest in steps of their logarithm.
    """

    def __init__(self, weights: torch.Tensor, max_distance: int) -> None:
        """Args: weights, shape (n_buckets, h); from max_distance on, all share a bucket."""
        self._weights, self._max_distance = weights, max_distance
        self._table = weights.new_empty(weights.shape[1], 0, 0)  # (h, l, l)

    def of(self, n_tokens: int) -> torch.Tensor:
        """Bias of a text, shape (h, l, l): [h, i, j] when token i attends to token j."""
        if n_tokens > self._table.shape[1]:
            self._table = self._make(max(LEAST_LENGTH, 1 << (n_tokens - 1).bit_length()))
        return self._table[:, :n_tokens, :n_tokens]

    def _make(self, length: int) -> torch.Tensor:
        import torch

        indices = torch.arange(length, device=self._weights.device)  # (l,)
        distances = torch.arange(1 - length, length, device=self._weights.device)  # (2 l - 1,)
        found = buckets(distances, len(self._weights), self._max_distance)  # (2 l - 1,)
        by_distance = self._weights[found].T  # (h, 2 l - 1)
        return by_distance[:, indices - indices[:, None] + length - 1]  # (h, l, l)


def buckets(distances: torch.Tensor, n_buckets: int, max_distance: int) -> torch.Tensor:
    """Which bucket a distance falls into, when both sides are looked at.

    Args:
        distances: any shape. The index of the token looked at, less that of the one that looks.
        n_buckets: half of them for each side.
        max_distance: from here on, all distances share the last bucket of their side.

    Returns:
        Of the same shape, in [0, n_buckets).
    """
    import torch

    n_side = n_buckets // 2
    n_exact = n_side // 2
    away = distances.abs()
    # In float32, as models were trained: whole numbers at the borders hang on it.
    steps = torch.log(away.clamp(min=n_exact).float() / n_exact)
    steps = steps / math.log(max_distance / n_exact) * (n_side - n_exact)
    wide = (n_exact + steps.long()).clamp(max=n_side - 1)
    return torch.where(away < n_exact, away, wide) + n_side * (distances > 0)
