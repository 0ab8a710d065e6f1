from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from regrade.given import explained
from regrade.prose.spans import Span, plain
from regrade.verdict.cautions import Caution, cautions_of
from regrade.verdict.finding import Claim, Finding, claims_of
from regrade.verdict.sentence import sentence_of


class Verdict(NamedTuple):
    """Verdict on a run beside a baseline in one measure.

    Attributes:
        sentence: its spans in order; `text` is the sentence as one string.
        weakest: the main weakness; None where no rule finds one.
        others: the remaining weaknesses, worst first.
        claims: one for each label set in the given order, then those across label sets.
    """

    sentence: tuple[Span, ...]
    weakest: Caution | None
    others: tuple[Caution, ...]
    claims: tuple[Claim, ...]

    @property
    def text(self) -> str:
        return plain(self.sentence)


@explained
def reach_verdict(findings: Sequence[Finding]) -> Verdict:
    """Put into words what the tests of one run, baseline and measure allow, and no more.

    A small p allows "leads" or "trails"; a large one "no difference is shown over these
    topics", never "there is none"; only an equivalence test allows "equivalent". The same
    findings give the same words. docs/verdicts.md has all rules.

    Args:
        findings: one per label set, in display order.

    Raises:
        ValueError: no findings, findings of several runs, baselines or measures, or a label
            set twice.

    Source:
        Altman and Bland, Absence of evidence is not evidence of absence, BMJ 311, 1995; Sakai,
        Statistical reform in information retrieval?, SIGIR Forum 48(1), 2014.
    """
    _check(findings)
    weakest, *others = cautions_of(findings) or (None,)
    return Verdict(
        sentence_of(findings),
        weakest,
        tuple(caution for caution in others if caution is not None),
        claims_of(findings),
    )


def _check(findings: Sequence[Finding]) -> None:
    if not findings:
        raise ValueError("a verdict needs at least one finding")
    about = {(finding.run, finding.baseline, finding.measure) for finding in findings}
    if len(about) > 1:
        raise ValueError(f"a verdict is about one run, baseline and measure, got {sorted(about)}")
    names = [finding.labels for finding in findings]
    if repeated := [name for name in names if names.count(name) > 1]:
        raise ValueError(f"the label set {repeated[0]} is given twice")
