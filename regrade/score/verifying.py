"""Compares values with those of trec_eval's own code, run by pytrec_eval."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.counted import counted
from regrade.extras import extra
from regrade.files.packed.packed_runs import in_single_precision
from regrade.measures import Measure, parse_measure
from regrade.measures.measure import BinaryMeasure
from regrade.measures.trec_names import AT_CUTOFFS, AT_SHARES, PLAIN

TOLERANCE = 1e-9
LEAST_LEVEL = 1  # pytrec_eval refuses a threshold below
MOST_NAMED = 5

Values = NDArray[np.float64]


class Given(NamedTuple):
    """Input of both sides: a run and labels by topic and doc_id, scores in double precision."""

    name: str
    run: Mapping[str, Mapping[str, float]]
    labels: Mapping[str, Mapping[str, int]]
    min_relevance: int


class Ours(NamedTuple):
    """One measure's values by us on the topics of the labels, in their order."""

    measure: Measure
    single: Values
    double: Values


class Verified(NamedTuple):
    """Result of a verification.

    Attributes:
        n_values: how many values both sides have.
        unequal: a sentence for each that differs.
        notes: sentences on what pytrec_eval does not have, and on double precision.
    """

    name: str
    n_values: int
    unequal: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def sentences(self) -> Iterator[str]:
        n_equal = self.n_values - len(self.unequal)
        equal = f"{n_equal:,} of {self.n_values:,} values equal to {TOLERANCE:g}"
        if self.n_values:
            yield f"{self.name}: {equal} those of pytrec_eval, in single precision on both sides."
        else:
            yield f"{self.name}: pytrec_eval has none of these values, so that nothing is verified."
        yield from self.unequal[:MOST_NAMED]
        yield from self.notes


def oracle() -> Any:
    """pytrec_eval.

    Raises:
        ExtraMissing: it is not installed.
    """
    with extra("Verifying with trec_eval's own code"):
        return import_module("pytrec_eval")


def verify(given: Given, ours: Sequence[Ours]) -> Verified:
    """Recompute with pytrec_eval every value of these measures that it has.

    Scores are rounded to 32 bits on both sides, so that both see the same order.

    Raises:
        ExtraMissing: pytrec_eval is not installed.
    """
    theirs = _theirs(given, [each.measure for each in ours])
    index_of = {query_id: index for index, query_id in enumerate(given.labels)}
    n_values, unequal = 0, []
    for measure, single, _ in ours:
        for query_id, value in theirs.get(measure.name, {}).items():
            n_values += 1
            found = float(single[index_of[query_id]])
            if not abs(found - value) <= TOLERANCE:
                message = f"{measure.name} of topic {query_id} is {found!r}, and {value!r} there"
                unequal.append(f"{given.name}: {message}.")
    return Verified(given.name, n_values, tuple(unequal), tuple(_notes(given, ours, theirs)))


def name_in_trec_eval(measure: Measure) -> tuple[str, str] | None:
    """The measure's name in pytrec_eval's request and reply; None if it has no such measure.

    A threshold of the measure's own is no matter: it is asked for with another level.
    """
    if isinstance(measure, BinaryMeasure):
        measure = replace(measure, rel=None)
    for theirs, ours in PLAIN.items():
        if parse_measure(ours) == measure:
            return theirs, theirs
    for theirs, (form, shares) in AT_SHARES.items():
        for share in shares:
            if parse_measure(form.format(share)) == measure:
                return theirs, f"{theirs}_{share:.2f}"
    for theirs, (form, _) in AT_CUTOFFS.items():
        if measure.cutoff and parse_measure(form.format(measure.cutoff)) == measure:
            return f"{theirs}.{measure.cutoff}", f"{theirs}_{measure.cutoff}"
    return None


def _theirs(given: Given, measures: Sequence[Measure]) -> dict[str, dict[str, float]]:
    """By measure and topic what pytrec_eval says; a key less for what it does not have."""
    evaluator = oracle().RelevanceEvaluator
    by_level: defaultdict[int, dict[str, tuple[str, str]]] = defaultdict(dict)
    for measure in measures:
        level = _level(measure, given.min_relevance)
        if (names := name_in_trec_eval(measure)) and level >= LEAST_LEVEL:
            by_level[level][measure.name] = names
    topics = _answered(given)
    labels = {topic: dict(given.labels[topic]) for topic in topics}
    rounded = {topic: _rounded(given.run[topic]) for topic in topics}
    found: dict[str, dict[str, float]] = {}
    for level, asked in by_level.items():
        requests = {request for request, _ in asked.values()}
        by_topic = evaluator(labels, requests, relevance_level=level).evaluate(rounded)
        for name, (_, key) in asked.items():
            found[name] = {topic: values[key] for topic, values in by_topic.items()}
    return found


def _level(measure: Measure, min_relevance: int) -> int:
    """The threshold to ask with; one that reads none can be asked with any."""
    if not isinstance(measure, BinaryMeasure):
        return LEAST_LEVEL
    return min_relevance if measure.rel is None else measure.rel


def _answered(given: Given) -> list[str]:
    """Topics that pytrec_eval can be asked about: it crashes where every label is negative."""
    return [
        topic
        for topic, labels in given.labels.items()
        if given.run.get(topic) and max(labels.values()) >= 0
    ]


def _rounded(scores: Mapping[str, float]) -> dict[str, float]:
    rounded = in_single_precision(np.array(list(scores.values()), np.float64))
    return dict(zip(scores, rounded.tolist(), strict=True))


def _notes(
    given: Given, ours: Sequence[Ours], theirs: Mapping[str, Mapping[str, float]]
) -> Iterator[str]:
    lacking = [each.measure for each in ours if each.measure.name not in theirs]
    unknown = [measure.name for measure in lacking if name_in_trec_eval(measure) is None]
    if unknown:
        yield f"{given.name}: not verified, since pytrec_eval does not have it: {_some(unknown)}."
    if below := [measure.name for measure in lacking if measure.name not in unknown]:
        why = f"pytrec_eval takes no threshold below {LEAST_LEVEL}"
        yield f"{given.name}: not verified, since {why}: {_some(below)}."
    answered = set(_answered(given))
    if left := [topic for topic in given.labels if topic not in answered]:
        why = "which the run lacks or which have negative labels alone"
        yield f"{given.name}: pytrec_eval is not asked about topics {why}: {_some(left)}."
    changed = [topic for topic in given.labels if _changes(given.run.get(topic, {}))]
    if not changed:
        yield f"{given.name}: in double precision every topic has the same order."
        return
    topics = counted(len(changed), "topic")
    means = [_mean_text(each) for each in ours if each.single.mean() != each.double.mean()]
    effect = f"means become {', '.join(means)}" if means else "no mean changes"
    change = f"the order of {topics} changes ({_some(changed)}): {effect}"
    yield f"{given.name}: in double precision {change}."


def _changes(scores: Mapping[str, float]) -> bool:
    """Whether single precision makes another order of one topic's passages."""
    return _order(scores) != _order(_rounded(scores))


def _order(scores: Mapping[str, float]) -> list[str]:
    # Strings compare by code points, which is the order of their UTF-8 bytes.
    return sorted(scores, key=lambda doc_id: (scores[doc_id], doc_id), reverse=True)


def _mean_text(ours: Ours) -> str:
    return f"{ours.measure.name} {ours.single.mean():.4f} -> {ours.double.mean():.4f}"


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:MOST_NAMED])
    return f"{shown} and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else shown
