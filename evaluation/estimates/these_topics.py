"""Intervals of means and differences that are estimated from a sample of pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from annotation.models import LabelSet
from evaluation.scores.judged_runs import labelled_topics
from evaluation.scores.samples import Estimates, sample_of
from evaluation.scores.streamed_runs import rankings_of_all
from ranking.models import Run
from regrade.measures import Measure
from regrade.measures.labels import Floats
from regrade.sampling.intervals import interval_of

RUNS_AT_ONCE = 16  # whose weights of all pairs are in memory
LEAST_BEARING = 2  # judged pairs, of which a variance can be taken

Interval: TypeAlias = tuple[float, float]


class AskedIntervals(NamedTuple):
    """Runs by one measure under one label set, on some of its topics.

    Attributes:
        baseline: the run that each one's difference is from.
        single_precision: see `stream_rankings`.
    """

    runs: Sequence[Run]
    label_set: LabelSet
    measure: Measure
    topic_ids: Sequence[int]
    baseline: Run | None = None
    single_precision: bool = False
    confidence: float = 0.95


class SampleIntervals(NamedTuple):
    """Where a run's mean, and its difference from the baseline, lie for the topics asked about.

    Other samples of pairs vary them, and other topics do not: an interval for topics like these
    is that of the values by topic. None where fewer than two judged pairs bear on it.
    """

    mean: Interval | None
    difference: Interval | None


def intervals_for_these_topics(asked: AskedIntervals) -> list[SampleIntervals] | None:
    """One for each run; None under labels that are not a sample. Nothing is stored.

    Raises:
        MeasureRefused, NotComparable, NotFound: as `Sample` and `sample_of` say.
    """
    if not asked.label_set.is_sample or not asked.measure.is_tested:
        return None
    labels = labelled_topics(asked.label_set)
    sample = sample_of(labels)
    if sample is None:
        return None
    topics = labels.indices(asked.topic_ids)
    first = [] if asked.baseline is None else [asked.baseline]
    found = list[SampleIntervals]()
    for start in range(0, len(asked.runs), RUNS_AT_ONCE):
        runs = asked.runs[start : start + RUNS_AT_ONCE]
        rankings = rankings_of_all(
            [*first, *runs],
            labels,
            depth=asked.measure.cutoff,
            single_precision=asked.single_precision,
        )
        [estimates] = sample.estimates([asked.measure], rankings, topics)
        found += _intervals(estimates, asked)
    return found


def _intervals(estimates: Estimates, asked: AskedIntervals) -> Iterator[SampleIntervals]:
    """Of each run but the baseline, which comes first where there is one."""
    has_baseline = asked.baseline is not None
    n_runs = len(estimates.weights)
    for place in range(int(has_baseline), n_runs):
        alone, apart = np.zeros(n_runs), np.zeros(n_runs)
        alone[place] = apart[place] = 1.0
        apart[0] -= 1.0
        yield SampleIntervals(
            _interval(estimates, alone, asked.confidence),
            _interval(estimates, apart, asked.confidence) if has_baseline else None,
        )


def _interval(estimates: Estimates, signs: Floats, level: float) -> Interval | None:
    """Of the runs' means added with these signs."""
    if np.count_nonzero(signs @ estimates.weights[:, estimates.judged]) < LEAST_BEARING:
        return None
    return interval_of(estimates.means, signs, level=level).these_topics
