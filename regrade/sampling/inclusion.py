"""Probabilities of inclusion, known before anybody judges."""

from __future__ import annotations

import numpy as np

from regrade.given import explained
from regrade.measures.labels import Floats

MOST_STEPS = 50_000  # of counting, up to which the probabilities are exact: some 50 ms
STEP, FIRST = 0.06, -4.5  # between nodes of the quadrature, and where they begin
MOST_LEFT = 42.0  # exp(-42) is below the last bit of 1
MOST_ROUNDS = 100


@explained
def inclusion(sizes: Floats, n: int) -> Floats:
    """Probabilities of inclusion when n pairs are drawn in proportion to size.

    Exact for small pools. Else off by less than half a percent in large ones; by more for sizes far
    below the others', and by a few percent for the least where nearly all are drawn.

    Args:
        sizes: shape (n_pairs,), at least 0.
        n: how many are drawn; all that have a size at most.

    Returns:
        Shape (n_pairs,). They sum to n; exactly 1 where all that have a size are drawn, and
        exactly 0 without a size.
    """
    drawable = np.flatnonzero(sizes > 0)
    if n >= drawable.size:
        return (sizes > 0).astype(np.float64)
    of_drawable = sizes[drawable]
    is_small = drawable.size**2 * min(n, drawable.size - n) <= MOST_STEPS
    found = np.zeros(sizes.size)
    chances = (exact_inclusion if is_small else near_inclusion)(of_drawable, n)
    found[drawable] = np.minimum(chances, 1.0)  # rounding may put it above
    return found


def near_inclusion(sizes: Floats, n: int) -> Floats:
    """1 - exp(-s t), t so that the sum is n: as if each pair were drawn for itself.

    Source:
        Rosén, On sampling with probability proportional to size, Journal of Statistical Planning
        and Inference 62, 1997.
    """
    scaled = sizes / sizes.mean()
    # In t the sum rises and is concave, so that Newton from below never overshoots.
    time = 0.0
    for _ in range(MOST_ROUNDS):
        left = np.exp(-scaled * time)
        step = (n - (sizes.size - left.sum())) / (scaled * left).sum()
        time += step
        if step <= 1e-15 * time:
            break
    found: Floats = -np.expm1(-scaled * time)
    return found


def exact_inclusion(sizes: Floats, n: int) -> Floats:
    """The integral over t of s exp(-s t) times how probable fewer than n others come before t.

    Quadrature after t = exp(x - exp(-x)), which suits integrands that decay exponentially; the
    count of others is Poisson-binomial. Takes time in n_pairs^2 n.

    Args:
        sizes: shape (n_pairs,), above 0.
        n: below n_pairs.

    Source:
        Successive sampling as a race of exponential variables: Gordon, Annals of Statistics 11(3),
        1983; the substitution: Takahasi and Mori, Publications of RIMS 9(3), 1974.
    """
    scaled = sizes / sizes.sum() * n
    places = np.arange(FIRST, np.log(MOST_LEFT / scaled.min()) + STEP, STEP)
    times = np.exp(places - np.exp(-places))
    widths = times * (1 + np.exp(-places)) * STEP
    before = -np.expm1(-np.outer(times, scaled))  # (n_nodes, n_pairs)
    # Whichever is fewer is counted: the pairs drawn, or those left.
    left = sizes.size - n
    if n <= left:
        fewer = np.array([_fewer_others(node, n) for node in before])
    else:
        fewer = 1 - np.array([_fewer_others(1 - node, left) for node in before])
    found: Floats = (widths[:, None] * scaled * (1 - before) * fewer).sum(axis=0)
    return found


def _fewer_others(chances: Floats, n: int) -> Floats:
    """shape (n_pairs,). How probable fewer than n of the other pairs are, for each pair."""
    counts = np.zeros((chances.size, n))
    counts[:, 0] = 1
    for other, chance in enumerate(chances.tolist()):
        kept = counts[other].copy()
        counts[:, 1:] += chance * (counts[:, :-1] - counts[:, 1:])
        counts[:, 0] *= 1 - chance
        counts[other] = kept
    fewer: Floats = counts.sum(axis=1)
    return fewer
