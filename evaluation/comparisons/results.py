"""A comparison as it is shown: label sets, within them runs, within them measures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from annotation.models import LabelSet
from evaluation.comparisons.outcomes import Method
from evaluation.scores.scoring import RunScores
from evaluation.scores.topic_choice import TopicChoice
from regrade.measures import Measure
from regrade.significance import Corrected, EffectSize, PairedTest, stars

Correction = Literal["none", "bonferroni", "holm", "bh", "by"]


class Cell(NamedTuple):
    """One measure of one run beside its baseline.

    Attributes:
        difference: of the means; 0 if they differ by rounding only.
        adjusted: the p-value corrected for the whole table; None where nothing is corrected.
        has_labels: whether both runs have a labelled passage; a test means nothing otherwise.
    """

    measure: Measure
    baseline_mean: float
    run_mean: float
    difference: float
    test: PairedTest
    effects: tuple[EffectSize, ...] = ()
    adjusted: float | None = None
    has_labels: bool = True

    @property
    def relative(self) -> float | None:
        """The difference as a share of the baseline's mean; None where that is 0."""
        return self.difference / self.baseline_mean if self.baseline_mean else None

    @property
    def stars(self) -> str:
        """Stars of the corrected p-value, or of the plain one without a correction."""
        if not self.has_labels:
            return ""
        return stars(self.test.p_value if self.adjusted is None else self.adjusted)


class Contrast(NamedTuple):
    """A run and its baseline: another run, or itself under other labels."""

    baseline: RunScores
    run: RunScores
    cells: Sequence[Cell]


class Block(NamedTuple):
    """All contrasts under one label set."""

    label_set: LabelSet
    contrasts: Sequence[Contrast]

    @property
    def scores(self) -> Iterator[RunScores]:
        """Of both sides of each contrast; a baseline comes again."""
        for contrast in self.contrasts:
            yield from (contrast.baseline, contrast.run)


class ComparedRuns(NamedTuple):
    """A comparison's results, and the hash that identifies it."""

    topics: TopicChoice
    measures: Sequence[Measure]
    method: Method
    baseline_labels: LabelSet | None
    blocks: Sequence[Block]
    content_hash: str
    corrected: Corrected | None = None
    single_precision: bool = False

    @property
    def test(self) -> str:
        return self.method.test

    @property
    def cells(self) -> Iterator[tuple[Block, Contrast, Cell]]:
        """In the order of every table."""
        for block in self.blocks:
            for contrast in block.contrasts:
                for cell in contrast.cells:
                    yield block, contrast, cell

    @property
    def n_tests(self) -> int:
        """Number of tests made; counts and diagnostics are shown without one."""
        return sum(1 for *_, cell in self.cells if cell.test.p_value is not None)
