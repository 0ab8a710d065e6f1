from __future__ import annotations

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
    return _noncentrality(t, degrees, 1.0 - tail), _noncentrality(t, degrees, tail)


def _noncentrality(t: float, degrees: int, probability: float) -> float:
    """The noncentrality under which T stays at or below t with this probability."""

    def excess(noncentrality: float) -> float:
        return float(stats.nct.cdf(t, degrees, noncentrality)) - probability

    width = 1.0
    while excess(t - width) < 0.0 or excess(t + width) > 0.0:
        width *= 2.0
    return float(optimize.brentq(excess, t - width, t + width, xtol=1e-10))
