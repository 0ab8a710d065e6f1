"""Samples drawn with known probabilities, one pair after another, that grow without redrawing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from regrade.given import explained
from regrade.measures.labels import Floats, Ints
from regrade.sampling.inclusion import inclusion

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIXERS = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))


class Drawn(NamedTuple):
    """A sample.

    Attributes:
        pairs: shape (n,). Indices of the drawn pairs in the order in which they were drawn.
        probabilities: shape (n_pairs,). Of every pair: how probable it was to be among the n.
    """

    pairs: Ints
    probabilities: Floats


@explained
def permanent_numbers(topics: Ints, passages: Ints, seed: int) -> Floats:
    """A number in (0, 1) that a pair keeps, whatever other pairs there are: SplitMix64 of both.

    Args:
        topics, passages: shape (n_pairs,). Whole numbers that name the pair for good.
        seed: of all numbers.

    Returns:
        Shape (n_pairs,).

    Source:
        Steele, Lea and Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.
    """
    start = np.array([seed % 2**64], dtype=np.uint64)
    mixed = _mix(_mix(_mix(start) ^ topics.astype(np.uint64)) ^ passages.astype(np.uint64))
    return ((mixed >> np.uint64(11)).astype(np.float64) + 0.5) / 2.0**53


def _mix(
    numbers: np.ndarray[tuple[int, ...], np.dtype[np.uint64]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.uint64]]:
    with np.errstate(over="ignore"):
        mixed = numbers + GOLDEN
        for shift, mixer in zip(SHIFTS, MIXERS, strict=False):
            mixed = (mixed ^ (mixed >> shift)) * mixer
        return mixed ^ (mixed >> SHIFTS[2])


@explained
def draw(sizes: Floats, numbers: Floats, n: int) -> Drawn:
    """The first n pairs of a draw, with each pair's probability of being among them.

    Args:
        sizes: shape (n_pairs,). At least 0; a pair of size 0 is never drawn.
        numbers: shape (n_pairs,). From `permanent_numbers`.
        n: how many.

    Raises:
        ValueError: n below 1 or above the number of pairs that have a size.
    """
    return Drawn(drawn_pairs(sizes, numbers, n), inclusion(sizes, n))


@explained
def drawn_pairs(sizes: Floats, numbers: Floats, n: int) -> Ints:
    """Draw n pairs, each step in proportion to size from those that are left.

    Pair i has the key -ln(1 - U_i) / s_i, and the n least keys are drawn: exponential order
    sampling, which is successive sampling. Its permanent U makes samples nested: a greater n
    lengthens the list, and what was drawn in several steps is what one draw gives.

    Args:
        sizes: shape (n_pairs,). At least 0; a pair of size 0 is never drawn.
        numbers: shape (n_pairs,). U, from `permanent_numbers`.
        n: how many.

    Returns:
        Shape (n,). Their indices in the order drawn.

    Raises:
        ValueError: n below 1 or above the number of pairs that have a size.

    Source:
        Rosén, Asymptotic theory for order sampling, Journal of Statistical Planning and Inference
        62, 1997; Ohlsson, Sequential Poisson sampling, Journal of Official Statistics 14, 1998,
        for permanent random numbers.
    """
    n_drawable = int((sizes > 0).sum())
    if not 1 <= n <= n_drawable:
        raise ValueError(f"{n} pairs cannot be drawn: {n_drawable} can bear on the question")
    keys = np.full(sizes.size, np.inf)
    is_drawable = sizes > 0
    keys[is_drawable] = -np.log1p(-numbers[is_drawable]) / sizes[is_drawable]
    least = np.argpartition(keys, n - 1)[:n] if n < keys.size else np.arange(keys.size)
    order: Ints = least[np.lexsort((least, keys[least]))]
    return order
