"""The runs and label sets of a comparison, its baseline among them."""

from __future__ import annotations

from annotation.models import LabelSet
from evaluation.comparisons.results import ComparedRuns
from evaluation.exceptions import NotComparable
from evaluation.scores.evaluating import RunEvaluations
from evaluation.scores.scoring import RunScores
from ranking.models import Run
from regrade.measures import Measure


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
