"""The verdict on all runs of a comparison at once, in up to three sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from regrade.given import explained
from regrade.prose.numbers import signed, unsigned
from regrade.prose.spans import Piece, Span, listed, named, plain, spans_of
from regrade.significance.systems.lead_changes import LeadChange
from regrade.verdict.standing import (
    SILENT,
    Count,
    Moves,
    Standing,
    alpha_of,
    best_of,
    check_standings,
    count_claims,
    count_turned,
    farthest,
    has_moved,
    labelled_among,
    leads_of,
)

Key = TypeVar("Key")


class Overall(NamedTuple):
    """Verdict on all runs.

    Attributes:
        sentence: who beats the baseline and who is first under each label set, then whether the
            labels change that, then runs that score as others do; its spans in order.
        n_turned: for each label set but the first, pairs of runs that stand in another order.
        n_pairs: pairs of runs.
    """

    sentence: tuple[Span, ...]
    n_turned: tuple[int, ...]
    n_pairs: int

    @property
    def text(self) -> str:
        return plain(self.sentence)


@explained
def sum_up(
    standings: Sequence[Standing],
    moves: Sequence[Moves] = (),
    twins: Mapping[str, str] = MappingProxyType({}),
) -> Overall:
    """Put into words what the tests of all runs against one baseline allow, and no more.

    A run beats the baseline where `claim_of` finds a lead. The labels
    matter where the change of a lead is shown. docs/verdicts.md has all rules.

    Args:
        standings: one per label set, in display order, all of the same runs and measure.
        moves: from the first label set to each other one; none for a single label set.
        twins: runs that score as another one does on every topic under every label set, and
            which. They are named at the end and count nowhere else.

    Raises:
        ValueError: no standings, or of other runs, measures or baselines.
    """
    check_standings(standings)
    runs = [one.run for one in standings[0].findings if one.run not in twins]
    compared = [standing.among(runs) for standing in standings] if runs else []
    everybody = [standings[0].findings[0].baseline, *runs]
    turned = tuple(
        count_turned(standings[0], other, labelled_among(everybody, standings[0], other))
        for other in standings[1:]
    )
    pieces = [
        *(_of_leads(compared, everybody) if compared else ()),
        *_of_labels(compared, moves, turned, everybody),
        *_of_twins(twins),
    ]
    n_pairs = len(everybody) * (len(everybody) - 1) // 2
    sentence = _begun(spans_of(piece for piece in pieces if piece))
    return Overall(sentence, turned, n_pairs)


def _begun(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """With a capital, where the sentence begins with a word and not with a name."""
    first, *others = spans
    text = first.text.lstrip()
    if not text:
        return _begun(tuple(others))
    if first.stands_for == "text":
        text = text[0].upper() + text[1:]
    return (first._replace(text=text), *others)


def _of_leads(standings: Sequence[Standing], everybody: Sequence[str]) -> Iterator[Piece]:
    counts = [count_claims(standing) for standing in standings]
    for place, (count, members) in enumerate(_grouped(counts, standings)):
        yield "; " if place else ""
        yield from _beaten(count, members, is_first=not place)
        yield from (" ", *_under(members))
    heard = [at for at, count in zip(standings, counts, strict=True) if count.kind not in SILENT]
    if heard:
        yield "; "
        yield from _first_places(heard, everybody, is_all=len(heard) == len(standings))
    yield "."


def _grouped(
    keys: Iterable[Key], standings: Sequence[Standing]
) -> list[tuple[Key, list[Standing]]]:
    """Label sets under which the same holds, in order of first appearance."""
    groups: dict[Key, list[Standing]] = {}
    for key, standing in zip(keys, standings, strict=True):
        groups.setdefault(key, []).append(standing)
    return list(groups.items())


def _beaten(count: Count, members: Sequence[Standing], *, is_first: bool) -> Iterator[Piece]:
    first, n = members[0].findings[0], len(members[0].findings)
    whom: list[Piece] = [named("baseline", first.baseline)] if is_first else ["it"]
    if is_first:
        whom += [" in ", named("measure", first.measure)]
        whom += [" (lower is better)"] if first.lower_is_better else []
    runs: Piece = named("run", first.run) if n == 1 else "the runs"
    if count.kind == "untested":
        yield from ("one topic cannot distinguish ", runs, " from ", *whom)
    elif count.kind in SILENT:
        yield "nothing can be said"
        yield from (" of ", runs, " and ", *whom) if is_first else ()
    else:
        yield from (runs, _of_one(count)) if n == 1 else _of_many(count, n)
        yield from whom
        yield from _besides(count, n)


def _of_one(count: Count) -> str:
    if count.kind:
        return f" is {'' if count.n_ahead else 'not '}shown to be equivalent to "
    if count.n_ahead:
        return " beats "
    return " trails " if count.n_behind else " is not shown to beat "


def _of_many(count: Count, n: int) -> Iterator[Piece]:
    """How many of the runs, and what they do, up to whom they do it to."""
    if count.kind:
        is_equivalent = "is shown to be equivalent to"
        many = "are shown to be equivalent to"
        yield from _how_many(count.n_ahead, n, many, is_equivalent, is_equivalent)
    elif count.n_ahead or not count.n_behind:
        yield from _how_many(count.n_ahead, n, "beat", "beats", "is shown to beat")
    else:
        yield from _how_many(count.n_behind, n, "trail", "trails", "")


def _how_many(some: int, n: int, many: str, one: str, none: str) -> Iterator[Piece]:
    if not some:
        yield f"neither run {none} " if n == 2 else f"none of {n} runs {none} "
    elif some == n:
        yield from (("both",) if n == 2 else ("all ", _number(n)))
        yield f" runs {many} "
    else:
        yield from (_number(some), f" of {n} runs {one if some == 1 else many} ")


def _besides(count: Count, n: int) -> Iterator[Piece]:
    comma = ","
    if n > 1 and count.n_ahead and count.n_behind:
        yield from (", ", _number(count.n_behind), f" trail{'s' * (count.n_behind == 1)} it,")
        comma = ""
    elif n > count.n_behind > 0:
        yield ", and none is shown to beat it,"
        comma = ""
    if count.n_silent:
        yield from (comma, " and nothing can be said of ", _number(count.n_silent), ",")


def _number(n: int) -> Span:
    return Span(str(n), "n_runs", value=n)


def _under(standings: Sequence[Standing]) -> Iterator[Piece]:
    yield "under "
    yield from listed(map(_name, standings))
    yield "" if standings[-1].labels.lower().endswith("labels") else " labels"


def _name(standing: Standing) -> Iterator[Piece]:
    yield named("labels", standing.labels)
    first = standing.findings[0]
    marks = ["simulated"] * first.is_simulated + ["estimated"] * (first.sampled is not None)
    yield f" ({', '.join(marks)})" if marks else ""


def _first_places(
    standings: Sequence[Standing], everybody: Sequence[str], *, is_all: bool
) -> Iterator[Piece]:
    """Who has the best mean under each label set; the same runs are named once."""
    groups = _grouped((best_of(standing, everybody) for standing in standings), standings)
    said = ""
    for place, (best, members) in enumerate(groups):
        yield ", " if place else ""
        if len(best) == len(everybody):
            verb = "all have the same mean"
        else:
            yield from listed([named("run", run)] for run in best)
            verb = " share the best mean" if len(best) > 1 else " is first"
        yield verb if verb != said else ""
        said = verb
        if len(groups) > 1 or not is_all:
            yield from (" ", *_under(members))
        elif len(standings) > 1:
            yield " under both" if len(standings) == 2 else " under all of them"


def _of_labels(
    standings: Sequence[Standing],
    moves: Sequence[Moves],
    turned: Sequence[int],
    everybody: Sequence[str],
) -> Iterator[Piece]:
    """Whether labels change leads, of runs that have labels under both."""
    matters, moves = False, moves if standings else ()
    for other, move, n_turned in zip(standings[1:], moves, turned, strict=False):
        first, both = standings[0], labelled_among(everybody, standings[0], other)
        leads = leads_of(first, move, both[1:])
        if leads:
            shown = [run for run, one in leads.items() if (one.p_value or 0.0) < alpha_of(first)]
            yield " The labels matter: from " if shown and not matters else " From "
            yield from (named("labels", first.labels), " to ", *_labels(move.labels), ", ")
            if len(both) > 2 and has_moved(first, other):
                yield from (*_pairs(n_turned, len(both)), ", and ")
            yield from _changed(first, leads, shown) if shown else _unseen(first, other, leads)
            yield "."
            matters = matters or bool(shown)


def _labels(name: str) -> Iterator[Piece]:
    yield named("labels", name)
    yield "" if name.lower().endswith("labels") else " labels"


def _pairs(n_turned: int, n_runs: int) -> Iterator[Piece]:
    yield _number(n_turned)
    yield f" of {n_runs * (n_runs - 1) // 2} pairs of runs change{'s' * (n_turned == 1)} order"


def _changed(
    standing: Standing, leads: Mapping[str, LeadChange], shown: Sequence[str]
) -> Iterator[Piece]:
    baseline, run = named("baseline", standing.findings[0].baseline), farthest(leads, shown)
    if len(leads) == 1:
        yield from ("the lead of ", named("run", run), " over ", baseline, " changes")
    elif len(shown) == 1:
        yield from ("the lead over ", baseline, " changes for ", named("run", run), " alone,")
    else:
        yield from ("the lead over ", baseline, " changes for ", _number(len(shown)))
        yield from (f" of {len(leads)} runs, most for ", named("run", run), ",")
    yield from _numbers(leads[run])


def _unseen(first: Standing, other: Standing, leads: Mapping[str, LeadChange]) -> Iterator[Piece]:
    run = farthest(leads, list(leads))
    if leads[run].change:
        yield from ("no change of a lead is shown: at most ", *_by(leads[run]))
        yield from (", of ", named("run", run))
    else:
        yield "no lead changes" if has_moved(first, other) else "no mean changes"


def _numbers(one: LeadChange) -> Iterator[Piece]:
    yield from (" from ", _signed(one.before), " to ", _signed(one.after), ", by ", *_by(one))


def _by(one: LeadChange) -> Iterator[Piece]:
    yield _signed(one.change)
    if one.interval is not None:
        low, high = one.interval
        yield from (" [", Span(unsigned(low), "low", value=low), ", ")
        yield from (Span(unsigned(high), "high", value=high), "]")


def _signed(value: float) -> Span:
    return Span(signed(value), "difference", value=value)


def _of_twins(twins: Mapping[str, str]) -> Iterator[Piece]:
    for original in dict.fromkeys(twins.values()):
        runs = [run for run, other in twins.items() if other == original]
        yield " "
        yield from listed([named("run", run)] for run in runs)
        yield " scores as " if len(runs) == 1 else " score as "
        yield from (named("run", original), " does on every topic.")
