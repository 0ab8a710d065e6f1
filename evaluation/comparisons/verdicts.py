"""A comparison's verdict on one run, and on all of them."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluation.comparisons.freezing import led_by_first
from evaluation.comparisons.options import affordable_draws
from evaluation.comparisons.results import Block, Cell, ComparedRuns, Contrast
from evaluation.exceptions import NotComparable
from evaluation.scores.estimable import sampled
from regrade.significance import LeadChanges, SystemOptions, lead_changes, stars
from regrade.significance.pairs import DECIMALS
from regrade.verdict import (
    Finding,
    Moves,
    Overall,
    Standing,
    Verdict,
    count_at_best,
    how_unjudged_counts,
    reach_verdict,
    sum_up,
)


class Lead(NamedTuple):
    """The lead of a run over the baseline under the first label set and under another.

    `p_value` and `interval` are of the change, for all runs at once.
    """

    run: str
    before: float
    after: float
    change: float
    p_value: float | None
    interval: tuple[float, float] | None
    stars: str


class LeadsChanged(NamedTuple):
    """Change of the leads of all runs from the first label set to another.

    `f` and `p_value` are of the interaction of label set and run, None where there are too few;
    f also where it is infinite: no change varies over topics.
    """

    labels: str
    f: float | None
    p_value: float | None
    confidence: float
    leads: list[Lead]


class OnAllRuns(NamedTuple):
    """The verdict on all runs, and how their leads over the baseline change with the labels."""

    baseline: str
    overall: Overall
    changes: list[LeadsChanged]


def leads_in(compared: ComparedRuns, measure: str | None = None) -> ComparedRuns:
    """The comparison that a verdict is about: of runs with a baseline, by one measure at least.

    Where each run is compared with itself under other labels, the first run is the baseline.

    Args:
        measure: its name; by default the first.

    Raises:
        NotComparable: a single run compared with itself, or a measure that is not part of the
            comparison or not tested.
    """
    index = _measure_index(compared, measure)
    if compared.baseline_labels is None:
        return compared
    if len(compared.blocks[0].contrasts) < 2:
        raise NotComparable(
            "A verdict is about the lead of a run over another: choose a second run.",
            code="needs_two_runs",
        )
    return led_by_first(compared, compared.measures[index])


def verdict_on(
    compared: ComparedRuns, run: str | None = None, measure: str | None = None
) -> Verdict:
    """A comparison's verdict on one run in one measure, under all its label sets.

    Args:
        compared: with a baseline run, as `leads_in` gives it.
        run, measure: names; by default the first of each.

    Raises:
        NotComparable: a run or measure that is not part of the comparison, or a measure that is
            not tested.
    """
    index = _measure_index(compared, measure)
    findings = [
        _finding(compared, block, contrast, contrast.cells[index])
        for block in compared.blocks
        for contrast in [_contrast(block, run)]
    ]
    return reach_verdict(findings)


def _measure_index(compared: ComparedRuns, name: str | None) -> int:
    names = [measure.name for measure in compared.measures]
    index = 0 if name is None else names.index(name) if name in names else None
    if index is None:
        raise NotComparable(
            f"{name} is no measure of this comparison: name one it was asked by.",
            code="not_in_comparison",
        )
    if not compared.measures[index].is_tested:
        raise NotComparable(
            f"{names[index]} does not say how good a run is: name another measure.",
            code="measure_not_tested",
        )
    return index


def _contrast(block: Block, run: str | None) -> Contrast:
    for contrast in block.contrasts:
        if run in (None, contrast.run.run.name):
            return contrast
    raise NotComparable(
        f"{run} is no run of this comparison: name one it was asked by.", code="not_in_comparison"
    )


def _finding(compared: ComparedRuns, block: Block, contrast: Contrast, cell: Cell) -> Finding:
    baseline, run, measure = contrast.baseline, contrast.run, cell.measure
    return Finding(
        *(block.label_set.name, baseline.run.name, run.run.name, measure.name, measure.symbol),
        *(cell.test, measure.lower_is_better, cell.adjusted),
        correction=compared.corrected.method if compared.corrected else "none",
        n_tests=(cell.n_corrected or 1) if compared.corrected else compared.n_tests,
        unjudged=run.unjudged_beside(measure),
        baseline_unjudged=baseline.unjudged_beside(measure),
        unjudged_counts=how_unjudged_counts(measure),
        depth=measure.cutoff,
        n_missing=run.n_missing,
        baseline_n_missing=baseline.n_missing,
        n_at_best=count_at_best(measure, baseline.values[measure.name], run.values[measure.name]),
        is_simulated=block.label_set.is_simulated,
        alpha=1.0 - compared.method.options.confidence,
        sampled=sampled(block.label_set),
        these_topics=cell.these_topics,
    )


def overall_on(compared: ComparedRuns, measure: str | None = None) -> OnAllRuns | None:
    """A comparison's verdict on all its runs in one measure; None where there is but one.

    Changes of leads are drawn with the comparison's seed, as often as its tests but a thousand
    times at least, and less often where runs and topics are so many that a page would wait.

    Args:
        compared: with a baseline run, as `leads_in` gives it.

    Raises:
        NotComparable: as `verdict_on` says.
    """
    index = _measure_index(compared, measure)
    if len(compared.blocks[0].contrasts) < 2:
        return None
    names = [contrast.run.run.name for contrast in compared.blocks[0].contrasts]
    changed = _changes(compared, index)
    moves = [
        Moves(block.label_set.name, dict(zip(names, found.changes, strict=True)))
        for block, found in changed
    ]
    standings = [_standing(compared, block, index) for block in compared.blocks]
    silent = frozenset[str]().union(*(standing.silent for standing in standings))
    return OnAllRuns(
        compared.blocks[0].contrasts[0].baseline.run.name,
        sum_up(standings, moves, _twins(compared, index, silent)),
        [_leads_changed(block, names, found) for block, found in changed],
    )


def _leads_changed(block: Block, runs: Sequence[str], found: LeadChanges) -> LeadsChanged:
    leads = [
        Lead(run, one.before, one.after, one.change, one.p_value, one.interval, stars(one.p_value))
        for run, one in zip(runs, found.changes, strict=True)
    ]
    f = found.f if found.f is not None and math.isfinite(found.f) else None
    return LeadsChanged(block.label_set.name, f, found.p_value, found.confidence, leads)


def _twins(compared: ComparedRuns, index: int, silent: Collection[str]) -> dict[str, str]:
    """Runs with the values of an earlier one on every topic under every label set, and which.

    Values of runs without labels are all alike, and say nothing.
    """
    first = compared.blocks[0].contrasts
    runs = [first[0].baseline.run.name, *(contrast.run.run.name for contrast in first)]
    tables = np.concatenate([_values(block, index) for block in compared.blocks], axis=1)
    earlier: dict[bytes, str] = {}
    found = {
        run: earlier.setdefault((np.round(values, DECIMALS) + 0.0).tobytes(), run)
        for run, values in zip(runs, tables, strict=True)
        if run not in silent
    }
    return {run: other for run, other in found.items() if run != other}


def _standing(compared: ComparedRuns, block: Block, index: int) -> Standing:
    cells = [(contrast, contrast.cells[index]) for contrast in block.contrasts]
    means = {contrast.run.run.name: cell.run_mean for contrast, cell in cells}
    contrast, cell = cells[0]
    return Standing(
        [_finding(compared, block, *one) for one in cells],
        {contrast.baseline.run.name: cell.baseline_mean, **means},
    )


def _changes(compared: ComparedRuns, index: int) -> list[tuple[Block, LeadChanges]]:
    """Of the leads under the first label set, under each other one."""
    first, *others = compared.blocks
    before, given = _values(first, index), compared.method.options
    n_runs, n_topics = before.shape
    n_draws = affordable_draws(given.n_resamples, n_topics, n_runs)
    options = SystemOptions(seed=given.seed, n_resamples=n_draws, confidence=given.confidence)
    return [
        (block, lead_changes(before, _values(block, index), options=options)) for block in others
    ]


def _values(block: Block, index: int) -> NDArray[np.float64]:
    """By run and topic, the baseline first."""
    measure = block.contrasts[0].cells[index].measure.name
    sides = [block.contrasts[0].baseline, *(contrast.run for contrast in block.contrasts)]
    return np.stack([side.values[measure] for side in sides])
