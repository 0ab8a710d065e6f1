"""Distributions of the largest of several differences: what Tukey's and Dunnett's tests rest on."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy import interpolate, optimize, special, stats

Tail = Callable[[NDArray[np.float64]], NDArray[np.float64]]

# Beyond 30 the normal tails are 0 in float64; the spline's error on this grid is below 1e-10.
GRID = np.linspace(0.0, 30.0, 3001)
NODES, WEIGHTS = np.polynomial.legendre.leggauss(200)
# The probability that the scale lies outside the nodes' range, at either end.
OUTSIDE = 1e-15


def range_tail(n_systems: int) -> Tail:
    """P(range > x) of the means of systems that do not differ, in units of a mean's error.

    P(range <= x) = k Int phi(z) (Phi(z) - Phi(z - x))^(k - 1) dz,  k = n_systems
    """
    z, weights = _normal_nodes()

    def tail(x: NDArray[np.float64]) -> NDArray[np.float64]:
        inside = special.ndtr(z) - special.ndtr(z - x[:, None])
        return np.asarray(1.0 - n_systems * (inside ** (n_systems - 1) @ weights))

    return tail


def largest_t_tail(n_systems: int) -> Tail:
    """P(largest |t| > x) of all pairs: a difference has sqrt(2) times the error of a mean."""
    ranges = range_tail(n_systems)
    return lambda x: ranges(math.sqrt(2.0) * x)


def baseline_tail(n_others: int) -> Tail:
    """P(largest |t| > x) of systems that do not differ from a baseline, were the error known.

    P(max |t| <= x) = Int phi(z) (Phi(z + sqrt(2) x) - Phi(z - sqrt(2) x))^k dz,  k = n_others;
    every two of the t have correlation 1/2, since they share the baseline.
    """
    z, weights = _normal_nodes()

    def tail(x: NDArray[np.float64]) -> NDArray[np.float64]:
        reach = math.sqrt(2.0) * x[:, None]
        inside = special.ndtr(z + reach) - special.ndtr(z - reach)
        return np.asarray(1.0 - inside**n_others @ weights)

    return tail


def studentized(tail: Tail, df: int) -> Tail:
    """P(M / S > x) for M of the given tail and S^2 an independent chi-square over its df.

    Args:
        tail: P(M > x) for x of shape (n,), at least 0.
        df: degrees of freedom, at least 1.

    Returns:
        A function of x of shape (n,), at least 0 and possibly infinite, with values in [0, 1].
        Gauss-Legendre over log S, good to about 1e-10. For 100,000 degrees and more,
        scipy.stats.studentized_range is asymptotic and 2e-5 away.
    """
    scales, weights = scale_nodes(df)
    spline = interpolate.CubicSpline(GRID, tail(GRID))

    def studentized_tail(x: NDArray[np.float64]) -> NDArray[np.float64]:
        reach = np.minimum(np.outer(np.where(np.isinf(x), GRID[-1], x), scales), GRID[-1])
        answer = np.clip(spline(reach) @ weights, 0.0, 1.0)
        return np.where(np.isinf(x), 0.0, np.where(x == 0.0, 1.0, answer))

    return studentized_tail


def critical_value(tail: Tail, confidence: float) -> float:
    """The critical value: exceeded with probability 1 - confidence."""

    def excess(x: float) -> float:
        return float(tail(np.array([x]))[0]) - (1.0 - confidence)

    high = 4.0
    while excess(high) > 0.0:
        high *= 2.0
    return float(optimize.brentq(excess, 0.0, high, xtol=1e-12))


def _normal_nodes() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Nodes z from -9 to 9 and their weights times the normal density."""
    z = 9.0 * NODES
    return z, 9.0 * WEIGHTS * np.exp(-0.5 * z**2) / math.sqrt(2.0 * math.pi)


def scale_nodes(df: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Nodes of S, S^2 a chi-square over its df, and their weights times its density.

    Even in log S: its tails are wide.
    """
    low, high = np.log(stats.chi.ppf(OUTSIDE, df)), np.log(stats.chi.isf(OUTSIDE, df))
    log_chi = (high + low) / 2.0 + (high - low) / 2.0 * NODES
    chi = np.exp(log_chi)
    weights = (high - low) / 2.0 * WEIGHTS * np.exp(stats.chi.logpdf(chi, df) + log_chi)
    return chi / math.sqrt(df), weights / weights.sum()
