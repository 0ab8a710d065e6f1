"""A comparison as it is shown: label sets, within them runs, within them measures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from annotation.models import LabelSet
from evaluation.comparisons.outcomes import Method
from evaluation.exceptions import NotComparable
from evaluation.scores.evaluating import RunEvaluations
from evaluation.scores.scoring import RunScores
from evaluation.scores.topic_choice import TopicChoice
from ranking.models import Run
from regrade.measures import Measure
from regrade.significance import Corrected, EffectSize, PairedTest, stars

Correction = Literal["none", "bonferroni", "holm", "bh", "by"]


class Cell(NamedTuple):
    """One measure of one run beside its baseline.

    Attributes:
        difference: of the means; 0 if they differ by rounding only.
        adjusted: the p-value corrected for its family; None where nothing is corrected.
        n_corrected: the tests of that family; None where this one is no part of it.
        has_labels: whether both runs have a labelled passage; a test means nothing otherwise.
        these_topics: where a difference estimated from a sample lies for the topics compared; see
            `SampleIntervals`. The test's interval is for topics like these.
    """

    measure: Measure
    baseline_mean: float
    run_mean: float
    difference: float
    test: PairedTest
    effects: tuple[EffectSize, ...] = ()
    adjusted: float | None = None
    n_corrected: int | None = None
    has_labels: bool = True
    these_topics: tuple[float, float] | None = None

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


def baseline_of(compared: ComparedRuns) -> Run | None:
    """The baseline run; None where each run is compared with itself under other labels."""
    if compared.baseline_labels is not None:
        return None
    return compared.blocks[0].contrasts[0].baseline.run


def runs_of(compared: ComparedRuns) -> list[Run]:
    """All runs, the baseline first."""
    return [scores.run for scores in scores_of(compared)[0]]


def label_sets_of(compared: ComparedRuns) -> list[LabelSet]:
    """All label sets, those compared with first."""
    return [block[0].label_set for block in scores_of(compared)]


def scores_of(compared: ComparedRuns) -> list[list[RunScores]]:
    """For each label set, its runs: what is compared with comes first of either."""
    blocks = [[contrast.run for contrast in block.contrasts] for block in compared.blocks]
    contrasts = compared.blocks[0].contrasts
    if compared.baseline_labels is not None:
        return [[contrast.baseline for contrast in contrasts], *blocks]
    baselines = [block.contrasts[0].baseline for block in compared.blocks]
    return [[baseline, *block] for baseline, block in zip(baselines, blocks, strict=True)]


def evaluations_of(compared: ComparedRuns) -> RunEvaluations:
    """Every run under every label set, as it was scored for the comparison."""
    scores = [each for block in scores_of(compared) for each in block]
    return RunEvaluations(compared.topics, compared.measures, scores, compared.single_precision)


def measure_of(compared: ComparedRuns, name: str) -> Measure:
    """Raises NotComparable for a measure that is not compared."""
    for measure in compared.measures:
        if measure.name == name:
            return measure
    names = ", ".join(measure.name for measure in compared.measures)
    raise NotComparable(
        f"{name} is no measure of this comparison: it has {names}.",
        code="not_in_comparison",
        field="measure",
    )


def label_set_of(compared: ComparedRuns, name: str) -> LabelSet:
    """Raises NotComparable for a label set that is not compared."""
    for label_set in label_sets_of(compared):
        if label_set.name == name:
            return label_set
    raise NotComparable(f"{name} is no label set of this comparison.", code="not_in_comparison")
