"""One test of a run against a baseline, and the claim it supports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.measures.measure import Measure
from regrade.significance.pairs import PairedTest, difference
from regrade.verdict.sampled import Sampled
from regrade.verdict.unjudged import NOT_RELEVANT

ClaimKind = Literal[
    "lead",  # the run is better
    "behind",  # the baseline is better
    "contradicts",  # a difference is shown, and it is not the mean's
    "unseen",  # no difference is seen, which is not no difference
    "equivalent",  # the difference lies inside the bounds
    "not-equivalent",  # that could not be shown
    "alike",  # equal values on every topic
    "untested",  # one topic
    "unjudged",  # no label on what one of the runs ranked
    "no-topic",  # none that the runs and labels share
    "turned",  # ahead under some labels, behind under others, both shown
    "means-turned",  # the means change places, of which not both are shown
]


class Finding(NamedTuple):
    """One measure of a run beside a baseline under one label set, with its test.

    Attributes:
        labels, baseline, run: their names.
        measure: its name; `symbol` is that without parameters or cutoff, as "RR".
        test: of the run against the baseline; n is 0 where no topic is shared.
        lower_is_better: of the measure.
        p_corrected: the p-value corrected for the family; None without a correction.
        correction: key in CORRECTIONS, or "none".
        n_tests: tests that p is corrected for, this one included; all of the table's without a
            correction.
        unjudged, baseline_unjudged: share of unlabelled passages down to `depth`, in [0, 1]; None
            if nothing was retrieved.
        unjudged_counts: their treatment, from `how_unjudged_counts`.
        depth: the measure's cutoff; None if it reads the whole ranking.
        n_missing, baseline_n_missing: number of topics without retrieved passages.
        n_at_best: number of topics where both have the best possible value, see `count_at_best`.
        is_simulated: whether votes of simulated assessors count in the labels.
        alpha: significance level.
        sampled: of labels that are a sample; then shares of unlabelled passages are of those that
            could not be drawn, and the test is of values estimated by topic.
        these_topics: interval of the estimated difference over samples of pairs alone.
    """

    labels: str
    baseline: str
    run: str
    measure: str
    symbol: str
    test: PairedTest
    lower_is_better: bool = False
    p_corrected: float | None = None
    correction: str = "none"
    n_tests: int = 1
    unjudged: float | None = 0.0
    baseline_unjudged: float | None = 0.0
    unjudged_counts: str = NOT_RELEVANT
    depth: int | None = None
    n_missing: int = 0
    baseline_n_missing: int = 0
    n_at_best: int = 0
    is_simulated: bool = False
    alpha: float = 0.05
    sampled: Sampled | None = None
    these_topics: tuple[float, float] | None = None

    @property
    def n_topics(self) -> int:
        return self.test.n

    @property
    def p(self) -> float | None:
        """The p-value to compare with alpha, corrected if there is a correction."""
        return self.test.p_value if self.correction == "none" else self.p_corrected

    @property
    def is_shown(self) -> bool:
        return self.p is not None and self.p < self.alpha

    @property
    def gain(self) -> float:
        """Mean difference, positive if the run is better."""
        apart = self.test.mean_difference or 0.0
        return -apart if self.lower_is_better else apart

    @property
    def favour(self) -> float:
        """The tested statistic, positive if it favours the run.

        The sign test counts topics, Wilcoxon's has its own estimate, the others test the mean.
        """
        test = self.test
        if test.name == "sign" and test.statistic is not None:
            favour = 2 * test.statistic - (test.n - test.n_zero)
        elif test.estimate is not None:
            favour = float(difference(0.0, test.estimate.value))
        else:
            return self.gain
        return -favour if self.lower_is_better else favour

    @property
    def silent(self) -> tuple[str, ...]:
        """Which of "run" and "baseline" retrieved nothing."""
        shares = {"run": self.unjudged, "baseline": self.baseline_unjudged}
        return tuple(which for which, share in shares.items() if share is None)

    @property
    def unjudged_of_either(self) -> float:
        """The higher of the two unjudged shares."""
        return max(self.unjudged or 0.0, self.baseline_unjudged or 0.0)


class Claim(NamedTuple):
    """A claim that the tests support, and the label sets under which it holds.

    Attributes:
        kind: see ClaimKind.
        labels: names of label sets: one, or all that the claim is about.
        n_topics: topics that it rests on.
    """

    kind: ClaimKind
    labels: tuple[str, ...]
    n_topics: int


def count_at_best(measure: Measure, baseline: NDArray[np.float64], run: NDArray[np.float64]) -> int:
    """Topics where no ranking could score better than the two runs both do.

    Args:
        measure: one without a best value of its own, as DCG, has no such topics.
        baseline, run: shape (n_topics,). Values of the same topics in the same order.
    """
    if measure.best is None:
        return 0
    worse = np.maximum(
        np.abs(difference(measure.best, baseline)), np.abs(difference(measure.best, run))
    )
    return int(np.count_nonzero(worse == 0.0))


def claim_of(finding: Finding) -> ClaimKind:
    """The most that one test lets be said.

    A claim needs labels on both sides: where nothing that a run ranked carries a label, its
    score is that of an empty ranking, and no difference from it is the run's.
    """
    if finding.n_topics == 0:
        return "no-topic"
    if finding.unjudged_of_either >= 1.0:
        return "unjudged"
    if finding.p is None:
        return "untested"
    if finding.test.bounds is not None:
        return "equivalent" if finding.is_shown else "not-equivalent"
    if finding.test.n_zero == finding.n_topics:
        return "alike"
    return _difference_of(finding) if finding.is_shown else "unseen"


def _difference_of(finding: Finding) -> ClaimKind:
    """Of means, where these go the way of what was tested."""
    if finding.gain * finding.favour <= 0:
        return "contradicts"
    return "lead" if finding.gain > 0 else "behind"


def claims_of(findings: Sequence[Finding]) -> tuple[Claim, ...]:
    """A claim for each finding in its order, and what holds across label sets after these."""
    kinds = [claim_of(finding) for finding in findings]
    each = [
        Claim(kind, (finding.labels,), finding.n_topics)
        for kind, finding in zip(kinds, findings, strict=True)
    ]
    return (*each, *_across(findings, kinds))


def _across(findings: Sequence[Finding], kinds: Sequence[ClaimKind]) -> list[Claim]:
    counted = [
        (finding, kind)
        for finding, kind in zip(findings, kinds, strict=True)
        if kind in ("lead", "behind", "contradicts", "unseen") and finding.gain
    ]
    if len({finding.gain > 0 for finding, _ in counted}) < 2:
        return []
    labels = tuple(finding.labels for finding, _ in counted)
    is_shown = {"lead", "behind"} <= {kind for _, kind in counted}
    return [Claim("turned" if is_shown else "means-turned", labels, counted[0][0].n_topics)]
