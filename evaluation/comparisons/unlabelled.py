from __future__ import annotations

from evaluation.comparisons.results import Block
from evaluation.scores.scoring import RunScores
from regrade.measures.measure import MAX_CUTOFF
from regrade.measures.unlabelled import EFFECT


def unlabelled_notes(block: Block) -> list[str]:
    """A sentence for each run without a labelled passage as deep as any measure looks.

    Runs and labels name passages of one collection here, so it is not how doc_ids are written.
    """
    both = [scores for each in block.contrasts for scores in (each.baseline, each.run)]
    notes = (_note(scores) for scores in both)
    return list(dict.fromkeys(note for note in notes if note))


def _note(scores: RunScores) -> str:
    deepest = max(scores.unjudged, default=0)
    if scores.unjudged.get(deepest) != 1.0:
        return ""
    down_to = "" if deepest == MAX_CUTOFF else f" down to rank {deepest:,}"
    none = f"No passage that {scores.run.name} ranked{down_to} has a label"
    cause = "the labels were given to other passages of the collection, such as those of a pool"
    return f"{none} under {scores.label_set.name}: {EFFECT}. The likely cause: {cause} without it."
