from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from regrade.prose.numbers import unsigned
from regrade.prose.spans import Piece, Span, named
from regrade.verdict.claim import ClaimKind
from regrade.verdict.finding import Finding


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
    """What the test shows, and that the mean does not go its way."""
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


OPENINGS: dict[ClaimKind, Opening] = {
    "lead": lambda _, names: (names.run, " leads ", names.baseline, " in ", *names.measure),
    "behind": lambda _, names: (names.run, " trails ", names.baseline, " in ", *names.measure),
    "contradicts": lambda found, names: _capital(
        *_against_the_mean(found, names, (" in ", *names.measure))
    ),
    "unseen": lambda found, names: (
        *(*n_topics_of(found), " cannot show a difference between ", *names.both),
        *(" in ", *names.measure),
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
        *(*n_topics_of(found), " cannot tell ", names.run, " from ", names.baseline),
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
    "unseen": lambda found, _: (*n_topics_of(found), " cannot show a difference"),
    "equivalent": lambda found, _: (
        *(*n_topics_of(found), " show the two to be equivalent ", *_within(found)),
    ),
    "not-equivalent": lambda found, _: (
        *(*n_topics_of(found), " cannot show the two to be equivalent ", *_within(found)),
    ),
    "alike": lambda found, _: ("both score the same on each of ", *n_topics_of(found)),
    "untested": lambda found, _: (*n_topics_of(found), " cannot tell the two apart"),
    "unjudged": lambda _, _names: ("nothing can be said",),
    "no-topic": lambda _, _names: ("the two cannot be compared",),
}


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
