from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained
from regrade.ids import id_text
from regrade.significance.rbo_agreement import (
    Ties,
    agreement,
    check_rbo,
    extent,
    overlap,
    shares_within,
    weigh,
)


class Rbo(NamedTuple):
    """Rank-biased overlap of two rankings that may be truncated.

    Attributes:
        extrapolated: the value if the unseen part agrees as much as the seen one (RBO_ext).
        minimum: the value if nothing unseen is shared (RBO_min).
        residual: the most that the unseen part could add to the minimum (RBO_res).
        p: persistence.
        ties: treatment of ties.
    """

    extrapolated: float
    minimum: float
    residual: float
    p: float
    ties: Ties


class _Lists(NamedTuple):
    """Two lists as shares of their items within each depth, down to the longer one's.

    Attributes:
        shorter: shape (n_items, depth of the longer).
        longer: shape (n_items, depth of the longer), items in its order first.
        s: depth of the shorter one.
        ties: treatment of ties.
    """

    shorter: NDArray[np.float64]
    longer: NDArray[np.float64]
    s: int
    ties: Ties


@explained
def rbo(
    first: Sequence[object], second: Sequence[object], *, p: float = 0.9, ties: Ties = "a"
) -> Rbo:
    """Rank-biased overlap of two lists, of any and also different lengths, with ties.

    RBO = (1 - p) / p sum_{d >= 1} A_d p^d,  A_d = agreement of the lists down to depth d,
    c(e, d) = share of item e within depth d: (d - first rank + 1) / size of its group, in [0, 1]
    a: A_d = sum_e c1 c2 / d, the mean over all ways to break ties (and so RBO's, but for what
    is extrapolated beyond a shorter list)
    b: A_d = sum_e c1 c2 / sqrt(sum_e c1^2 sum_e c2^2), so that equal ties agree in full
    w: A_d = 2 |both| / (|one| + |other|), a group wholly within the depth of its first rank
    Beyond the shorter list's depth s, extrapolation lets it go on to find A_s of the longer
    list's other items, and beyond both lists agreement stays as it is.

    Args:
        first: items from the top; a list, set or frozenset among them is a group of tied items.
            Items are strings, or whole numbers, which stand for their decimal text.
        second: the other list.
        p: probability to look one rank further, between 0 and 1.
        ties: "a" where a tie means that the order is not known, "b" to take out what ties lose
            of it, "w" where tied items really share a rank.

    Returns:
        All in [0, 1]; the extrapolated value lies between minimum and minimum + residual.

    Raises:
        ValueError: p outside (0, 1), unknown ties, an empty list or group, an item twice, or
            an item of another type.

    Source:
        Webber, Moffat and Zobel, TOIS 28(4), 2010 (w; without ties all three are theirs); Corsi
        and Urbano, SIGIR 2024 (a and b, and extrapolation with ties).
    """
    check_rbo(p, ties)
    return _overlap(_lists(first, second, ties), p)


def rbo_of_scores(
    first: NDArray[np.float64], second: NDArray[np.float64], *, p: float = 0.9, ties: Ties = "a"
) -> NDArray[np.float64]:
    """Extrapolated rank-biased overlap of two full rankings of the same items, given by scores.

    RBO_ext = (1 - p) / p sum_{d=1..n} A_d p^d + p^n, with A_d as `rbo` has it; A_n is 1

    Args:
        first: shape (..., n). Scores in one ranking, higher is better.
        second: shape (..., n). Scores of the same items in the other.
        p: probability to look one rank further, between 0 and 1.
        ties: as `rbo`.

    Returns:
        Shape (...,), in [0, 1]; it cannot be 0, since full rankings end in agreement. NaN for
        no items.

    Raises:
        ValueError: p outside (0, 1), or unknown ties.

    Source:
        As `rbo`.
    """
    check_rbo(p, ties)
    n = first.shape[-1]
    if n == 0:
        return np.full(first.shape[:-1], np.nan)
    one, two = _shares_of(first, ties), _shares_of(second, ties)
    agreed = agreement(overlap(one, two), extent(one, ties), extent(two, ties), ties)
    return weigh(agreed, 1.0, p)


def _shares_of(scores: NDArray[np.float64], ties: Ties) -> NDArray[np.float64]:
    higher = scores[..., None, :] - scores[..., :, None]  # (..., i, j): j over i
    tops = 1.0 + (higher > 0.0).sum(axis=-1, dtype=np.float64)
    sizes = (higher == 0.0).sum(axis=-1, dtype=np.float64)
    return shares_within(tops, sizes, scores.shape[-1], ties)


