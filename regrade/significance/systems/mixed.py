"""In closed form: statsmodels' mixedlm searches, and takes the normal distribution for t's."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from regrade.given import explained
from regrade.significance.options import SYSTEM_DEFAULTS, SystemOptions
from regrade.significance.systems.families import Family, SystemsTest, family_of
from regrade.significance.systems.layout import Layout, two_way_layout
from regrade.significance.systems.simultaneous import t_statistics

NO_TOPIC_VARIANCE = "topics vary no more than their residuals: the topic variance is at its bound 0"
NO_RESIDUAL = "every value is the sum of a system's and a topic's effect: there is no residual"


@explained
def mixed_model(
    values: NDArray[np.float64], *, options: SystemOptions = SYSTEM_DEFAULTS
) -> SystemsTest:
    """Linear mixed model with topic as random effect: systems against a baseline; two-sided.

    value_ij = system_i + topic_j + residual_ij,  topic ~ N(0, tau^2), residual ~ N(0, sigma^2),
    by restricted maximum likelihood, in closed form: sigma^2 = MS_residual of the two-way layout,
    tau^2 = (MS_topic - MS_residual) / s; where that is below 0, tau^2 = 0 and sigma^2 the variance
    within systems;  t = difference / sqrt(2 sigma^2 / n) on (s - 1)(n - 1) degrees of freedom

    Args:
        values: shape (n_systems, n_topics). A measure's value per system and topic.
        options: `baseline`; `confidence` of each interval by itself.

    Returns:
        A pair for every other system, each p and interval its own. `residual_variance` is
        sigma^2, `topic_variance` tau^2; the note says where that is at its bound 0. Without any
        residual equal systems get t 0 and p 1, others an infinite t and p 0. Fewer than two
        systems or topics give no p-values.

    Raises:
        ValueError: a value that is not finite, or no such baseline.

    Source:
        Patterson and Thompson, Biometrika 58(3), 1971; on topics by systems: Carterette,
        Kanoulas and Yilmaz, CIKM 2011. statsmodels' mixedlm searches for the same estimates, also
        where cells are missing, and takes the normal distribution for t's.
    """
    family = family_of(values, options.baseline)
    return family.undecided("mixed") or _answer(family, options.confidence)


def _answer(family: Family, confidence: float) -> SystemsTest:
    n_systems, n_topics = family.values.shape
    layout = two_way_layout(family.values)
    residual_variance, topic_variance = _variances(layout, n_systems, n_topics)
    error = math.sqrt(2.0 * residual_variance / n_topics)
    statistics = t_statistics(family.differences, error)
    p_values = 2.0 * stats.t.sf(np.abs(statistics), layout.df)
    margin = float(stats.t.isf((1.0 - confidence) / 2.0, layout.df)) * error
    return family.answer("mixed", "REML", statistics, p_values, margin)._replace(
        is_family_wise=False,
        confidence=confidence,
        residual_variance=residual_variance,
        topic_variance=topic_variance,
        df=float(layout.df),
        note=NO_RESIDUAL if not layout.residual else "" if topic_variance else NO_TOPIC_VARIANCE,
    )


def _variances(layout: Layout, n_systems: int, n_topics: int) -> tuple[float, float]:
    """Variance of the residuals and of the topics."""
    between = layout.topics / (n_topics - 1)
    if layout.residual == 0.0 or between > layout.residual_variance:
        return layout.residual_variance, (between - layout.residual_variance) / n_systems
    return (layout.topics + layout.residual) / (n_systems * (n_topics - 1)), 0.0
