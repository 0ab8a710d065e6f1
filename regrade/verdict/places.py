from __future__ import annotations

from collections.abc import Iterable, Sequence

from regrade.prose.numbers import p_text, signed, unsigned
from regrade.prose.spans import Piece, Span, listed, named
from regrade.verdict.claim import claim_of
from regrade.verdict.finding import Finding

WITHOUT_NUMBERS = ("alike", "unjudged", "no-topic")


def places(findings: Sequence[Finding]) -> Iterable[Piece]:
    """The label sets, each with the difference and its interval."""
    comma = "" if claim_of(findings[0]) in WITHOUT_NUMBERS and len(findings) == 2 else ","
    yield from listed(map(_place, findings), last=f"{comma} and ")


def _place(finding: Finding) -> Iterable[Piece]:
    yield "under "
    yield from labels_of(finding)
    if finding.is_simulated:
        yield " of simulated people"
    if claim_of(finding) not in WITHOUT_NUMBERS:
        yield ", "
        yield from _numbers(finding)


def labels_of(finding: Finding) -> Iterable[Piece]:
    """Name of the finding's labels for a sentence: "ms-marco labels"."""
    yield named("labels", finding.labels)
    if not finding.labels.lower().endswith("labels"):
        yield " labels"


def _numbers(finding: Finding) -> Iterable[Piece]:
    value = finding.test.mean_difference or 0.0
    yield Span(signed(value), "difference", finding.labels, value)
    if finding.test.interval is not None:
        low, high = finding.test.interval
        yield " ["
        yield Span(unsigned(low), "low", finding.labels, low)
        yield ", "
        yield Span(unsigned(high), "high", finding.labels, high)
        yield "]"
    if finding.p is not None and _needs_p(finding):
        yield " ("
        yield Span(p_text(finding.p), "p", finding.labels, finding.p)
        yield ")"


def _needs_p(finding: Finding) -> bool:
    """Whether p must be shown because the interval alone implies another conclusion."""
    if finding.test.interval is None or finding.correction != "none":
        return True
    low, high = finding.test.interval
    lower, upper = finding.test.bounds or (0.0, 0.0)
    if finding.test.bounds is not None:
        return (lower < low and high < upper) != finding.is_shown
    return (low > 0.0 or high < 0.0) != finding.is_shown
