from __future__ import annotations

from collections.abc import Iterable

from evaluation.scores.scoring import RunScores
from regrade.measures.measure import MAX_CUTOFF
from regrade.measures.unlabelled import EFFECT


def unlabelled_notes(of_runs: Iterable[RunScores]) -> list[str]:
    """A sentence for each run without a labelled passage as deep as any measure looks.

    Runs and labels name passages of one collection here, so it is not how doc_ids are written.
    """
    return list(dict.fromkeys(_note(scores) for scores in of_runs if not scores.has_label))


def _note(scores: RunScores) -> str:
    down_to = "" if scores.deepest == MAX_CUTOFF else f" down to rank {scores.deepest:,}"
    none = f"No passage that {scores.run.name} ranked{down_to} has a label"
    cause = "the labels were given to other passages of the collection, such as those of a pool"
    return f"{none} under {scores.label_set.name}: {EFFECT}. The likely cause: {cause} without it."
