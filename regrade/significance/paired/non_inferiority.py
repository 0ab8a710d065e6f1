from __future__ import annotations

import math
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr

from regrade.given import explained
from regrade.significance.options import PairOptions
from regrade.significance.paired.t import paired_t
from regrade.significance.pairs import DECIMALS, PairedTest, paired_differences
from regrade.significance.power import topics_needed

Outcome = Literal["not worse", "worse", "not shown"]
# Topics are planned for the usual power; a level must stay well below it.
POWER, MOST_ALPHA = 0.8, 0.25
LEAST_ALPHA = 1e-6


class NonInferiority(NamedTuple):
    """Result of a test of whether a run is worse than a baseline by a margin or more.

    Attributes:
        outcome: "not worse" if the interval lies above the margin, "worse" if it lies below,
            "not shown" if it reaches the margin or there is no interval.
        margin: below 0, in the measure's units.
        improvement: mean over topics of how much better the run is: run minus baseline, or baseline
            minus run if lower is better; None when no topic is given.
        interval: of the improvement; None for fewer than two topics.
        confidence: level of the interval, 1 - 2 alpha.
        p_value: one-sided, against "worse by the margin or more"; None for fewer than two topics.
        n: topics.
        n_zero: topics without a difference.
        n_needed: topics with which a run as good as the baseline is found "not worse" with
            probability .8, if differences vary as they do here; None where they do not vary.
    """

    outcome: Outcome
    margin: float
    improvement: float | None
    interval: tuple[float, float] | None
    confidence: float
    p_value: float | None
    n: int
    n_zero: int
    n_needed: int | None


@explained
def non_inferiority(
    baseline: NDArray[np.float64],
    run: NDArray[np.float64],
    *,
    margin: float,
    alpha: float = 0.05,
    lower_is_better: bool = False,
) -> NonInferiority:
    """One-sided paired t-test of whether a run is worse than a baseline by a margin or more.

    t = (mean(d) - margin) / (sd(d) / sqrt(n)),  p = P(T >= t),  n - 1 degrees of freedom,
    d = run - baseline, or baseline - run if lower is better. The interval of mean(d) has the
    level 1 - 2 alpha: it lies above the margin exactly when p < alpha.

    Args:
        baseline, run: shape (n_topics,). Values per topic, of the same topics in the same order.
        margin: the loss that does not matter, below 0, in the measure's units.
        alpha: level of each side, from 1e-6 to .25: the chance of "not worse", and of "worse",
            for a run that is worse by exactly the margin.
        lower_is_better: of the measure, as of MFR.

    Returns:
        The outcome. Fewer than two topics show nothing; a difference that is the same on every
        topic has an interval of no width.

    Raises:
        ValueError: a margin not below 0, an alpha outside its limits, lengths that differ, or a
            value that is not finite.

    Source:
        Walker and Nowacki, Journal of General Internal Medicine 26(2), 2011; Schuirmann, Journal
        of Pharmacokinetics and Biopharmaceutics 15(6), 1987. statsmodels' lower test of
        ttost_paired.
    """
    if not -math.inf < margin < 0:
        raise ValueError(f"a margin is a number below 0, got {margin}")
    if not LEAST_ALPHA <= alpha <= MOST_ALPHA:
        raise ValueError(f"alpha lies between {LEAST_ALPHA:f} and {MOST_ALPHA}, got {alpha}")
    return _tested(*((run, baseline) if lower_is_better else (baseline, run)), margin, alpha)


def _tested(
    first: NDArray[np.float64], second: NDArray[np.float64], margin: float, alpha: float
) -> NonInferiority:
    """The test where higher is better, of the second against the first."""
    confidence = round(1.0 - 2.0 * alpha, DECIMALS)
    tested = paired_t(first, second, options=PairOptions(confidence=confidence))
    differences = paired_differences(first, second)
    varies = differences.size > 1 and np.ptp(differences) > 0.0
    sd = float(differences.std(ddof=1)) if varies else 0.0
    return NonInferiority(
        _outcome(tested.interval, margin),
        margin,
        tested.mean_difference,
        tested.interval,
        confidence,
        _p_value(tested, sd, margin),
        tested.n,
        tested.n_zero,
        _needed(margin, sd, alpha),
    )


def _outcome(interval: tuple[float, float] | None, margin: float) -> Outcome:
    if interval is not None and interval[0] > margin:
        return "not worse"
    return "worse" if interval is not None and interval[1] < margin else "not shown"


def _p_value(tested: PairedTest, sd: float, margin: float) -> float | None:
    if tested.mean_difference is None or tested.interval is None:
        return None
    above = tested.mean_difference - margin
    if sd == 0.0:
        return 0.0 if above > 0.0 else 1.0
    return float(stdtr(tested.n - 1, -above / (sd / math.sqrt(tested.n))))


def _needed(margin: float, sd: float, alpha: float) -> int | None:
    if sd == 0.0:
        return None
    try:
        return topics_needed(margin, sd, power=POWER, alpha=2.0 * alpha)
    except ValueError:  # more topics than a test can be computed for
        return None
