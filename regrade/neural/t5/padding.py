from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def pad(
    token_ids: Sequence[Sequence[int]], pad_token_id: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Token ids of b texts, filled up on the right, and 1 where a token is one of the text.

    Returns:
        Both of shape (b, t), t being the longest text's number of tokens.
    """
    shape = len(token_ids), max(map(len, token_ids))
    ids = np.full(shape, pad_token_id, dtype=np.int64)  # (b, t)
    mask = np.zeros(shape, dtype=np.int64)  # (b, t)
    for row, tokens in enumerate(token_ids):
        ids[row, : len(tokens)] = tokens
        mask[row, : len(tokens)] = 1
    return ids, mask