def _overlap(lists: _Lists, p: float) -> Rbo:
    shared = overlap(lists.shorter, lists.longer)
    seen = _agreement(shared, lists)
    n, s = shared.size, lists.s
    at_s, at_n = float(seen[s - 1]), float(shared[-1])
    likely = _agreement(shared + _likely(lists, at_s), lists)
    extrapolated = float(weigh(likely, (at_n + (n - s) * at_s) / n, p))
    minimum = float(weigh(seen, 0.0, p)) + (1.0 - p) / p * at_n * _harmonic_rest(n, p)
    at_most = _agreement(shared + _at_most(lists), lists)
    maximum = float(weigh(at_most, 0.0, p)) + _at_most_beyond(round(at_n), s, n, p)
    # Each is rounded by itself; in order they are by definition.
    minimum = min(max(minimum, 0.0), extrapolated)
    residual = min(max(maximum, extrapolated), 1.0) - minimum
    return Rbo(min(extrapolated, minimum + residual), minimum, residual, p, lists.ties)


def _lists(first: Sequence[object], second: Sequence[object], ties: Ties) -> _Lists:
    rank_groups = sorted((_rank_groups(first), _rank_groups(second)), key=len)
    shorter, longer = rank_groups
    absent = (math.inf, 1.0)
    items = [*longer, *(item for item in shorter if item not in longer)]
    shares = []
    for groups in rank_groups:
        tops, sizes = np.array([groups.get(item, absent) for item in items]).T
        shares.append(shares_within(tops, sizes, len(longer), ties))
    return _Lists(shares[0], shares[1], len(shorter), ties)


def _rank_groups(ranking: Sequence[object]) -> dict[object, tuple[float, float]]:
    """Each item's first rank and the size of its group, in the ranking's order."""
    rank_groups: dict[object, tuple[float, float]] = {}
    for entry in ranking:
        group = list(entry) if isinstance(entry, (list, set, frozenset)) else [entry]
        if not group:
            raise ValueError("a group of tied items is empty")
        rank_and_size = (len(rank_groups) + 1.0, float(len(group)))
        for given in group:
            item = id_text(given, "item")
            if item in rank_groups:
                raise ValueError(f"{item!r} appears twice in one ranking")
            rank_groups[item] = rank_and_size
    if not rank_groups:
        raise ValueError("a ranking is empty")
    return rank_groups


def _agreement(shared: NDArray[np.float64], lists: _Lists) -> NDArray[np.float64]:
    """Agreement at each depth; below its end the shorter list is taken for one without ties."""
    depths = np.arange(1.0, shared.size + 1.0)
    shorter = np.where(depths <= lists.s, extent(lists.shorter, lists.ties), depths)
    return agreement(shared, shorter, extent(lists.longer, lists.ties), lists.ties)


def _rest(lists: _Lists) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Shares of the items that only the longer list has, and ranks the shorter one lacks."""
    only_longer = lists.longer[lists.shorter[:, -1] == 0.0]
    return only_longer, np.maximum(np.arange(1, lists.longer.shape[1] + 1) - lists.s, 0)


def _likely(lists: _Lists, seen: float) -> NDArray[np.float64]:
    """Overlap to expect of the shorter list's unseen ranks, at the agreement seen at its end."""
    only_longer, n_lacking = _rest(lists)
    n_begun = np.maximum((only_longer > 0.0).sum(axis=0), 1)
    return np.asarray(n_lacking * seen * only_longer.sum(axis=0) / n_begun)


def _at_most(lists: _Lists) -> NDArray[np.float64]:
    """Overlap at most of the shorter list's unseen ranks: it takes the other items in order."""
    only_longer, n_lacking = _rest(lists)
    taken = np.arange(len(only_longer))[:, None] < n_lacking
    return np.asarray((only_longer * taken).sum(axis=0))


def _harmonic_rest(n: int, p: float) -> float:
    """Sum of p^d / d over d > n."""
    depths = np.arange(1, n + 1)
    return math.log(1.0 / (1.0 - p)) - float(np.sum(p**depths / depths))


def _at_most_beyond(shared: int, s: int, n: int, p: float) -> float:
    """What the ranks below both lists' ends can add: two more shared a rank, until all are."""
    full = n + s - shared
    depths = np.arange(n + 1, full + 1)
    rising = float(np.sum((2 * depths - n - s + shared) / depths * p**depths))
    return (1.0 - p) / p * rising + p**full
