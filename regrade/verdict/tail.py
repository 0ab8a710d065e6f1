from __future__ import annotations

from collections.abc import Iterable, Sequence

from regrade.prose.numbers import percent
from regrade.prose.spans import Piece, Span, listed, named
from regrade.verdict.cautions import SHOWN
from regrade.verdict.claim import claim_of
from regrade.verdict.finding import Finding
from regrade.verdict.places import labels_of

NAMES = {
    "bonferroni": "Bonferroni",
    "holm": "Holm",
    "bh": "Benjamini and Hochberg",
    "by": "Benjamini and Yekutieli",
}


def tail_of(findings: Sequence[Finding]) -> Iterable[Piece]:
    """The end of the sentence, after the claims: shares of judged passages, and the correction."""
    yield from _judged([finding for finding in findings if _is_compared(finding)])
    yield from _corrected(findings)


def _is_compared(finding: Finding) -> bool:
    """Whether runs were compared; otherwise the clause says why not."""
    return claim_of(finding) not in ("no-topic", "unjudged")


def _judged(findings: Sequence[Finding]) -> Iterable[Piece]:
    if not findings:
        return
    heard = [finding for finding in findings if not finding.silent]
    full = [finding for finding in heard if not finding.unjudged_of_either]
    worst = max(findings, key=lambda finding: finding.unjudged_of_either)
    if share := worst.unjudged_of_either:
        yield "; up to " if len(findings) > 1 else "; "
        yield Span(percent(share), "unjudged", worst.labels, share)
        yield f" of a run's {_passages_of(worst)} unjudged{', none' if full else ''}"
        yield from _under(full)
    elif full:
        yield f"; {_all_of(worst)} judged"
        yield from _under(full if len(full) < len(findings) else ())
    yield from _silent(findings)


def _under(findings: Sequence[Finding]) -> Iterable[Piece]:
    """Names of the label sets only; their details appear with the claims."""
    if findings:
        *others, last = findings
        yield " under "
        yield from listed([*([named("labels", one.labels)] for one in others), labels_of(last)])


def _passages_of(finding: Finding) -> str:
    """The passages that the measure reads of a ranking."""
    if finding.depth is None:
        return "ranked passages"
    return "first passages" if finding.depth == 1 else f"first {finding.depth:,} passages"


def _all_of(finding: Finding) -> str:
    """The same passages of all rankings."""
    the = "" if finding.depth in (None, 1) else "of the "
    return f"all {the}{_passages_of(finding)}"


def _silent(findings: Sequence[Finding]) -> Iterable[Piece]:
    first = findings[0]
    silent = {which for finding in findings for which in finding.silent}
    if "run" in silent:
        yield from ("; ", named("run", first.run), " retrieved nothing")
    if "baseline" in silent:
        yield from ("; ", named("baseline", first.baseline), " retrieved nothing")


def _corrected(findings: Sequence[Finding]) -> Iterable[Piece]:
    first = findings[0]
    n_tests = Span(str(first.n_tests), "n_tests", value=first.n_tests)
    tests = " test" if first.n_tests == 1 else " tests"
    if first.correction != "none":
        has_intervals = any(finding.test.interval is not None for finding in findings)
        yield from (f"; p corrected by {NAMES[first.correction]} over ", n_tests, tests)
        yield ", intervals uncorrected" if has_intervals else ""
    elif first.n_tests > 1 and any(claim_of(finding) in SHOWN for finding in findings):
        yield from ("; not corrected for ", n_tests, tests)
