"""The fewest labels that would turn a comparison of two runs."""

from __future__ import annotations

from evaluation.comparisons.results import (
    ComparedRuns,
    baseline_of,
    label_set_of,
    measure_of,
    runs_of,
)
from evaluation.exceptions import NotComparable
from evaluation.whatif.turning import FewestLabels, fewest_labels


def turning_of(compared: ComparedRuns, run: str, label_set: str, measure: str) -> FewestLabels:
    """The least number of labels that puts the other of a run and the baseline ahead.

    Raises:
        NotComparable: the run, label set or measure is not compared, or runs are compared with
            themselves.
    """
    baseline = baseline_of(compared)
    runs = [one for one in runs_of(compared) if one.name == run]
    if baseline is None or not runs or runs[0].pk == baseline.pk:
        raise NotComparable(f"{run} is compared with no other run here.", code="not_in_comparison")
    return fewest_labels(
        label_set_of(compared, label_set),
        [baseline, runs[0]],
        measure_of(compared, measure),
        frozenset(compared.topics.ids),
        single_precision=compared.single_precision,
    )
