"""A verdict's text: a clause for each claim, the correction, then judged shares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from regrade.prose.numbers import p_text, percent, signed, unsigned
from regrade.prose.spans import Piece, Span, listed, named, spans_of
from regrade.verdict.cautions import SHOWN
from regrade.verdict.finding import ClaimKind, Finding, claim_of

Group = tuple[ClaimKind, list[Finding]]
WITHOUT_NUMBERS = ("alike", "unjudged", "no-topic")
JUDGED = "are judged", "are unjudged"
DRAWABLE = "could be drawn", "could not be drawn"  # of labels that are a sample
NAMES = {
    "bonferroni": "Bonferroni",
    "holm": "Holm",
    "bh": "Benjamini and Hochberg",
    "by": "Benjamini and Yekutieli",
}


class Names(NamedTuple):
    """Who is compared in what, as pieces of a sentence."""

    run: Span
    baseline: Span
    measure: tuple[Piece, ...]

    @classmethod
    def of(cls, finding: Finding) -> Names:
        better = (" (lower is better)",) if finding.lower_is_better else ()
        measure = (named("measure", finding.measure), *better)
        return cls(named("run", finding.run), named("baseline", finding.baseline), measure)

    @property
    def both(self) -> tuple[Piece, ...]:
        return (self.run, " and ", self.baseline)


Opening = Callable[[Finding, Names], Iterable[Piece]]


def sentence_of(findings: Sequence[Finding]) -> tuple[Span, ...]:
    """The verdict's text: one clause per claim and the correction, then judged shares."""
    names = Names.of(findings[0])
    groups = _grouped(findings, names)
    return spans_of([*_clauses(groups, names), *_tail_of(findings), "."])


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


def n_topics_of(finding: Finding) -> Iterable[Piece]:
    n = finding.n_topics
    yield Span(str(n), "n_topics", value=n)
    yield " topic" if n == 1 else " topics"


def _within(finding: Finding) -> Iterable[Piece]:
    lower, upper = finding.test.bounds or (0.0, 0.0)
    if -lower == upper:
        return ("within ±", Span(unsigned(upper), "bound", value=upper))
    ends = Span(unsigned(lower), "bound", value=lower), Span(unsigned(upper), "bound", value=upper)
    return ("between ", ends[0], " and ", ends[1])


def _against_the_mean(finding: Finding, names: Names, measure: Iterable[Piece]) -> Iterable[Piece]:
    """Clause for a test whose direction differs from the mean's."""
    run, baseline = names.run, names.baseline
    if not finding.favour:
        return ("a difference between ", *names.both, *measure, " is shown, but not its direction,")
    ahead, other = (run, baseline) if finding.favour > 0 else (baseline, run)
    apart = finding.gain if finding.favour > 0 else -finding.gain
    its_mean = "its mean is worse" if apart < 0 else "the means are equal"
    what = (
        "more topics favour " if finding.test.name == "sign" else "the ranks of differences favour "
    )
    return (what, ahead, " over ", other, *measure, f", though {its_mean}")


def _capital(first: Piece, *others: Piece) -> Iterable[Piece]:
    return (first[0].upper() + first[1:] if isinstance(first, str) else first, *others)


def end_of(kind: ClaimKind, members: Sequence[Finding]) -> Iterable[Piece]:
    """Why nothing is claimed."""
    if kind == "no-topic":
        return (": no topic is shared",)
    if kind == "unjudged":
        return (": ", *_no_label_on(members), " has a label")
    return ()


def _no_label_on(members: Sequence[Finding]) -> Iterable[Piece]:
    whose, depth = _without_label(members), members[0].depth
    if depth is None:
        return ("no passage that ", *whose, " ranked")
    return ("no passage that ", *whose, f" ranked down to rank {depth:,}")


def _without_label(members: Sequence[Finding]) -> Iterable[Piece]:
    first = members[0]
    run, baseline = named("run", first.run), named("baseline", first.baseline)
    of_run = any((member.unjudged or 0.0) >= 1.0 for member in members)
    of_baseline = any((member.baseline_unjudged or 0.0) >= 1.0 for member in members)
    if of_run and of_baseline:
        return (run, " or ", baseline)
    return (run,) if of_run else (baseline,)


def places(findings: Sequence[Finding]) -> Iterable[Piece]:
    """The label sets, each with the difference and its interval."""
    comma = "" if claim_of(findings[0]) in WITHOUT_NUMBERS and len(findings) == 2 else ","
    yield from listed(map(_place, findings), last=f"{comma} and ")


def _place(finding: Finding) -> Iterable[Piece]:
    yield "under "
    yield from labels_of(finding)
    if finding.is_simulated:
        yield " of simulated people"
    if finding.sampled:
        yield f" ({finding.sampled.text})"
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
    if _needs_p(finding) and finding.p is not None:
        yield " (" if finding.correction == "none" else " (corrected "
        yield Span(p_text(finding.p), "p", finding.labels, finding.p)
        yield ")"


def _needs_p(finding: Finding) -> bool:
    """Whether p must be shown because the interval alone implies another conclusion."""
    if finding.test.interval is None:
        return True
    low, high = finding.test.interval
    lower, upper = finding.test.bounds or (0.0, 0.0)
    if finding.test.bounds is not None:
        return (lower < low and high < upper) != finding.is_shown
    return (low > 0.0 or high < 0.0) != finding.is_shown


def _tail_of(findings: Sequence[Finding]) -> Iterable[Piece]:
    """The end of the text, after the claims: the correction, judged shares, samples."""
    yield from _corrected(findings)
    compared = [finding for finding in findings if _is_compared(finding)]
    yield from _judged([one for one in compared if not one.sampled], JUDGED)
    yield from _judged([one for one in compared if one.sampled], DRAWABLE)
    yield from _silent(compared)
    yield from _of_these_topics(findings)


