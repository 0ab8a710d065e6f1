"""Runs by models that were trained on topics which they are scored on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from evaluation.models import Training
from evaluation.scores.topic_choice import ChosenTopic
from ranking.models import Run, TopicSet
from regrade.training.queries import overlap_of

MODELS = ("model", "passage_model")


def taught_notes(runs: Iterable[Run], topics: Sequence[ChosenTopic]) -> list[str]:
    """A sentence for each run and training that has some of these topics."""
    each = {run.pk: run for run in runs}.values()
    weights = {run.pk: [*_weights(run)] for run in each}
    named = {one for found in weights.values() for one in found}
    by_weights = _trainings(named) if named else {}
    return [
        _note(run, training, n, len(topics))
        for run in each
        for one in weights[run.pk]
        for training in _behind(by_weights.get(one))
        if (n := _n_taught(training, run, topics))
    ]


def _weights(run: Run) -> Iterator[str]:
    """Hashes of the models that made it, and of those that made the runs that it re-ranks."""
    made: Run | None = run
    while made is not None:
        for key in MODELS:
            if model := (made.spec or {}).get(key):
                yield model["weights_sha256"]
        made = made.parent


def _trainings(weights: Iterable[str]) -> dict[str, Training]:
    found = Training.objects.filter(model__frozen__weights_sha256__in=[*weights])
    related = found.select_related("model", "run__topic_set")
    return {one.model.frozen["weights_sha256"]: one for one in related if one.model}


def _behind(training: Training | None) -> Iterator[Training]:
    """The training, and those of the models that it began with."""
    while training is not None:
        yield training
        weights = training.base.get("weights_sha256")
        training = _trainings([weights]).get(weights) if weights else None


def _n_taught(training: Training, run: Run, topics: Sequence[ChosenTopic]) -> int:
    """Topics whose query was trained on, in this topic set or another; a variant's by its root's.

    Trainings of earlier versions kept no hashes, but the ids of their topics.
    """
    root = _root(run.topic_set)
    by_id = training.run is not None and _root(training.run.topic_set) == root
    taught = {*training.trained_on} if by_id else set()
    queries = dict(
        root.topics.filter(query_id__in=[one.query_id for one in topics]).values_list(
            "query_id", "query"
        )
    )
    hashes = np.array(training.query_hashes, np.int64)
    named = [one.query_id for one in topics if one.query_id in queries]
    found = overlap_of([queries[one] for one in named], hashes)
    return len({named[place] for place in found} | {one for one in queries if one in taught})


def _root(topic_set: TopicSet) -> TopicSet:
    """The set that it is a variant of, or itself."""
    while topic_set.parent is not None:
        topic_set = topic_set.parent
    return topic_set


def _note(run: Run, training: Training, n: int, n_topics: int) -> str:
    return (
        f"The model of {run.name} was trained on {n:,} of these {n_topics:,} topics (training"
        f" {training.name}): its scores there say little about others."
    )
