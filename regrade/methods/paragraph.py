"""A comparison's methods, as a paragraph for a paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from regrade.counted import counted
from regrade.given import explained
from regrade.methods.done import Done, LabelsUsed, MeasureUsed
from regrade.prose.numbers import percent
from regrade.prose.spans import Piece, Span, StandsFor, listed, named, spans_of
from regrade.significance import CORRECTIONS, FAMILIES, TITLES

HASH_SHOWN = 12  # digits of a hash in print
DRAWING = ("randomization", "bootstrap")
ZERO_METHODS = {
    "wilcox": "topics without a difference are left out",
    "pratt": "topics without a difference are ranked and then left out",
    "zsplit": "topics without a difference count half for either side",
}


@explained
def paragraph_of(done: Done) -> tuple[Span, ...]:
    """A paragraph for a paper: what was compared, on what, by which measures and tests.

    The same input gives the same words, in a fixed order: runs, topics, labels, measures, what
    became of passages without a label, the test and its correction, Regrade's version.

    Raises:
        ValueError: no runs, labels or measures.
    """
    for what in ("runs", "labels", "measures"):
        if not getattr(done, what):
            raise ValueError(f"a paragraph needs at least one of its {what}")
    sentences = (_compared, _topics, _labels, _estimated, _measures, _unjudged, tested, _made_by)
    pieces: list[Piece] = []
    for sentence in sentences:
        if found := [*sentence(done)]:
            pieces += [" ", *found] if pieces else found
    return spans_of(pieces)


def _compared(done: Done) -> Iterator[Piece]:
    run = "run " if len(done.runs) == 1 else "runs "
    yield f"We compared the {run}"
    yield from _names("run", done.runs)
    if done.baseline is not None:
        yield " with the baseline "
        yield named("baseline", done.baseline)
    elif done.baseline_labels is not None:
        yield " under the label set " if len(done.labels) == 1 else " under the label sets "
        yield from _names("labels", [labels.name for labels in done.labels])
        yield f" with {'itself' if len(done.runs) == 1 else 'themselves'} under "
        yield named("labels", done.baseline_labels.name)
    yield " on "
    yield Span(counted(done.n_topics, "topic"), "n_topics", value=done.n_topics)
    yield " of "
    yield named("topic_set", done.topic_set)
    yield " over the collection "
    yield named("collection", done.collection)
    yield "."


def _names(stands_for: StandsFor, names: Iterable[str]) -> Iterator[Piece]:
    return listed([named(stands_for, name)] for name in names)


def _topics(done: Done) -> Iterator[Piece]:
    n_sets = len(_all_labels(done))
    yield "The topics are those that "
    all_sets = "both label sets" if n_sets == 2 else f"all {n_sets} label sets"
    yield "the label set has" if n_sets == 1 else f"{all_sets} have"
    if done.only_topics_of:
        yield ", narrowed to those of "
        yield named("labels", done.only_topics_of)
    if done.common_topics:
        yield ", and that every run answers"
    else:
        yield "; a run scores as an empty ranking on a topic that it does not answer"
    yield "."
    if done.n_left_out:
        topics = counted(done.n_left_out, "topic")
        yield f" We left out {topics} that models of the runs were trained on."


def _all_labels(done: Done) -> list[LabelsUsed]:
    return [*([done.baseline_labels] if done.baseline_labels else []), *done.labels]


def _labels(done: Done) -> Iterator[Piece]:
    sets = _all_labels(done)
    yield "Relevance comes from the label set " if len(sets) == 1 else "Relevance comes from "
    yield from listed(_one_set(labels) for labels in sets)
    yield "."


def _one_set(labels: LabelsUsed) -> Iterator[Piece]:
    yield named("labels", labels.name)
    simulated = "; with votes of simulated assessors" if labels.is_simulated else ""
    made = f"{labels.made} by {labels.votes}" if labels.votes else labels.made
    sample = f"; a sample, {labels.sample}" if labels.sample else ""
    yield f" ({made}{sample}; relevant from {labels.min_relevance}{simulated})"


def _estimated(done: Done) -> Iterator[Piece]:
    if samples := [labels.name for labels in _all_labels(done) if labels.sample]:
        yield "Scores under "
        yield from _names("labels", samples)
        yield (
            " are estimates: judged pairs are weighted by the inverse of their probability, and a"
            " ridge regression on ranks and topics predicts the others that could be drawn."
        )


def _measures(done: Done) -> Iterator[Piece]:
    yield "The measure is " if len(done.measures) == 1 else "Measures are "
    yield from _names("measure", [measure.name for measure in done.measures])
    yield ", averaged over topics; ties of scores are broken by doc_id, descending"
    if done.single_precision:
        yield ", after scores are rounded to single precision as trec_eval does up to version 9"
    yield "."


def _unjudged(done: Done) -> Iterator[Piece]:
    """Measures that make the same of passages without a label stand together."""
    groups = groupby(
        sorted(done.measures, key=lambda measure: measure.unjudged_counts),
        key=lambda measure: measure.unjudged_counts,
    )
    found = [(counts, list(measures)) for counts, measures in groups]
    words = _words_of_unjudged(done)
    for place, (counts, measures) in enumerate(found):
        yield " " if place else ""
        yield f"A passage {words.which} {counts}"
        if len(found) > 1:
            yield " in "
            yield from _names("measure", [measure.name for measure in measures])
        yield from _share(measures, words)
        yield "."


class _Unjudged(NamedTuple):
    """Words for a passage without a label, for a share of none, and for any other share."""

    which: str
    none: str
    share: str


def _words_of_unjudged(done: Done) -> _Unjudged:
    """Under a sample others than the judged pairs are predicted, if they could be drawn."""
    are_samples = {bool(labels.sample) for labels in _all_labels(done)}
    if are_samples == {False}:
        return _Unjudged("without a label", "all passages read had one", "had none")
    if are_samples == {True}:
        none = "all passages read could be drawn"
        return _Unjudged("that could not be drawn", none, "could not be drawn")
    which = "without a label, or under a sample one that could not be drawn,"
    return _Unjudged(which, "none that was read is such a passage", "are such passages")


def _share(measures: list[MeasureUsed], words: _Unjudged) -> Iterator[Piece]:
    heard = [measure for measure in measures if measure.unjudged is not None]
    if not heard:
        return
    worst = max(heard, key=lambda measure: measure.unjudged or 0.0)
    read = "the passages" if worst.depth is None else _first(worst.depth)
    if not worst.unjudged:
        yield f"; {words.none}"
        return
    yield "; up to "
    yield Span(percent(worst.unjudged), "unjudged", worst.unjudged_under, worst.unjudged)
    yield f" of {read} of a run {words.share}"


def _first(depth: int) -> str:
    return "the first passages" if depth == 1 else f"the first {depth:,} passages"


def _made_by(done: Done) -> Iterator[Piece]:
    yield "Computed with "
    yield Span(f"Regrade {done.release}".rstrip(), "release", done.release)
    if done.content_hash:
        yield "; inputs "
        yield Span(done.content_hash[:HASH_SHOWN], "hash", done.content_hash)
    yield "."


def tested(done: Done) -> Iterator[Piece]:
    """By which test differences were tested, and what p is corrected for.

    Raises:
        KeyError: a test or correction of another name than TESTS and CORRECTIONS have.
    """
    if not done.n_tests:
        yield "Differences were not tested."
        return
    yield "Differences per topic were tested by a paired "
    yield Span(TITLES[done.test], "test", done.test)
    yield from _options(done)
    yield from _corrected(done)
    if done.effect_sizes:
        yield "; effect sizes are Cohen's d and Cliff's delta"
    yield "."


def _options(done: Done) -> Iterator[str]:
    options = done.options
    found = []
    if done.test in DRAWING:
        found += [_draws(done)]
    if done.test == "wilcoxon":
        found += [ZERO_METHODS[options.zero_method]]
    if done.test == "equivalence" and options.bounds is not None:
        low, high = options.bounds
        found += [f"differences from {low:+g} to {high:+g} do not matter"]
    level = f"{1 - options.confidence:.2f}".lstrip("0")
    yield f" ({'; '.join([*found, f'level {level}'])})"


def _draws(done: Done) -> str:
    drawn = f"{done.options.n_resamples:,} random draws, seed {done.options.seed}"
    if not done.n_exact:
        return drawn
    if done.n_exact >= done.n_tests:
        return "exact, all signs of the differences"
    return f"{drawn}, except {counted(done.n_exact, 'exact test')}"


def _corrected(done: Done) -> Iterator[Piece]:
    is_corrected = done.correction != "none" and done.n_corrected is not None
    n = (done.n_corrected or 0) if is_corrected else done.n_tests
    n_tests = Span(counted(n, "test"), "n_tests", value=n)
    if not n:  # no test found any difference
        return
    if done.correction == "none":
        if done.n_tests > 1:
            yield "; p-values are not corrected for "
            yield n_tests
        return
    yield "; p-values are corrected by "
    yield Span(CORRECTIONS[done.correction], "correction", done.correction)
    yield " for up to " if done.is_most else " for "
    yield n_tests
    yield f" of {FAMILIES[done.family]}" if done.family else ""
