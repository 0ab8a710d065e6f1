from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from regrade.verdict.finding import Finding

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


class Claim(NamedTuple):
    """What may be said, and under which label sets it holds.

    Attributes:
        kind: see ClaimKind.
        labels: names of label sets: one, or all that the claim is about.
        n_topics: topics that it rests on.
    """

    kind: ClaimKind
    labels: tuple[str, ...]
    n_topics: int


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
