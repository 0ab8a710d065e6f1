"""Twenty topics with one relevant passage each, and a small TK that learns them in a second."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from annotation.models import LabelSet
from evaluation.models import Training
from evaluation.training.asked import AskedTraining
from evaluation.training.starting import start_training
from ranking.models import Run
from tests.factories import make_collection, make_labels, make_run, make_topics
from tests.regrade.training.small import QUERIES, TEXTS, model

N = 20
PASSAGES = {f"d{n:02}": text for n, text in enumerate(TEXTS[:N])}
TOPICS = {f"q{n:02}": query for n, query in enumerate(QUERIES[:N])}
SETTINGS = {
    "ranker": "tk",
    "batch": 8,
    "steps": 12,
    "learning_rate": 3e-3,
    "validate_every": 6,
    "seed": 4,
}


def make_ground() -> tuple[Run, LabelSet]:
    """A run that has all passages in the reverse order, and labels."""
    ground = make_collection(texts=PASSAGES), make_topics(queries=TOPICS)
    order = [*PASSAGES][::-1]
    run = make_run("first", *ground, dict.fromkeys(TOPICS, order))
    relevant = {query: {doc: 2} for query, doc in zip(TOPICS, PASSAGES, strict=True)}
    return run, make_labels("trec", *ground, relevant)


def asked(folder: Path, **changes: Any) -> AskedTraining:
    """A training of the ground, from a model of fixed random weights in a folder."""
    run, label_set = Run.objects.get(name="first"), LabelSet.objects.get(name="trec")
    small = model(folder / "small", "tk").path
    settings = {**SETTINGS, **changes.pop("settings", {})}
    usual = AskedTraining("tuned", run, label_set, f"{small}", settings=settings)
    return usual._replace(**changes)


def begin(folder: Path, **changes: Any) -> Training:
    """The training, begun and left to nobody."""
    return start_training(asked=asked(folder, **changes), offers=False)


def weights_of(training: Training) -> str:
    training.refresh_from_db()
    assert training.model is not None, training.error
    return str(training.model.frozen["weights_sha256"])
