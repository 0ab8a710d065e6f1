"""By a search of our own: scipy.special.nctdtrinc errs in the sixth digit from |t| = 10 on."""

from __future__ import annotations

import math

from scipy import optimize, stats

# Beyond, scipy's distribution function fails, and the interval would hold nothing of interest.
LARGEST_T = 1000.0


def noncentrality_interval(t: float, degrees: int, confidence: float) -> tuple[float, float] | None:
    """Interval of the noncentrality of a t distribution, from one observed t.

    (low, high) with P(T >= t | low) = P(T <= t | high) = (1 - confidence) / 2

    Args:
        t: observed.
        degrees: degrees of freedom, at least 1.
        confidence: level of the interval.

    Returns:
        None where |t| is above 1,000.

    Source:
        Steiger and Fouladi, in Harlow, Mulaik and Steiger (eds.), What If There Were No
        Significance Tests?, 1997; scipy.stats.nct.
    """
    if abs(t) > LARGEST_T:
        return None
    tail = (1.0 - confidence) / 2.0
    if t < 0.0:
        return -_noncentrality(-t, degrees, tail), -_noncentrality(-t, degrees, 1.0 - tail)
    return _noncentrality(t, degrees, 1.0 - tail), _noncentrality(t, degrees, tail)


def _noncentrality(t: float, degrees: int, probability: float) -> float:
    """The noncentrality under which T stays at or below t, not negative, so probably."""

    def excess(noncentrality: float) -> float:
        return float(stats.nct.cdf(t, degrees, noncentrality)) - probability

    # Sought near a normal approximation, since scipy's function has gaps (NaN) far from it, and
    # above where P(T <= 0), which P(T <= t) exceeds, is as large.
    least, spread = -float(stats.norm.ppf(probability)), math.sqrt(1.0 + t * t / (2.0 * degrees))
    near = t + least * spread
    low, high = max(near - spread / 2.0, least), max(near, least) + spread / 2.0
    while low > least and excess(low) < 0.0:
        low = max(low - spread, least)
    while excess(high) > 0.0:
        high += spread
    return float(optimize.brentq(excess, low, high)) if excess(low) > 0.0 else low
