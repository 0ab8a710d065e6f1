from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from regrade.prose.spans import Piece, Span, spans_of
from regrade.verdict.claim import ClaimKind, claim_of
from regrade.verdict.clauses import OPENINGS, SHORT_OPENINGS, Names, end_of
from regrade.verdict.finding import Finding
from regrade.verdict.places import places
from regrade.verdict.tail import tail_of

Group = tuple[ClaimKind, list[Finding]]


def sentence_of(findings: Sequence[Finding]) -> tuple[Span, ...]:
    """The verdict's sentence: one clause per claim, then judged shares and the correction."""
    names = Names.of(findings[0])
    groups = _grouped(findings, names)
    return spans_of([*_clauses(groups, names), *tail_of(findings), "."])


def _grouped(findings: Sequence[Finding], names: Names) -> list[Group]:
    """Group findings that share a claim, in order of first appearance."""
    groups: dict[tuple[ClaimKind, int, tuple[Piece, ...]], list[Finding]] = {}
    for finding in findings:
        kind = claim_of(finding)
        said = tuple(SHORT_OPENINGS[kind](finding, names))
        groups.setdefault((kind, finding.n_topics, said), []).append(finding)
    return [(kind, members) for (kind, *_), members in groups.items()]


def _clauses(groups: Sequence[Group], names: Names) -> Iterable[Piece]:
    (first, its), *others = groups
    yield from _clause(first, its, OPENINGS[first](its[0], names))
    before = first
    for kind, members in others:
        yield ", but " if {before, kind} == {"lead", "behind"} else "; "
        yield from _clause(kind, members, SHORT_OPENINGS[kind](members[0], names))
        before = kind


def _clause(
    kind: ClaimKind, members: Sequence[Finding], opening: Iterable[Piece]
) -> Iterable[Piece]:
    return chain(opening, [" "], places(members), end_of(kind, members))
