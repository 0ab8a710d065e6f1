"""The least number of labels that would have to change for two runs to change places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from regrade.given import explained
from regrade.measures.judged_rankings import Rankings
from regrade.measures.labels import JudgedTopics
from regrade.measures.measure import Measure
from regrade.whatif.candidates import Candidates
from regrade.whatif.least_changes import ROUNDING, fewest_changes
from regrade.whatif.profile_bounds import bound_levels
from regrade.whatif.profiles import achieved_profile, is_exact
from regrade.whatif.relabelling import (
    NO_CHANGES,
    Changes,
    Relabelling,
    changed_labels,
    relabelling,
    scored,
)


class Turning(NamedTuple):
    """How many labels must change so that the run ahead falls behind.

    Attributes:
        leader: the run with the higher mean; None where the means are equal within rounding.
        at_least: fewer changes cannot do it, which is proved; 0 without a leader, None where the
            bound shows that none can.
        at_most: so many changes do it, those listed; None where none were found.
        n_labels: labels that could change.
        candidates: the pairs; those without a label only if they may get one.
        changes: `at_most` new labels.
        difference: mean of the second run less that of the first.
        difference_after: the same after the changes, from scoring again; None without changes.
    """

    leader: Literal["first", "second"] | None
    at_least: int | None
    at_most: int | None
    n_labels: int
    candidates: Candidates
    changes: Changes
    difference: float
    difference_after: float | None = None

    @property
    def is_exact(self) -> bool:
        """Whether the least number is known, or that no changes can do it."""
        return self.at_least == self.at_most


@explained
def labels_to_turn(
    measure: Measure,
    judged: JudgedTopics,
    first: Rankings,
    second: Rankings,
    *,
    values: Sequence[int],
    unjudged: bool = False,
) -> Turning:
    """The least number of labels that must change so that the run ahead falls strictly behind.

    Exact by P, RR, DCG and RBP. By nDCG and AP, `at_most` comes from the best single changes, one
    after the other within a topic, and `at_least` from bounds on any changes.

    Args:
        measure: P, RR, AP, nDCG, DCG or RBP; unjudged passages count as not relevant.
        judged: the label set.
        first, second: the runs, over the topics of the labels in the same order.
        values: the labels that a pair could get, each once.
        unjudged: True: pairs without a label may get one, which counts as a change. False
            (default): only existing labels may change.

    Raises:
        ValueError: what `pair_effects` refuses, or no topics.

    Source:
        Carterette, Allan and Sitaraman, Minimal test collections for retrieval evaluation,
        SIGIR 2006, for the effect of one label; the least number is a knapsack with groups.
    """
    runs = first, second
    asked = relabelling(measure, judged, runs, values, unjudged)
    before = scored(measure, judged, runs)
    lead = float(before[1].mean() - before[0].mean())
    # Sums over topics are off by more where values are large, as DCG's may be.
    rounding = ROUNDING * max(1.0, float(np.max(before)))
    if abs(lead) < rounding / 2:
        return _turning(asked, 0.0)
    at_least, found = _fewest(asked if lead > 0 else asked.swapped(), abs(lead) + rounding)
    turning = _turning(asked, lead)._replace(at_least=at_least)
    return turning if found is None else _turned(turning, asked, runs, found)


def _turning(asked: Relabelling, lead: float) -> Turning:
    """The answer before any change is found."""
    leader: Literal["first", "second"] | None = None
    if lead:
        leader = "second" if lead > 0 else "first"
    n = None if lead else 0
    return Turning(leader, n, n, asked.n_labels, asked.candidates, NO_CHANGES, lead)


def _fewest(asked: Relabelling, reduction: float) -> tuple[int | None, Changes | None]:
    """A bound on the number of changes, and changes that take so much off the mean lead.

    Args:
        asked: with the leader as the second run.
    """
    target = reduction * asked.judged.n_topics
    profile = achieved_profile(asked)
    found = fewest_changes(profile.levels, target)
    bound = found
    if not is_exact(asked.measure):
        bound = fewest_changes(bound_levels(asked, profile.levels), target)
    at_least = None if bound is None else bound.at_least
    return at_least, None if found is None else Changes(*profile.changes(found.chosen))


def _turned(
    turning: Turning, asked: Relabelling, runs: tuple[Rankings, Rankings], found: Changes
) -> Turning:
    """The answer with the changes, after scoring again with them.

    Raises:
        ValueError: the order does not turn, as rounding hides what single labels do.
    """
    judged = changed_labels(asked.judged, asked.candidates, found)
    first, second = scored(asked.measure, judged, runs)
    difference = float(second.mean() - first.mean())
    if difference * turning.difference >= 0:
        raise ValueError(
            f"{asked.measure.name} gains so differently that rounding hides what single labels do"
        )
    return turning._replace(at_most=found.indices.size, changes=found, difference_after=difference)
