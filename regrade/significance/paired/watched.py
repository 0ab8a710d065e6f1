"""Intervals that may be looked at after every topic, and acted on at any of these looks.

An interval for a fixed number of topics covers the truth 95 times in 100 if it is looked at once.
Looking after each topic and stopping once it excludes 0 is wrong far more often. A confidence
sequence covers at all looks together.

They come from betting against each candidate mean m: with x the differences scaled to [0, 1],

K+_t(m) = prod_{i<=t} (1 + min(b_i, c/m) (x_i - m)),
K-_t(m) = prod_{i<=t} (1 - min(b_i, c/(1 - m)) (x_i - m)),
b_t = sqrt(2 log(2/alpha) / (s^2_{t-1} t log(t + 1))),

and the interval holds each m with max(K+, K-) < 2/alpha at every t so far. s^2_{t-1} is the
variance of what came before, with one made-up value of mean 1/2 and variance 1/4; c = 1/2.

The package confseq has these too, but imports matplotlib and multiprocess, compiles C++ where no
wheel fits (it has none for any Python), and calls a name that NumPy 2 does not have; its last
release is of January 2023. It served as the reference for the numbers in the tests.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from regrade.given import explained

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

N_STEPS = 2000  # candidate means; the interval's ends lie on them, moved outward by one
BLOCK = 256  # looks at a time, so that memory does not grow with their square
ROUNDING = 1e-12
MOST_OF_CAPITAL = 0.5  # that one bet may lose, as in the paper's experiments
NONE_TENABLE = (
    "no mean is tenable: the topics did not come in a random order, or this is the one case in"
    " {n:g} that the confidence allows"
)


class Watched(NamedTuple):
    """A confidence sequence of a mean difference.

    Attributes:
        means: shape (n_topics,). Mean of the first t differences.
        lows, highs: shape (n_topics,). The interval after t topics; never wider than before.
            NaN from where on nothing is tenable.
        confidence: with which all of these intervals together hold the mean.
        note: "", or why there is no interval any more.
    """

    means: Floats
    lows: Floats
    highs: Floats
    confidence: float
    note: str = ""


@explained
def watch_mean(
    differences: ArrayLike,
    *,
    n_planned: int | None = None,
    confidence: float = 0.95,
    limits: tuple[float, float] = (-1.0, 1.0),
) -> Watched:
    """Anytime-valid intervals of the mean difference, one after each topic.

    Args:
        differences: shape (n_topics,). Run minus baseline, topics in the order in which they were
            done; each is passed once, when its topic is fully judged.
        n_planned: how many topics the campaign has. The intervals then are for the mean over
            these very topics, and end in it. By default they are for the mean over all topics
            like these.
        confidence: between 0 and 1.
        limits: what a difference can be at least and at most. Wider limits make wider intervals.

    Returns:
        Nothing is assumed but the limits and a random order: which topic comes next, and when
        looking ends, must not depend on topics still to come. No topics give empty arrays.

    Raises:
        ValueError: a difference outside the limits, limits or confidence that make no sense, or
            more topics than were planned.

    Source:
        Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting, Journal
        of the Royal Statistical Society B 86(1), 2024, theorem 3 (hedged capital, predictable
        plug-in bets), and section 5 for the topics of one campaign.
    """
    given = np.asarray(differences, np.float64)
    _check(given, n_planned, confidence, limits)
    low, width = limits[0], limits[1] - limits[0]
    scaled = (given - low) / width
    lows, highs = _ends(scaled, 1.0 - confidence, n_planned)
    running = np.cumsum(given) / np.arange(1, given.size + 1)
    note = NONE_TENABLE.format(n=round(1 / (1 - confidence), 6)) if np.isnan(lows).any() else ""
    return Watched(running, low + width * lows, low + width * highs, confidence, note)


def _check(
    given: Floats, n_planned: int | None, confidence: float, limits: tuple[float, float]
) -> None:
    if given.ndim != 1:
        raise ValueError(f"differences of one topic each, got shape {given.shape}")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence lies between 0 and 1, got {confidence}")
    if not -np.inf < limits[0] < limits[1] < np.inf:
        raise ValueError(f"limits are a lower and a higher number, got {limits}")
    outside = np.flatnonzero(~((given >= limits[0]) & (given <= limits[1])))
    if outside.size:
        topic = int(outside[0])
        raise ValueError(
            f"the difference of topic {topic}, counted from 0, is {given[topic]}, not between"
            f" {limits[0]:g} and {limits[1]:g}"
        )
    if n_planned is not None and given.size > n_planned:
        raise ValueError(f"{n_planned} topics were planned, and {given.size} are given")


def _bets(scaled: Floats, alpha: float) -> Floats:
    """shape (n_topics,). How much is staked on each topic, from those before it alone."""
    n = np.arange(1, scaled.size + 1)
    means = (0.5 + np.cumsum(scaled)) / (n + 1)
    variances = (0.25 + np.cumsum((scaled - means) ** 2)) / (n + 1)
    before = np.concatenate(([0.25], variances[:-1]))[: scaled.size]
    return np.asarray(np.sqrt(2.0 * np.log(2.0 / alpha) / (before * n * np.log(n + 1.0))))


def _ends(scaled: Floats, alpha: float, n_planned: int | None) -> tuple[Floats, Floats]:
    """The interval's ends after each topic, of differences scaled to [0, 1]."""
    bets, limit = _bets(scaled, alpha), math.log(2.0 / alpha)
    lowest = _lowest(scaled, bets, limit, n_planned)
    highest = N_STEPS - _lowest(1.0 - scaled, bets, limit, n_planned)  # K-, seen in a mirror
    firsts, lasts = np.maximum.accumulate(lowest), np.minimum.accumulate(highest)
    lows, highs = np.maximum(firsts - 1, 0) / N_STEPS, np.minimum(lasts + 1, N_STEPS) / N_STEPS
    if n_planned is not None:  # what the topics that are left can still make of the mean
        done, n_done = np.cumsum(scaled) / n_planned, np.arange(1, scaled.size + 1)
        lows, highs = np.maximum(lows, done), np.minimum(highs, done + 1 - n_done / n_planned)
    is_empty = firsts > lasts
    return np.where(is_empty, np.nan, lows), np.where(is_empty, np.nan, highs)


