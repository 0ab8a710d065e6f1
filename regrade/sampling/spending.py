"""Planned looks: how far from 0 a difference must be at each, so that all together err rarely."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtr, ndtri

from regrade.given import explained
from regrade.measures.labels import Floats

Spending: TypeAlias = Literal["obrien-fleming", "pocock"]
N_POINTS = 801  # of the density between the bounds, odd for Simpson's rule
WIDEST = 12.0  # bound of a look at which next to nothing is spent


@explained
def planned_information(weights: Floats, probabilities: Floats) -> float:
    """Information about a difference that so many judgments give, known beforehand.

    1 / sum of w^2 (1 - p) / p, over the pairs that weigh; infinite where all are judged

    Args:
        weights: shape (n_pairs,). Of the difference.
        probabilities: shape (n_pairs,). Of inclusion; above 0 where a pair weighs.
    """
    weighs = weights != 0
    open_ = (weights[weighs] ** 2 * (1 - probabilities[weighs]) / probabilities[weighs]).sum()
    return float(1 / open_) if open_ > 0 else np.inf


@explained
def look_bounds(
    information: Floats, *, alpha: float = 0.05, spending: Spending = "obrien-fleming"
) -> Floats:
    """How many standard errors from 0 an estimate must be at each look.

    Estimates of nested draws have independent increments in information, so that a look spends of
    alpha what its share of the information allows.

    Args:
        information: shape (n_looks,). By `planned_information`, rising; its last is the plan's end.
        alpha: how probable it may be that any look finds a difference where there is none.
        spending: "obrien-fleming" asks much of early looks, "pocock" about the same of all.

    Returns:
        Shape (n_looks,).

    Raises:
        ValueError: information that does not rise, or another spending.

    Source:
        Lan and DeMets, Discrete sequential boundaries for clinical trials, Biometrika 70, 1983;
        the integration: Armitage, McPherson and Rowe, Journal of the Royal Statistical Society A
        132, 1969.
    """
    if not (np.diff(information, prepend=0.0) > 0).all() or not np.isfinite(information).all():
        raise ValueError("the information of planned looks rises from look to look, and is finite")
    times = information / information[-1]
    steps = np.diff(_spent(times, alpha, spending), prepend=0.0)
    bounds, points, density = [], np.zeros(1), np.ones(1)
    before = 0.0
    for time, step in zip(times.tolist(), steps.tolist(), strict=True):
        spread = np.sqrt(time - before)
        end = np.sqrt(time) * _bound(points, density, step, (np.sqrt(time), spread))
        bounds.append(end / np.sqrt(time))
        points, density = _left(points, density, end, spread)
        before = time
    return np.array(bounds)


def _bound(points: Floats, density: Floats, step: float, scale: tuple[float, float]) -> float:
    """The bound at which a path leaves with this probability; `scale` as in `_excess`."""
    given = points, density, step, scale
    return WIDEST if _excess(WIDEST, *given) >= 0 else float(brentq(_excess, 0.0, WIDEST, given))


def _excess(
    bound: float, points: Floats, density: Floats, step: float, scale: tuple[float, float]
) -> float:
    """How much more than `step` leaves; the scale is of the bound and of the step in time."""
    time, spread = scale
    return _crossing(points, density, bound * time, spread) - step


def _spent(times: Floats, alpha: float, spending: str) -> Floats:
    if spending == "obrien-fleming":
        spent: Floats = 4 * ndtr(-ndtri(1 - alpha / 4) / np.sqrt(times))  # of both sides
    elif spending == "pocock":
        spent = alpha * np.log1p((np.e - 1) * times)
    else:
        raise ValueError(f"alpha is spent as obrien-fleming or pocock, not as {spending!r}")
    return spent


def _crossing(points: Floats, density: Floats, end: float, spread: float) -> float:
    """Probability that a path, still inside, leaves (-end, end) in one step."""
    leaves = ndtr((points - end) / spread) + ndtr((-end - points) / spread)
    left: float = density @ leaves
    return left


def _left(points: Floats, density: Floats, end: float, spread: float) -> tuple[Floats, Floats]:
    """Points inside (-end, end), and how probable a path is at each after the step."""
    inside = np.linspace(-end, end, N_POINTS)
    simpson = np.full(N_POINTS, 2.0)
    simpson[1::2], simpson[[0, -1]] = 4.0, 1.0
    simpson *= (inside[1] - inside[0]) / 3
    steps = (inside[:, None] - points) / spread
    found = (np.exp(-(steps**2) / 2) / (spread * np.sqrt(2 * np.pi))) @ density
    return inside, found * simpson
