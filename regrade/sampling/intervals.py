"""Two intervals of an estimate: for these topics, and for topics like these."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit

from regrade.given import explained
from regrade.measures.labels import Floats
from regrade.sampling.estimation import Estimated

MIN_JUDGED = 4  # fewer leave no degree of freedom to speak of


class Interval(NamedTuple):
    """An estimate with its two intervals.

    Attributes:
        value: the estimate.
        these_topics: how far other samples of pairs would put it, on the very same topics.
        topics_like_these: the same for other topics of the kind; None of a single topic.
    """

    value: float
    these_topics: tuple[float, float]
    topics_like_these: tuple[float, float] | None


@explained
def interval_of(estimated: Estimated, contrast: Floats, *, level: float = 0.95) -> Interval:
    """A mean, or a difference of means, with its intervals.

    Student's t with n - 2 degrees of freedom for these topics, n_topics - 1 for topics like these.

    Args:
        estimated: of several runs.
        contrast: shape (n_runs,). Weight of each run's mean: 1 and -1 for a difference.
        level: of both intervals.

    Raises:
        ValueError: fewer than four judged pairs, or a level outside (0, 1).
    """
    if estimated.n_judged < MIN_JUDGED:
        raise ValueError(f"an interval needs {MIN_JUDGED} judged pairs, not {estimated.n_judged}")
    if not 0 < level < 1:
        raise ValueError(f"a level lies between 0 and 1, not at {level}")
    value = float(contrast @ estimated.means)
    n_topics = estimated.by_topic.shape[1]
    like = None
    if n_topics > 1:
        spread = _half_width(contrast, estimated.topics_like_these, n_topics - 1, level)
        like = value - spread, value + spread
    open_ = _half_width(contrast, estimated.these_topics, estimated.n_judged - 2, level)
    return Interval(value, (value - open_, value + open_), like)


def _half_width(contrast: Floats, covariance: Floats, freedom: int, level: float) -> float:
    variance = max(float(contrast @ covariance @ contrast), 0.0)
    return float(stdtrit(freedom, (1 + level) / 2) * np.sqrt(variance))