def _is_compared(finding: Finding) -> bool:
    """Whether runs were compared; otherwise the clause says why not."""
    return claim_of(finding) not in ("no-topic", "unjudged")


def _judged(findings: Sequence[Finding], words: tuple[str, str]) -> Iterable[Piece]:
    if not findings:
        return
    heard = [finding for finding in findings if not finding.silent]
    full = [finding for finding in heard if not finding.unjudged_of_either]
    if share := max(finding.unjudged_of_either for finding in findings):
        yield from _unjudged(findings, share, words[1])
        yield ", none" if full else ""
        yield from _under(full)
    elif full:
        yield f". {_all_of(full[0])} {words[0]}"
        yield from _under(full if len(full) < len(findings) else ())


def _unjudged(findings: Sequence[Finding], most: float, words: str) -> Iterable[Piece]:
    """The highest share, the label sets that have it, and those with a lower one."""
    some = [finding for finding in findings if finding.unjudged_of_either]
    worst = [finding for finding in some if finding.unjudged_of_either == most]
    yield ". Up to "
    yield Span(percent(most), "unjudged", worst[0].labels, most)
    yield f" of a run's {_passages_of(worst[0])} {words}"
    if len(findings) > 1:
        fewer = [finding for finding in some if finding not in worst]
        yield from _under(worst)
        yield ", fewer" if fewer else ""
        yield from _under(fewer)


def _of_these_topics(findings: Sequence[Finding]) -> Iterable[Piece]:
    """Where an estimated difference lies for the topics compared: other pairs could be drawn."""
    for finding in findings:
        if finding.these_topics is None:
            continue
        low, high = finding.these_topics
        yield ". With every pair judged that could be drawn, the difference on these topics would,"
        yield " at 95% confidence, lie in ["
        yield Span(unsigned(low), "low", finding.labels, low)
        yield ", "
        yield Span(unsigned(high), "high", finding.labels, high)
        yield "]"
        yield from _under([finding] if len(findings) > 1 else ())


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
    """The same passages of all rankings, at the beginning of a sentence."""
    return f"All {'of the ' if (finding.depth or 1) > 1 else ''}{_passages_of(finding)}"


def _silent(findings: Sequence[Finding]) -> Iterable[Piece]:
    if not findings:
        return
    first = findings[0]
    silent = {which for finding in findings for which in finding.silent}
    if "run" in silent:
        yield from ("; ", named("run", first.run), " retrieved nothing")
    if "baseline" in silent:
        yield from ("; ", named("baseline", first.baseline), " retrieved nothing")


def _corrected(findings: Sequence[Finding]) -> Iterable[Piece]:
    first, shown = findings[0], [finding for finding in findings if _needs_p(finding)]
    sizes = {finding.n_tests for finding in shown or findings}
    n_tests = Span(str(max(sizes)), "n_tests", value=max(sizes))
    tests = " test" if max(sizes) == 1 else " tests"
    if first.correction != "none":
        if shown:
            over = "over up to " if len(sizes) > 1 else "over "
            yield from (f"; p corrected by {NAMES[first.correction]} {over}", n_tests, tests)
    elif first.n_tests > 1 and any(claim_of(finding) in SHOWN for finding in findings):
        yield from ("; not corrected for ", n_tests, tests)


OPENINGS: dict[ClaimKind, Opening] = {
    "lead": lambda _, names: (names.run, " leads ", names.baseline, " in ", *names.measure),
    "behind": lambda _, names: (names.run, " trails ", names.baseline, " in ", *names.measure),
    "contradicts": lambda found, names: _capital(
        *_against_the_mean(found, names, (" in ", *names.measure))
    ),
    "unseen": lambda found, names: (
        *("No difference between ", *names.both, " in ", *names.measure),
        *(" is shown over ", *n_topics_of(found)),
    ),
    "equivalent": lambda found, names: (
        *(*n_topics_of(found), " show ", *names.both, " to be equivalent in ", *names.measure),
        *(" ", *_within(found)),
    ),
    "not-equivalent": lambda found, names: (
        *(*n_topics_of(found), " cannot show ", *names.both, " to be equivalent in "),
        *(*names.measure, " ", *_within(found)),
    ),
    "alike": lambda found, names: (
        *(*names.both, " score the same in ", *names.measure),
        *(" on each of ", *n_topics_of(found)),
    ),
    "untested": lambda found, names: (
        *(*n_topics_of(found), " cannot distinguish ", names.run, " from ", names.baseline),
        *(" in ", *names.measure),
    ),
    "unjudged": lambda _, names: ("Nothing can be said of ", *names.both, " in ", *names.measure),
    "no-topic": lambda _, names: (*names.both, " cannot be compared in ", *names.measure),
}
# Of a clause after the first: the sentence has named runs and measure.
SHORT_OPENINGS: dict[ClaimKind, Opening] = {
    "lead": lambda _, names: (names.run, " leads"),
    "behind": lambda _, names: (names.run, " trails"),
    "contradicts": lambda found, names: _against_the_mean(found, names, ()),
    "unseen": lambda found, _: ("no difference is shown over ", *n_topics_of(found)),
    "equivalent": lambda found, _: (
        *(*n_topics_of(found), " show the two to be equivalent ", *_within(found)),
    ),
    "not-equivalent": lambda found, _: (
        *(*n_topics_of(found), " cannot show the two to be equivalent ", *_within(found)),
    ),
    "alike": lambda found, _: ("both score the same on each of ", *n_topics_of(found)),
    "untested": lambda found, _: (*n_topics_of(found), " cannot distinguish the two"),
    "unjudged": lambda _, _names: ("nothing can be said",),
    "no-topic": lambda _, _names: ("the two cannot be compared",),
}
