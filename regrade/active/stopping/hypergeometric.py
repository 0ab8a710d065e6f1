"""A rule by a test: were fewer relevant passages found lately than a random draw would find?"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from regrade.active.stopping.review import Review, Stop, check_share
from regrade.active.strategy import Flags
from regrade.given import explained
from regrade.measures.labels import Floats, Ints

NEGLIGIBLE = 1e-18  # of the most probable outcome
AT_ONCE = 200_000  # suffixes in memory


class Suffixes(NamedTuple):
    """Suffixes of the judged sequence at some looks, each a draw from itself and the unjudged.

    Attributes:
        looks: shape (n,). Index of the batch end, ascending.
        population: passages of the suffix, and all that are unjudged at this look.
        relevant: how many of them are relevant at least if the target is missed.
        drawn: passages of the suffix.
        seen: relevant ones among them.
    """

    looks: Ints
    population: Floats
    relevant: Floats
    drawn: Floats
    seen: Floats


@explained
def chm(review: Review, *, target: float, confidence: float = 0.95) -> Stop:
    """Test of the hypothesis that recall is below the target, by hypergeometric distributions.

    For each last part of the judged sequence: how probable are so few relevant passages, if it
    were a random draw from what was left, and the target missed? Stops where the least of these
    probabilities is below 1 - confidence. It is 0 where the unjudged passages are too few to hide
    what a missed target takes. Without a relevant passage, the hypothesis is that there is one.

    The promise needs later parts to be no poorer than random draws, and is of a single look:
    neither the many suffixes nor the many looks are corrected for.

    Raises:
        ValueError: a target or confidence outside (0, 1).

    Source:
        Callaghan and Muller-Hansen, Statistical stopping criteria for automated screening in
        systematic reviews, Systematic Reviews 9, 2020. Equal to buscarpy 0.0.2, which is not a
        number where p is 0 because the target cannot be missed.
    """
    check_share("target", target)
    check_share("confidence", confidence)
    at = _first_rejected(review, target, 1 - confidence)
    last = _suffixes(review, np.arange(review.judged.size)[-1:], target)
    value = float(_at_most_seen(last).min()) if last.looks.size else None
    return Stop("chm", at, value, 1 - confidence)


def _first_rejected(review: Review, target: float, alpha: float) -> int | None:
    """Judged passages at the first look with a probability below alpha."""
    sizes = np.cumsum(review.found + 1) // AT_ONCE
    for looks in np.split(np.arange(sizes.size), np.flatnonzero(np.diff(sizes)) + 1):
        suffixes = _suffixes(review, looks, target)
        low = _keep(suffixes, _may_be_below(suffixes, alpha))
        rejected = low.looks[_at_most_seen(low) < alpha]
        if rejected.size:
            return int(review.judged[rejected[0]])
    return None


def _suffixes(review: Review, looks: Ints, target: float) -> Suffixes:
    """Suffixes that can have the least probability: all of it, and after each relevant passage.

    One that begins within a row of other passages has as many relevant ones in fewer draws.
    """
    n_each = review.found[looks] + 1
    look = np.repeat(looks, n_each)
    before = np.arange(look.size) - np.repeat(np.cumsum(n_each) - n_each, n_each)
    begins = np.concatenate(([0], np.flatnonzero(review.is_relevant) + 1))[before]
    found = review.found[look]
    relevant: Floats = np.asarray(np.floor(found / target + 1) - before, float)
    return Suffixes(
        look,
        population=(review.n_passages - begins).astype(float),
        relevant=relevant,
        drawn=(review.judged[look] - begins).astype(float),
        seen=(found - before).astype(float),
    )


def _keep(suffixes: Suffixes, which: Flags) -> Suffixes:
    looks, population, relevant, drawn, seen = suffixes
    return Suffixes(looks[which], population[which], relevant[which], drawn[which], seen[which])


def _may_be_below(suffixes: Suffixes, alpha: float) -> Flags:
    """Suffixes whose probability may be below alpha, by Cantelli's inequality.

    With d = seen + 1 - mean above 0, P(X <= seen) >= d^2 / (variance + d^2).
    """
    _, population, relevant, drawn, seen = suffixes
    share = relevant / np.maximum(population, 1)
    above = np.maximum(seen + 1 - drawn * share, 0)
    rest = (population - drawn) / np.maximum(population - 1, 1)
    variance = drawn * share * (1 - share) * rest
    may_be: Flags = above**2 * (1 - alpha) <= variance * alpha * (1 + 1e-9)
    return may_be | (relevant > population)


def _at_most_seen(suffixes: Suffixes) -> Floats:
    """P(X <= seen) of hypergeometric draws, from probabilities relative to the most probable x.

    0 where more would have to be relevant than there are.
    """
    _, population, relevant, drawn, seen = suffixes
    can_be = relevant <= population
    relevant = np.minimum(relevant, population)
    mode = np.floor((drawn + 1) * (relevant + 1) / (population + 2))
    others = population - relevant - drawn
    below, total = (mode <= seen).astype(float), np.ones(mode.size)
    x, weight = mode.copy(), np.ones(mode.size)
    while weight.max(initial=0.0) > NEGLIGIBLE:
        weight *= (relevant - x) * (drawn - x) / ((x + 1) * (others + x + 1))
        x += 1
        total += weight
        below += weight * (x <= seen)
    x, weight = mode.copy(), np.ones(mode.size)
    while weight.max(initial=0.0) > NEGLIGIBLE:
        weight *= x * (others + x) / ((relevant - x + 1) * (drawn - x + 1))
        x -= 1
        total += weight
        below += weight * (x <= seen)
    return np.where(can_be, below / total, 0.0)
