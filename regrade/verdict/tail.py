from __future__ import annotations

from collections.abc import Iterable, Sequence

from regrade.verdict.cautions import SHOWN
from regrade.verdict.claim import claim_of
from regrade.verdict.finding import Finding
from regrade.verdict.places import Piece, labels_of
from regrade.verdict.segment import Segment, percent

NAMES = {
    "bonferroni": "Bonferroni",
    "holm": "Holm",
    "bh": "Benjamini and Hochberg",
    "by": "Benjamini and Yekutieli",
}


def tail_of(findings: Sequence[Finding]) -> Iterable[Piece]:
    """What was judged, and what p is corrected for, after the claims."""
    yield from _judged([finding for finding in findings if _is_told(finding)])
    yield from _corrected(findings)


def _is_told(finding: Finding) -> bool:
    """Whether the clause itself has not said why nothing could be compared."""
    return claim_of(finding) not in ("no-topic", "unjudged")


def _judged(findings: Sequence[Finding]) -> Iterable[Piece]:
    full = [finding for finding in findings if not finding.unjudged_of_either]
    if not findings:
        return
    if len(full) == len(findings):
        yield "; all ranked passages judged"
        return
    worst = max(findings, key=lambda finding: finding.unjudged_of_either)
    share = worst.unjudged_of_either
    yield "; "
    if len(findings) > 1:
        yield "up to "
    yield Segment(percent(share), "unjudged", share, worst.labels)
    yield f" of a run's ranked passages unjudged{', none' if full else ''}"
    for index, finding in enumerate(full):
        yield " under " if not index else " and "
        yield from labels_of(finding)


def _corrected(findings: Sequence[Finding]) -> Iterable[Piece]:
    first = findings[0]
    n_tests = Segment(str(first.n_tests), "n_tests", first.n_tests)
    tests = " test" if first.n_tests == 1 else " tests"
    if first.correction != "none":
        yield from (f"; p corrected by {NAMES[first.correction]} over ", n_tests, tests)
    elif first.n_tests > 1 and any(claim_of(finding) in SHOWN for finding in findings):
        yield from ("; not corrected for ", n_tests, tests)
