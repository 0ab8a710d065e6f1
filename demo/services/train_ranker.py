from __future__ import annotations

from annotation.models import LabelSet
from demo.names import BM25_RUN, LIBERAL_LABELS, TRAINING
from demo.services.existing import existing
from evaluation.models import Training
from evaluation.training.asked import AskedTraining
from evaluation.training.here_and_now import Tell as TellOfTraining
from evaluation.training.here_and_now import train_now
from evaluation.training.starting import start_training
from ranking.lookup import by_name
from ranking.models import JobStatus, Run

SETTINGS = {"ranker": "tk", "loss": "hinge", "batch": 8, "learning_rate": 1e-3, "seed": 1}
HELD_OUT = 0.25


def train_ranker(*, n_steps: int, depth: int, progress: TellOfTraining) -> str | None:
    """Train a TK on the closed campaign's labels, or do what remains of it.

    Args:
        depth: rank of the run that negatives come from; so many passages of a held-out topic are
            re-ranked.
    """
    run, label_set = by_name(Run, BM25_RUN), by_name(LabelSet, LIBERAL_LABELS)
    training = existing(Training, TRAINING, run=run, label_set=label_set)
    if training is not None and training.status == JobStatus.DONE:
        return None
    settings = {
        **SETTINGS,
        "steps": n_steps,
        "validate_every": max(1, n_steps // 6),
        "depth": depth,
        "validation_depth": [depth],
    }
    asked = AskedTraining(TRAINING, run, label_set, settings=settings, held_out=HELD_OUT)
    training = train_now(training=start_training(asked=asked, offers=False), progress=progress)
    return (
        f"Training {TRAINING}: a TK that learned from {len(training.trained_on)} judged topics, too"
        " few to rank well."
    )
