from __future__ import annotations

from collections.abc import Iterable, Sequence

from regrade.verdict.claim import claim_of
from regrade.verdict.finding import Finding
from regrade.verdict.segment import Segment, joined, p_text, signed, unsigned

Piece = Segment | str
WITHOUT_NUMBERS = ("alike", "unjudged", "no-topic")


def segments_of(pieces: Iterable[Piece]) -> tuple[Segment, ...]:
    """Convert pieces to segments, joining adjacent plain text."""
    return joined(pieces, Segment)


def places(findings: Sequence[Finding]) -> Iterable[Piece]:
    """The label sets, each with the difference and its interval."""
    comma = "" if claim_of(findings[0]) in WITHOUT_NUMBERS and len(findings) == 2 else ","
    for index, finding in enumerate(findings):
        if index:
            yield f"{comma} and " if index == len(findings) - 1 else ", "
        yield from _place(finding)


def _place(finding: Finding) -> Iterable[Piece]:
    yield "under "
    yield from labels_of(finding)
    if finding.is_simulated:
        yield " of simulated people"
    if claim_of(finding) not in WITHOUT_NUMBERS:
        yield ", "
        yield from _numbers(finding)


def labels_link(finding: Finding) -> Segment:
    return Segment(finding.labels, "labels", None, finding.labels)


def labels_of(finding: Finding) -> Iterable[Piece]:
    """Name of the finding's labels for a sentence: "ms-marco labels"."""
    yield labels_link(finding)
    if not finding.labels.lower().endswith("labels"):
        yield " labels"


def _numbers(finding: Finding) -> Iterable[Piece]:
    value = finding.test.mean_difference or 0.0
    yield Segment(signed(value), "difference", value, finding.labels)
    if finding.test.interval is not None:
        low, high = finding.test.interval
        yield " ["
        yield Segment(unsigned(low), "low", low, finding.labels)
        yield ", "
        yield Segment(unsigned(high), "high", high, finding.labels)
        yield "]"
    if finding.p is not None and _needs_p(finding):
        yield " ("
        yield Segment(p_text(finding.p), "p", finding.p, finding.labels)
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
