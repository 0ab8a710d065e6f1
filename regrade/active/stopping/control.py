"""A rule by a random control sample that is judged apart."""

from __future__ import annotations

from math import ceil, log
from typing import NamedTuple

import numpy as np
from scipy.special import bdtr

from regrade.active.stopping.review import Looks, Review, Stop, check_share, first_stop
from regrade.active.strategy import Flags
from regrade.given import explained


class Control(NamedTuple):
    """A simple random sample of all passages of the topic, judged apart from the review.

    Attributes:
        n_relevant: relevant passages in the sample.
        is_control: shape (n_judged,). Which passages of the review are also in the sample. The
            review comes to them by itself: being in the sample must not change their place.
    """

    n_relevant: int
    is_control: Flags


@explained
def qbcb(review: Review, control: Control, *, target: float, confidence: float = 0.95) -> Stop:
    """Quantile binomial confidence bound: recall reaches the target with this confidence.

    Stops once the review has come to j of the r relevant passages of the control sample, where
    j - 1 is the least number k with P(Binomial(r, target) <= k) >= confidence. With fewer than
    `fewest_positives`, j is r + 1, which no review reaches.

    Raises:
        ValueError: a target or confidence outside (0, 1), or a control sample that is not one
            of this review.

    Source:
        Lewis, Yang and Frieder, Certifying one-phase technology-assisted reviews, CIKM 2021.
    """
    wanted = wanted_positives(control.n_relevant, target=target, confidence=confidence)
    if len(control.is_control) != review.is_relevant.size:
        n, n_judged = len(control.is_control), review.is_relevant.size
        raise ValueError(f"{n} passages are in the control sample or not, {n_judged} judged")
    reached = review.found_of(review.is_relevant & control.is_control)
    if reached.size and reached[-1] > control.n_relevant:
        raise ValueError(f"{reached[-1]} of {control.n_relevant} relevant control passages found")
    values = reached.astype(float)
    bounds = np.full(values.size, float(wanted))
    return first_stop("qbcb", review, Looks(values, bounds, values >= bounds))


@explained
def wanted_positives(n_relevant: int, *, target: float, confidence: float = 0.95) -> int:
    """How many relevant control passages a review has to come to: j of `qbcb`.

    Args:
        n_relevant: relevant passages in the control sample.

    Raises:
        ValueError: a target or confidence outside (0, 1), or a negative number.
    """
    check_share("target", target)
    check_share("confidence", confidence)
    if n_relevant < 0:
        raise ValueError(f"a control sample has no relevant passages or more, not {n_relevant}")
    chances = bdtr(np.arange(n_relevant + 1, dtype=float), n_relevant, target)
    return int(np.argmax(chances >= confidence)) + 1


@explained
def fewest_positives(*, target: float, confidence: float = 0.95) -> int:
    """Relevant passages that a control sample needs at least, so that `qbcb` can stop.

    The least r with 1 - target^r >= confidence: 59 for a recall of 95% with 95% confidence.

    Raises:
        ValueError: a target or confidence outside (0, 1).
    """
    check_share("target", target)
    check_share("confidence", confidence)
    return ceil(log(1 - confidence) / log(target))
