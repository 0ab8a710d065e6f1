"""When enough pairs are judged: a rule that may be looked at after every single judgment."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from regrade.given import explained
from regrade.measures.labels import Floats, Ints

MOST_STAKED = 0.75  # of the capital that the worst draw could take
N_BEFORE = 2.0  # judgments that the guesses before the first one count as


class Bets(NamedTuple):
    """Capital won by betting against a hypothesis.

    Attributes:
        capital: shape (n_judged,). After each judgment, begun with 1: how strongly the judgments
            so far speak against it. It reaches 1 / alpha with a probability of at most alpha
            where the hypothesis is true, however often one looks.
        stopped_at: after how many judgments it first did; None if it did not.
    """

    capital: Floats
    stopped_at: int | None


class Walk(NamedTuple):
    """Raj's estimate of the difference from each single draw, given those before it.

    Attributes:
        values: shape (n_judged,). Each has the difference as its mean, whatever came before.
        bounds: shape (n_judged,). No value could be further from 0 than this.
        spreads: shape (n_judged,). Standard deviation as far as the judgments before tell.
    """

    values: Floats
    bounds: Floats
    spreads: Floats


@explained
def bet_on_difference(walk: Walk, *, alpha: float = 0.05, n_most: int | None = None) -> Bets:
    """Bets that the difference is not 0, on either side: stop when 0 can be ruled out.

    Half the capital is bet on a positive difference, half on a negative one. The stake is as in
    the paper's predictable plug-in, and never what could ruin.

    Args:
        walk: from `walk_of`.
        alpha: how probable it may be to stop although the difference is 0.
        n_most: how many judgments are planned at most; by default those there are.

    Source:
        Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting, Journal
        of the Royal Statistical Society B 86(1), 2024; for draws in proportion to size: Shekhar,
        Xu, Lipton, Liang and Ramdas, Risk-limiting financial audits via weighted sampling without
        replacement, UAI 2023.
    """
    stakes = _stakes(walk, alpha, n_most, shift=0.0)
    up, down = (np.cumprod(1 + sign * stakes * walk.values) for sign in (1, -1))
    return _stop((up + down) / 2, alpha)


@explained
def bet_on_equivalence(
    walk: Walk, within: float, *, alpha: float = 0.05, n_most: int | None = None
) -> Bets:
    """Bets that the difference lies within a margin: stop when both ends can be ruled out.

    Args:
        walk: from `walk_of`.
        within: the margin, above 0.
        alpha: how probable it may be to stop although the difference is outside.
        n_most: how many judgments are planned at most; by default those there are.

    Raises:
        ValueError: a margin that is not above 0.

    Source:
        Two one-sided tests: Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987.
    """
    if not within > 0:
        raise ValueError(f"a margin is above 0, not {within}")
    stakes = _stakes(walk, alpha, n_most, shift=within)
    above = np.cumprod(1 + stakes * (within - walk.values))
    below = np.cumprod(1 + stakes * (within + walk.values))
    return _stop(np.minimum(above, below), alpha)


def _stop(capital: Floats, alpha: float) -> Bets:
    reached = np.flatnonzero(capital >= 1 / alpha)
    return Bets(capital, int(reached[0]) + 1 if reached.size else None)


def _stakes(walk: Walk, alpha: float, n_most: int | None, shift: float) -> Floats:
    planned = n_most or walk.values.size
    wanted = np.sqrt(2 * np.log(2 / alpha) / planned) / np.maximum(walk.spreads, 1e-300)
    most: Floats = MOST_STAKED / np.maximum(walk.bounds + shift, 1e-300)
    stakes: Floats = np.minimum(wanted, most)
    return stakes


@explained
def walk_of(weights: Floats, sizes: Floats, pairs: Ints, gains: Floats, top: float) -> Walk:
    """Estimates of the difference, the sum of w g over all pairs, from each single draw.

    The pair drawn at step t is one of those left, in proportion to size. With mu, the mean gain
    so far, and e = w (g - mu), the sum of e over the pairs before, plus e S / s of the pair drawn
    (S, the size of all that is left), plus mu times the sum of w, has the difference as its mean.

    Args:
        weights: shape (n_pairs,). w, with its sign, of one difference.
        sizes: shape (n_pairs,). s, by which pairs were drawn; above 0 where w is not 0.
        pairs: shape (n_judged,). Indices of the judged pairs **in the order drawn**, none left out.
        gains: shape (n_judged,). What each gains, from 0 to `top`.
        top: the most that a pair can gain.

    Raises:
        ValueError: a gain outside 0 to `top`, or a pair that weighs and could not be drawn.

    Source:
        Raj, Some estimators in sampling with varying probabilities without replacement, Journal
        of the American Statistical Association 51, 1956.
    """
    if gains.size and not (gains.min() >= 0 and gains.max() <= top):
        raise ValueError(f"gains lie between 0 and {top}, not at {gains.min()} to {gains.max()}")
    if (weights[sizes <= 0] != 0).any():
        raise ValueError("a pair that weighs in the difference could not be drawn")
    w, s = weights[pairs], sizes[pairs]
    n_before = np.arange(pairs.size)
    mu = (N_BEFORE * top / 2 + _before(gains)) / (N_BEFORE + n_before)
    left = sizes.sum() - _before(s)
    centre = mu * weights.sum() + _before(w * gains) - mu * _before(w)
    moved = w * (gains - mu) / s
    furthest = np.maximum(mu, top - mu) * _steepest(weights, sizes)
    guess = (top / 4 * _steepest(weights, sizes)) ** 2
    spread = np.sqrt((N_BEFORE * guess + _before(moved**2)) / (N_BEFORE + n_before))
    return Walk(centre + moved * left, np.abs(centre) + furthest * left, spread * left)


def _before(steps: Floats) -> Floats:
    """shape (n,). Sum of the steps before each."""
    return np.concatenate(([0.0], np.cumsum(steps)[:-1]))


def _steepest(weights: Floats, sizes: Floats) -> float:
    """The greatest |w| / s."""
    is_drawable = sizes > 0
    return float((np.abs(weights[is_drawable]) / sizes[is_drawable]).max())
