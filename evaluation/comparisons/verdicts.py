from __future__ import annotations

from evaluation.comparisons.results import Block, Cell, ComparedRuns, Contrast
from evaluation.exceptions import NotComparable
from regrade.verdict import Finding, Verdict, count_at_best, how_unjudged_counts, reach_verdict


def verdict_on(compared: ComparedRuns, run: str | None, measure: str | None) -> Verdict:
    """What a comparison lets be said of one run in one measure, under all its label sets.

    Args:
        run, measure: names; by default the first of each.

    Raises:
        NotComparable: runs compared with themselves, a run or measure that is not part of the
            comparison, or a measure that is not tested.
    """
    if compared.baseline_labels is not None:
        raise NotComparable(
            "A verdict is about a run and a baseline run: leave baseline_labels.",
            code="needs_baseline_run",
        )
    index = _measure(compared, measure)
    findings = [
        _finding(compared, block, contrast, contrast.cells[index])
        for block in compared.blocks
        for contrast in [_contrast(block, run)]
    ]
    return reach_verdict(findings)


def _measure(compared: ComparedRuns, name: str | None) -> int:
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
        n_tests=compared.corrected.n_tests if compared.corrected else compared.n_tests,
        unjudged=run.unjudged_beside(measure),
        baseline_unjudged=baseline.unjudged_beside(measure),
        unjudged_counts=how_unjudged_counts(measure),
        depth=measure.cutoff,
        n_missing=run.n_missing,
        baseline_n_missing=baseline.n_missing,
        n_at_best=count_at_best(measure, baseline.values[measure.name], run.values[measure.name]),
        is_simulated=block.label_set.is_simulated,
        alpha=1.0 - compared.method.options.confidence,
    )
