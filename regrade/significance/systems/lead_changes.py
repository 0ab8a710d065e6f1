from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from regrade.given import explained
from regrade.significance.options import SYSTEM_DEFAULTS, SystemOptions
from regrade.significance.pairs import difference
from regrade.significance.systems.anova import two_way_anova
from regrade.significance.systems.families import SystemsTest, checked_values
from regrade.significance.systems.max_t import max_t

Values = NDArray[np.float64]


class LeadChange(NamedTuple):
    """A system's lead over the baseline under two label sets, and how it changes.

    Attributes:
        system: row of its values.
        before, after: mean of system minus mean of baseline under the first and second labels.
        change: after minus before.
        p_value: of no change, for all systems at once; None where there are too few topics.
        interval: of the change, for all systems at once; None where there are too few topics.
    """

    system: int
    before: float
    after: float
    change: float
    p_value: float | None = None
    interval: tuple[float, float] | None = None


class LeadChanges(NamedTuple):
    """Whether labels change what systems lead a baseline by.

    Attributes:
        changes: one for each system but the baseline, in their order.
        f, p_value: of the interaction of label set and system over all systems; None where there
            are too few, f also where nothing varies.
        confidence: of the intervals.
    """

    changes: tuple[LeadChange, ...]
    f: float | None
    p_value: float | None
    confidence: float


@explained
def lead_changes(
    before: ArrayLike, after: ArrayLike, *, options: SystemOptions = SYSTEM_DEFAULTS
) -> LeadChanges:
    """Differences of differences: how the lead of each system over a baseline changes.

    change_j = mean over topics of (after_j - after_0) - (before_j - before_0)

    p-values and intervals are those of `max_t` over what each topic's values change by. F is that
    of label set x system in a repeated-measures analysis of variance: with two label sets, the
    F of systems in a two-way analysis of the changes. For one system beside the baseline it is
    the square of the paired t of the two leads.

    Args:
        before, after: shape (n_systems, n_topics). Values under the first and second labels, the
            same systems and topics in the same order.
        options: as of `max_t`.

    Raises:
        ValueError: tables of two shapes, and what `max_t` refuses.

    Source:
        Girden, ANOVA: Repeated Measures, 1992, for the interaction; F agrees with statsmodels'
        AnovaRM.
    """
    first, second = checked_values(before), checked_values(after)
    if first.shape != second.shape:
        raise ValueError(f"values under two label sets differ: {first.shape} and {second.shape}")
    shifts = difference(first, second)
    anova = two_way_anova(shifts)
    effect = anova.row("system") if anova.rows else None
    return LeadChanges(
        tuple(_changes(first, second, max_t(shifts, options=options), options.baseline)),
        effect and effect.f,
        effect and effect.p_value,
        options.confidence,
    )


def _changes(
    before: Values, after: Values, test: SystemsTest, baseline: int
) -> Iterator[LeadChange]:
    old, new = (_leads(values, baseline) for values in (before, after))
    for one in test.pairs:
        leads = old[one.system], new[one.system]
        yield LeadChange(one.system, *leads, one.difference, one.p_value, one.interval)


def _leads(values: Values, baseline: int) -> list[float]:
    means = values.mean(axis=1) if values.shape[1] else np.zeros(len(values))
    leads: list[float] = difference(means[baseline], means).tolist()
    return leads
