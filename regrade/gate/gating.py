"""Test a run against a baseline. Imported when files are read: scipy takes a second."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from regrade.exceptions import RegradeError
from regrade.files.streams import Progress
from regrade.gate.options import GateOptions
from regrade.measures import parse_measure
from regrade.score.options import Options
from regrade.score.printed import Printed, ScoredRun, names_of
from regrade.score.scoring import score_files
from regrade.significance import NonInferiority, non_inferiority


class NoLabel(RegradeError):
    """No passage of a run has a label: both runs could look alike for want of labels."""

    code = "no_label"


class Side(NamedTuple):
    """One of the two runs under one measure.

    Attributes:
        name: the file's.
        mean: over the topics.
        n_missing: topics that it lacks; they count with the measure's worst value.
        unjudged: share of its passages down to the measure's cutoff that have no label: the mean
            over the topics that it has.
    """

    name: str
    mean: float
    n_missing: int
    unjudged: float


class Gated(NamedTuple):
    """The test by one measure under one label file."""

    qrels: str
    printed: Printed
    baseline: Side
    run: Side
    tested: NonInferiority
    has_passed: bool


def gate_files(
    options: GateOptions,
    report: Callable[[str], object],
    progress: Progress | None = None,
) -> list[Gated]:
    """Test a run against a baseline by every measure under every label file.

    Args:
        options: the files and what is asked of them.
        report: called with each sentence that is worth knowing about the files.
        progress: see `streams`.

    Raises:
        BadInput: a file cannot be used.
        NoLabel: no passage of a run has a label.
    """
    return [
        gated
        for qrels, name in zip(options.qrels, names_of(options.qrels), strict=True)
        for gated in _under(name, _scored(qrels, options, report, progress), options)
    ]


def _scored(
    qrels: Path,
    options: GateOptions,
    report: Callable[[str], object],
    progress: Progress | None,
) -> list[ScoredRun]:
    judged = {_judged(printed).label: _judged(printed) for printed in options.measures}
    asked = Options(
        qrels=qrels,
        runs=(options.baseline, options.run),
        measures=(*options.measures, *judged.values()),
        leniency=options.leniency,
        min_relevance=options.min_relevance,
        single_precision=options.single_precision,
    )
    runs = score_files(asked, report, progress)
    for run in runs:
        if run.note:
            raise NoLabel(run.note)
    return runs


def _judged(printed: Printed) -> Printed:
    """The share of judged passages as deep as the measure looks."""
    cutoff = printed.measure.cutoff
    measure = parse_measure("Judged" if cutoff is None else f"Judged@{cutoff}")
    return Printed(measure.name, measure)


def _under(qrels: str, runs: Sequence[ScoredRun], options: GateOptions) -> Iterator[Gated]:
    values = [
        {printed.label: of for printed, of in zip(run.measures, run.values, strict=True)}
        for run in runs
    ]
    for printed in options.measures:
        tested = non_inferiority(
            *(of_run[printed.label] for of_run in values),
            margin=options.margins[printed.label],
            alpha=options.alpha,
            lower_is_better=printed.measure.lower_is_better,
        )
        baseline, run = (_side(run, printed) for run in runs)
        fails = {"worse"} if options.fail_on == "worse" else {"worse", "not shown"}
        yield Gated(qrels, printed, baseline, run, tested, tested.outcome not in fails)


def _side(run: ScoredRun, printed: Printed) -> Side:
    values = {of.label: each for of, each in zip(run.measures, run.values, strict=True)}
    judged = values[_judged(printed).label]
    is_there = ~np.isin(run.query_ids, run.missing)
    unjudged = float(1.0 - judged[is_there].mean())
    return Side(run.name, float(values[printed.label].mean()), len(run.missing), unjudged)
