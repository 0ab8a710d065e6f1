from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from regrade.given import explained
from regrade.significance.systems.families import checked_values, is_undecided
from regrade.significance.systems.layout import Layout, two_way_layout


class AnovaRow(NamedTuple):
    """One line of the table of an analysis of variance.

    Attributes:
        source: "system", "topic", "residual" or "total".
        sum_of_squares: of the source's effects over all cells.
        df: degrees of freedom.
        mean_square: sum_of_squares / df; None for the total.
        f: mean square over the residual's; None for residual and total, and where both are 0.
        p_value: P(F >= f); None where f is None, but 1.0 where both mean squares are 0.
        omega_squared: share of the variance of all values; below 0 where f is below 1.
        partial_omega_squared: share of the variance of this source and residual together.
        eta_squared: share of the total sum of squares in these data; an overestimate.
        partial_eta_squared: share of the sum of squares of this source and residual together.
    """

    source: str
    sum_of_squares: float
    df: int
    mean_square: float | None = None
    f: float | None = None
    p_value: float | None = None
    omega_squared: float | None = None
    partial_omega_squared: float | None = None
    eta_squared: float | None = None
    partial_eta_squared: float | None = None


class Anova(NamedTuple):
    """An analysis of variance of systems and topics.

    Attributes:
        n_systems: rows of the values.
        n_topics: columns of the values.
        rows: system, topic, residual and total; empty for fewer than two systems or topics.
    """

    n_systems: int
    n_topics: int
    rows: tuple[AnovaRow, ...]

    def row(self, source: str) -> AnovaRow:
        return next(row for row in self.rows if row.source == source)


@explained
def two_way_anova(values: NDArray[np.float64]) -> Anova:
    """Two-way analysis of variance of systems and topics, one value a cell, no interaction.

    value_ij = mean + system_i + topic_j + residual_ij,
    F = MS / MS_residual on df and (s - 1)(n - 1) degrees of freedom,
    omega^2 = (SS - df MS_residual) / (SS_total + MS_residual),
    partial omega^2 = (SS - df MS_residual) / (SS + (s n - df) MS_residual),
    eta^2 = SS / SS_total,  partial eta^2 = SS / (SS + SS_residual)

    Args:
        values: shape (n_systems, n_topics). A measure's value per system and topic.

    Returns:
        Four rows. Without any residual a source with effects gets an infinite F and p 0, one
        without gets no F and p 1; shares of a total of 0 are 0. Fewer than two systems or
        topics give no rows.

    Raises:
        ValueError: a value that is not finite.

    Source:
        Fisher, Statistical Methods for Research Workers, 1925; omega squared: Hays, Statistics,
        1963; on topics by systems: Tague-Sutcliffe and Blustein, TREC-3, 1994. Agrees with
        statsmodels' anova_lm of value ~ C(system) + C(topic).
    """
    values = checked_values(values)
    n_systems, n_topics = values.shape
    if is_undecided(values):
        return Anova(n_systems, n_topics, ())
    layout = two_way_layout(values)
    total = layout.systems + layout.topics + layout.residual
    rows = (
        _effect("system", layout.systems, n_systems - 1, layout, values.size),
        _effect("topic", layout.topics, n_topics - 1, layout, values.size),
        AnovaRow("residual", layout.residual, layout.df, layout.residual_variance),
        AnovaRow("total", total, values.size - 1),
    )
    return Anova(n_systems, n_topics, rows)


def _effect(source: str, squares: float, df: int, layout: Layout, n_values: int) -> AnovaRow:
    noise = layout.residual_variance
    total = layout.systems + layout.topics + layout.residual
    f, p_value = _f_test(squares / df, df, layout)
    explained = squares - df * noise
    return AnovaRow(
        source,
        squares,
        df,
        squares / df,
        f,
        p_value,
        _share(explained, total + noise),
        _share(explained, squares + (n_values - df) * noise),
        _share(squares, total),
        _share(squares, squares + layout.residual),
    )


def _f_test(mean_square: float, df: int, layout: Layout) -> tuple[float | None, float]:
    if layout.residual > 0.0:
        f = mean_square / layout.residual_variance
        return f, float(stats.f.sf(f, df, layout.df))
    return (math.inf, 0.0) if mean_square > 0.0 else (None, 1.0)


def _share(part: float, whole: float) -> float:
    return part / whole if whole > 0.0 else 0.0
