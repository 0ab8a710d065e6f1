"""A training in full: what its model follows from, its curves, and the runs made with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from evaluation.models import Training
from evaluation.training.progress import best_of, curves_of, training_progress
from ranking.models import Run


def head_of(training: Training) -> dict[str, Any]:
    """Its line in a list."""
    return {
        "name": training.name,
        "status": training.status,
        "step": training.step,
        "n_steps": training.n_steps,
        "created_at": training.created_at,
        "finished_at": training.finished_at,
        "ranker": training.recipe["ranker"],
        "run": training.run and training.run.name,
        "labels": training.label_set and training.label_set.name,
        "owner": training.owner and training.owner.username,
        "best": best_of(training),
    }


def described(training: Training) -> dict[str, Any]:
    """All of it."""
    progress, curves, model = training_progress(training), curves_of(training), training.model
    run, file = training.run, training.data.get("file")
    return {
        **head_of(training),
        **progress._asdict(),
        **curves._asdict(),
        "collection": run and run.collection.name,
        "topic_set": run and run.topic_set.name,
        "base": training.base["name"] or training.base.get("vectors", ""),
        "recipe": training.recipe,
        "file": Path(file["path"]).name if file else "",
        "file_format": file["format"] if file else "",
        "n_overlapping": training.data.get("n_overlapping", 0),
        "paper": training.data.get("recipe", ""),
        "relevant_from": training.data.get("relevant_from"),
        "n_trained_on": len(training.trained_on),
        "n_held_out": len(training.held_out),
        "held_out": training.held_out,
        "data_hash": training.data_hash,
        "weights_sha256": model.frozen["weights_sha256"] if model else "",
        "versions": dict(sorted(training.versions.items())),
        "runs": [one.name for one in runs_by(training)],
    }


def runs_by(training: Training) -> list[Run]:
    """Runs made with its model, that who asks may see."""
    if training.model is None:
        return []
    weights = training.model.frozen["weights_sha256"]
    return [*Run.objects.seen().filter(spec__model__weights_sha256=weights).order_by("name")]
