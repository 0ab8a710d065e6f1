"""Sign flips of differences, counted for many pairs of runs at once."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

# Up to 2^16 signings are all tried: fewer steps than the draws of most studies.
MAX_EXACT = 16
BLOCK = 2**21  # numbers held at once, 16 MB


def is_exact(differences: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Flags of pairs with so few differing topics that every sign assignment is enumerated."""
    return np.asarray(np.count_nonzero(differences, axis=-1) <= MAX_EXACT)


def flip_p_values(
    differences: NDArray[np.float64], *, rng: np.random.Generator, n_resamples: int
) -> NDArray[np.float64]:
    """Two-sided p-values of Fisher's randomization test; all pairs share the same flips.

    p = share of signings s with |sum_i s_i d_i| >= |sum_i d_i| among all of them, or
    (b + 1) / (m + 1) with b such signings among m random ones

    Sums that differ by no more than the error of their floating-point sum count as equal, so that
    p depends neither on the order of topics nor on how many pairs are tested at once.

    Args:
        differences: shape (n_pairs, n_topics), rounded as `paired_differences` does.
        rng: draws n_resamples signings of n_topics, when any pair needs them.
        n_resamples: m.

    Returns:
        Shape (n_pairs,), each in (0, 1]; exact for pairs with at most 16 topics that differ.
        Without such topics there is one signing, and p is 1.

    Source:
        Fisher, The Design of Experiments, 1935, section 21; Smucker, Allan and Carterette,
        CIKM 2007; the + 1: Davison and Hinkley, Bootstrap Methods and their Application, 1997,
        section 4.2.
    """
    p_values = np.ones(differences.shape[0])
    exact = is_exact(differences)
    if exact.any():
        p_values[exact] = exact_p_values(differences[exact])
    if not exact.all():
        some = differences[~exact]
        n_extreme = _n_extreme(some, random_flips(some.shape, rng, n_resamples))
        p_values[~exact] = (n_extreme + 1) / (n_resamples + 1)
    return p_values


def exact_p_values(differences: NDArray[np.float64]) -> NDArray[np.float64]:
    """Exact `flip_p_values`, for pairs that all satisfy `is_exact`."""
    packed = _differing_first(differences)
    n_signings = 2 ** (packed.shape[1] - 1) if packed.shape[1] else 1
    return _n_extreme(packed, every_flip(packed.shape)) / n_signings


def _n_extreme(
    differences: NDArray[np.float64], flips: Iterator[NDArray[np.float64]]
) -> NDArray[np.int64]:
    totals = differences.sum(axis=1)
    n_topics = differences.shape[1]
    error = 4.0 * n_topics * np.finfo(np.float64).eps * np.abs(differences).sum(axis=1)
    limits = (np.abs(totals) - error)[:, np.newaxis]
    n_extreme = np.zeros(totals.size, np.int64)
    for kept in flips:
        sums = differences @ kept.T  # (n_pairs, n_signings): of the topics that keep their sign
        sums *= 2.0
        sums -= totals[:, np.newaxis]
        np.abs(sums, out=sums)
        n_extreme += np.count_nonzero(sums >= limits, axis=1)
    return n_extreme


def _differing_first(differences: NDArray[np.float64]) -> NDArray[np.float64]:
    """Differences without zeros, left-aligned, and no wider than the longest row needs."""
    width = int(np.count_nonzero(differences, axis=1).max())
    order = np.argsort(differences == 0.0, axis=1, kind="stable")[:, :width]
    return np.take_along_axis(differences, order, axis=1)


def every_flip(shape: tuple[int, ...]) -> Iterator[NDArray[np.float64]]:
    """Every sign assignment that keeps the first topic's sign; the others are mirror images."""
    n_topics = shape[1]
    n_signings = 2 ** (n_topics - 1) if n_topics else 1
    size = _block_size(shape)
    for start in range(0, n_signings, size):
        codes = 2 * np.arange(start, min(start + size, n_signings)) + 1
        yield (codes[:, np.newaxis] >> np.arange(n_topics) & 1).astype(np.float64)


def random_flips(
    shape: tuple[int, ...], rng: np.random.Generator, n_resamples: int
) -> Iterator[NDArray[np.float64]]:
    """Random sign assignments in whole words, so that draws do not depend on the block size."""
    n_topics = shape[1]
    size = _block_size(shape)
    for start in range(0, n_resamples, size):
        words = (min(size, n_resamples - start), -(-n_topics // 64))
        drawn = rng.integers(0, 2**64 - 1, words, dtype=np.uint64, endpoint=True)
        bits = np.unpackbits(drawn.astype("<u8").view(np.uint8), axis=1, count=n_topics)
        yield bits.astype(np.float64)


def _block_size(shape: tuple[int, ...]) -> int:
    return max(1, BLOCK // max(*shape, 1))
