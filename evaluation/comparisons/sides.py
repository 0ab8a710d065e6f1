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
    baseline = baseline_of(compared)
    runs = [contrast.run.run for contrast in compared.blocks[0].contrasts]
    return runs if baseline is None else [baseline, *runs]


def label_sets_of(compared: ComparedRuns) -> list[LabelSet]:
    """All label sets, those compared with first."""
    label_sets = [block.label_set for block in compared.blocks]
    return (
        label_sets if compared.baseline_labels is None else [compared.baseline_labels, *label_sets]
    )


def evaluations_of(compared: ComparedRuns) -> RunEvaluations:
    """Every run under every label set, as it was scored for the comparison."""
    scores = list[RunScores]()
    if compared.baseline_labels is not None:
        scores += [contrast.baseline for contrast in compared.blocks[0].contrasts]
    for block in compared.blocks:
        if compared.baseline_labels is None:
            scores.append(block.contrasts[0].baseline)
        scores += [contrast.run for contrast in block.contrasts]
    return RunEvaluations(compared.topics, compared.measures, scores, compared.single_precision)


def measure_of(compared: ComparedRuns, name: str) -> Measure:
    """Raises NotComparable for a measure that is not compared."""
    for measure in compared.measures:
        if measure.name == name:
            return measure
    raise NotComparable(f"{name} is no measure of this comparison.")


def label_set_of(compared: ComparedRuns, name: str) -> LabelSet:
    """Raises NotComparable for a label set that is not compared."""
    for label_set in label_sets_of(compared):
        if label_set.name == name:
            return label_set
    raise NotComparable(f"{name} is no label set of this comparison.")
