from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluation.exceptions import SignificanceRefused, refused_as
from regrade.significance import detectable_difference, topics_needed
from regrade.significance.pairs import difference as difference_of

# Beside the topics at hand: how far the difference that can be found falls.
NUMBERS_OF_TOPICS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
KEPT_EFFECTS = 1000


class Planned(NamedTuple):
    """The aims of a planned study.

    Attributes:
        difference: to find, in the measure's units; None takes the one that was seen.
        power: the chance to find it.
        alpha: of the family of tests.
    """

    difference: float | None = None
    power: float = 0.8
    alpha: float = 0.05


AS_SEEN = Planned()


class Detectable(NamedTuple):
    """The least difference that a number of topics finds with the wanted power."""

    n_topics: int
    difference: float


class FamilyPlan(NamedTuple):
    """The plan where the test is one of so many.

    Attributes:
        alpha: of each of the tests, by Bonferroni.
        detectable: what the topics at hand find.
        needed: topics for the difference; None where no difference was seen.
        curve: by number of topics, rising, the topics at hand among them.
    """

    n_tests: int
    alpha: float
    detectable: float
    needed: int | None
    curve: Sequence[Detectable]


class DifferencePlan(NamedTuple):
    """How many topics the difference of two runs needs, from how it varies over topics.

    Attributes:
        observed: mean difference over the topics.
        sd: standard deviation of the topics' differences.
        difference: that the plan is for: the observed one unless another was named.
        families: the test alone; then as one of its table, if there are more.
    """

    n_topics: int
    observed: float
    sd: float
    difference: float
    power: float
    families: Sequence[FamilyPlan]


def plan_difference(
    baseline: NDArray[np.float64],
    run: NDArray[np.float64],
    planned: Planned = AS_SEEN,
    *,
    n_tests: int = 1,
) -> DifferencePlan:
    """Plan from values of the same topics in the same order, for the two-sided paired t-test.

    Args:
        n_tests: in the table that the test is one of.

    Raises:
        SignificanceRefused: fewer than two topics, or numbers with which no plan can be made.
    """
    differences = difference_of(baseline, run)
    if differences.size < 2:
        raise SignificanceRefused(
            "There is one topic: differences need two to vary.", code="too_few_topics"
        )
    observed, sd = float(differences.mean()), float(differences.std(ddof=1))
    wanted = planned.difference
    if wanted is None:
        wanted = float(difference_of(baseline.mean(), run.mean()))
    asked = planned._replace(difference=wanted)
    with refused_as(SignificanceRefused, "No plan: ", code="no_plan"):
        if planned.difference == 0.0:
            topics_needed(0.0, sd)  # refuses it in words
        families = [
            _of_family(sd, differences.size, asked, size) for size in sorted({1, max(1, n_tests)})
        ]
    return DifferencePlan(differences.size, observed, sd, wanted, planned.power, families)


def _of_family(sd: float, n_topics: int, planned: Planned, n_tests: int) -> FamilyPlan:
    wanted, power, alpha = planned
    curve = [
        Detectable(n, sd * _effect_size(n, power, alpha, n_tests))
        for n in sorted({*NUMBERS_OF_TOPICS, n_topics})
    ]
    needed = None
    if wanted:
        needed = topics_needed(wanted, sd, power=power, alpha=alpha, n_tests=n_tests)
    detectable = next(each.difference for each in curve if each.n_topics == n_topics)
    return FamilyPlan(n_tests, alpha / n_tests, detectable, needed, curve)


@lru_cache(maxsize=KEPT_EFFECTS)
def _effect_size(n_topics: int, power: float, alpha: float, n_tests: int) -> float:
    """The least that can be detected, in standard deviations: pages ask for the same ones."""
    return detectable_difference(1.0, n_topics, power=power, alpha=alpha, n_tests=n_tests)
