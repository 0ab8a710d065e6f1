from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from regrade.given import explained
from regrade.significance.options import DEFAULTS, PairOptions
from regrade.significance.paired.effects import EffectSize
from regrade.significance.pairs import paired_differences

TOO_FEW = "fewer than two topics"


@explained
def cliffs_delta(
    baseline: NDArray[np.float64], run: NDArray[np.float64], *, options: PairOptions = DEFAULTS
) -> EffectSize:
    """Cliff's delta within pairs: on how many more topics the run is higher than it is lower.

    delta = (#{d > 0} - #{d < 0}) / n,  d = run - baseline

    The usual delta for two independent groups compares every value of one run with every value
    of the other, of other topics too. Topics differ far more than runs do, so that it would
    mostly compare an easy topic with a hard one and come out near 0; its conventional limits of
    small and large do not hold here.

    Args:
        baseline: shape (n_topics,). The baseline's value per topic.
        run: shape (n_topics,). The run's value for the same topics in the same order.
        options: `confidence` of the interval: Bonett and Price's for the difference of two paired
            proportions, which adds one topic to either side and is cut to [-1, 1].

    Returns:
        In [-1, 1]; topics without a difference count in n alone. Equal vectors give 0, with an
        interval around it; fewer than two topics give None.

    Raises:
        ValueError: lengths that differ or a value that is not finite.

    Source:
        Cliff, Psychological Bulletin 114(3), 1993 (there d_w); Bonett and Price, Journal of
        Educational and Behavioral Statistics 37(4), 2012.
    """
    differences = paired_differences(baseline, run)
    n, confidence = differences.size, options.confidence
    if n < 2:
        return EffectSize("cliffs_delta", None, None, confidence, n, TOO_FEW)
    n_higher = int(np.count_nonzero(differences > 0.0))
    n_lower = int(np.count_nonzero(differences < 0.0))
    interval = _bonett_price(n_higher, n_lower, n, confidence)
    return EffectSize("cliffs_delta", (n_higher - n_lower) / n, interval, confidence, n)


def _bonett_price(n_higher: int, n_lower: int, n: int, confidence: float) -> tuple[float, float]:
    higher, lower = (n_higher + 1) / (n + 2), (n_lower + 1) / (n + 2)
    center = higher - lower
    error = math.sqrt((higher + lower - center**2) / (n + 2))
    reach = float(stats.norm.ppf((1.0 + confidence) / 2.0)) * error
    return max(center - reach, -1.0), min(center + reach, 1.0)
