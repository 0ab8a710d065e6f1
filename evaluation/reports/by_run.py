"""A comparison as papers print it: a table for each label set, runs by measures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from annotation.models import LabelSet
from evaluation.comparisons.results import Cell, ComparedRuns, runs_of, scores_of
from evaluation.scores.evaluating import cutoffs_of
from evaluation.scores.scoring import RunScores
from regrade.measures import Measure
from regrade.prose.short_names import short_names
from regrade.significance.pairs import difference


class RunCell(NamedTuple):
    """A run's mean by one measure.

    Attributes:
        is_best: whether no run of the table has a better one.
        cell: its test against the baseline; None for the baseline itself.
    """

    mean: float
    is_best: bool
    cell: Cell | None

    def stars(self, *, of_runs: bool) -> str:
        """None where a run is compared with itself: other labels are no finding about the run."""
        return self.cell.stars if self.cell is not None and of_runs else ""


class RunRow(NamedTuple):
    """`name` without what all runs share in their names."""

    name: str
    scores: RunScores
    is_baseline: bool
    cells: list[RunCell]


class RunTable(NamedTuple):
    """All runs under one label set.

    Attributes:
        cutoffs: down to which the share of unjudged passages is known; see `RunScores`.
    """

    label_set: LabelSet
    measures: Sequence[Measure]
    rows: list[RunRow]
    cutoffs: Sequence[int]

    @property
    def has_missing(self) -> bool:
        """Whether some run lacks a topic."""
        return any(row.scores.n_missing for row in self.rows)


def run_tables(compared: ComparedRuns) -> list[RunTable]:
    """In the comparison's order; the labels that others are compared with come first."""
    names = short_names([run.name for run in runs_of(compared)])
    blocks = scores_of(compared)
    tests = {
        (block.label_set.pk, contrast.run.run.pk): contrast.cells
        for block in compared.blocks
        for contrast in block.contrasts
    }
    return [_table(compared, block, names, tests) for block in blocks]


def _table(
    compared: ComparedRuns,
    block: Sequence[RunScores],
    names: Sequence[str],
    tests: dict[tuple[int, int], Sequence[Cell]],
) -> RunTable:
    measures, label_set = compared.measures, block[0].label_set
    means = [scores.means(measures).tolist() for scores in block]
    columns = zip(*means, strict=True)
    best = [_best(measure, column) for measure, column in zip(measures, columns, strict=True)]
    rows = []
    for name, scores, values in zip(names, block, means, strict=True):
        cells = tests.get((label_set.pk, scores.run.pk), [None] * len(measures))
        found = zip(values, best, cells, strict=True)
        is_baseline = compared.baseline_labels is None and scores is block[0]
        rows.append(
            RunRow(
                name,
                scores,
                is_baseline,
                [RunCell(mean, mean in top, cell) for mean, top, cell in found],
            )
        )
    return RunTable(label_set, measures, rows, cutoffs_of(measures))


def _best(measure: Measure, means: Sequence[float]) -> set[float]:
    """The best means, those that only rounding parts among them; none of what is not tested."""
    if not measure.is_tested:
        return set()
    most = min(means) if measure.lower_is_better else max(means)
    return {mean for mean in means if not difference(most, mean)}
