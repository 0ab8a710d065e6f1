from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

# Numbers drawn at once: half a megabyte stays in a core's cache, whatever the table's size.
BLOCK = 1 << 16


def n_arrangements(n_systems: int, n_topics: int, limit: int) -> int | None:
    """Ways to permute systems within topics, the first topic held; None above the limit.

    Renaming the systems on all topics alike changes no difference between their means, so that
    one topic may keep its order.
    """
    orders = math.factorial(n_systems)
    topics = n_topics - 1
    if orders > limit or topics * math.log2(orders) > math.log2(limit) + 1e-9:
        return None
    return int(orders**topics)


def all_permuted_sums(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums over topics under every permutation of systems within topics, the first topic fixed.

    Args:
        values: shape (n_systems, n_topics).

    Returns:
        Shape (factorial(n_systems) ** (n_topics - 1), n_systems).
    """
    orders = np.array(list(itertools.permutations(range(len(values)))))
    sums = values[None, :, 0]
    for topic in values.T[1:]:
        sums = (sums[:, None, :] + topic[orders]).reshape(-1, len(values))
    return sums


def draw_permuted_sums(
    values: NDArray[np.float64], n_permutations: int, rng: np.random.Generator
) -> Iterator[NDArray[np.float64]]:
    """Sums over topics under random permutations of systems within topics, block by block.

    A permutation comes from sorting random 64-bit keys whose lowest bits are the system's row:
    one sort gives the order itself, without indices. The bits left to chance make two equal
    keys, which would favor the lower row, rarer than one topic in 10^13.

    Args:
        values: shape (n_systems, n_topics), fewer than 4,096 systems.
        n_permutations: how many to draw in all.
        rng: source of the keys.

    Yields:
        Shape (n_block, n_systems), n_permutations rows in all.
    """
    n_systems = len(values)
    topics = np.ascontiguousarray(values.T)
    for start in range(0, n_permutations, max(1, BLOCK // n_systems)):
        n_block = min(max(1, BLOCK // n_systems), n_permutations - start)
        sums = np.zeros((n_block, n_systems))
        for topic in topics:
            sums += topic.take(_random_orders(n_block, n_systems, rng))
        yield sums


def _random_orders(n: int, n_systems: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Random orders of the systems' rows, shape (n, n_systems)."""
    row_bits = np.uint64((1 << (n_systems - 1).bit_length()) - 1)
    keys = rng.integers(0, 2**64, size=(n, n_systems), dtype=np.uint64)
    keys &= ~row_bits
    keys |= np.arange(n_systems, dtype=np.uint64)
    keys.sort(axis=1)
    keys &= row_bits
    return keys.view(np.int64)