def _lowest(scaled: Floats, bets: Floats, limit: float, n_planned: int | None) -> Ints:
    """shape (n_topics,). After each topic, the first candidate whose log K+ is below the limit.

    K+ falls as m rises, so halving finds it. Time grows with the square of the number of topics.
    """
    given = (scaled, bets, limit, n_planned)
    found = [
        _lowest_of_block(np.arange(start, min(start + BLOCK, scaled.size)), *given)
        for start in range(0, scaled.size, BLOCK)
    ]
    return np.concatenate([np.empty(0, np.int64), *found])


def _lowest_of_block(
    looks: Ints, scaled: Floats, bets: Floats, limit: float, n_planned: int | None
) -> Ints:
    first, end = np.zeros(looks.size, np.int64), np.full(looks.size, N_STEPS + 1)
    n_seen = int(looks[-1]) + 1
    seen, staked = scaled[:n_seen], bets[:n_seen]
    is_past = np.arange(n_seen) <= looks[:, np.newaxis]
    for _ in range((N_STEPS + 1).bit_length()):
        middle = np.minimum((first + end) // 2, N_STEPS)
        expected = _expected(seen, middle[:, np.newaxis] / N_STEPS, n_planned)
        is_out = _log_capital(seen, expected, staked, is_past) >= limit
        is_open = first < end
        first = np.where(is_open & is_out, middle + 1, first)
        end = np.where(is_open & ~is_out, middle, end)
    return first


def _expected(scaled: Floats, means: Floats, n_planned: int | None) -> Floats:
    """shape (n_looks, n_topics). The mean of each topic before it is seen, were m the truth.

    Of the topics of one campaign it is the mean of those that are left.
    """
    if n_planned is None:
        return np.broadcast_to(means, (means.shape[0], scaled.size))
    n_before = np.arange(scaled.size)
    before = np.cumsum(scaled) - scaled
    return np.asarray((n_planned * means - before) / (n_planned - n_before))


def _log_capital(
    scaled: Floats, expected: Floats, bets: Floats, is_past: NDArray[np.bool_]
) -> Floats:
    """shape (n_looks,). log K+; infinite where the mean would have to be below 0."""
    inside = np.clip(expected, 0.0, 1.0)
    with np.errstate(divide="ignore"):
        stakes = np.minimum(bets, MOST_OF_CAPITAL / inside)
    wealth = np.einsum("ij,ij->i", np.log1p(stakes * (scaled - inside)), is_past)
    is_impossible = np.any((expected < -ROUNDING) & is_past, axis=1)
    return np.where(is_impossible, np.inf, wealth)
