from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

N_NORMS = 256
N_EXACT = 24
MANTISSA_BITS = 3


def _length_of(norm: int) -> int:
    """The shortest length that a byte stands for: a float of three mantissa bits from 24 on."""
    if norm < N_EXACT:
        return norm
    exponent, mantissa = divmod(norm - N_EXACT, 1 << MANTISSA_BITS)
    if exponent == 0:
        return N_EXACT + mantissa
    return N_EXACT + ((mantissa | 1 << MANTISSA_BITS) << exponent - 1)


LENGTHS = np.array([_length_of(norm) for norm in range(N_NORMS)], dtype=np.int64)


def norms_of(lengths: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Lengths encoded in Lucene's byte: exact up to 40 terms, then rounded down.

    Args:
        lengths: shape (n,). Terms in each text, stop words not counted; at least 0.

    Returns:
        Shape (n,). `LENGTHS[norm]` is the greatest length a byte stands for that is no longer.

    Source:
        Lucene's SmallFloat.intToByte4.
    """
    return (np.searchsorted(LENGTHS, lengths, side="right") - 1).astype(np.uint8)


def inverse_norms(k1: float, b: float, mean_length: float) -> NDArray[np.float32]:
    """Factor of a term's frequency, by norm: 1 / (k1 (1 - b + b length / mean)).

    Every step is rounded to float32, in Lucene's order.

    Returns:
        Shape (256,). Infinite where k1 is 0, or b is 1 and the length 0.

    Source:
        Lucene's BM25Similarity.
    """
    lengths, mean = LENGTHS.astype(np.float32), np.float32(mean_length)
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        one, k1_, b_ = np.float32(1), np.float32(k1), np.float32(b)
        inverse: NDArray[np.float32] = one / (k1_ * ((one - b_) + b_ * lengths / mean))
    return inverse
