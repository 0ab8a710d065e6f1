"""Topics that runs are scored on, and runs by models that were trained on some of these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import NamedTuple

import numpy as np

from annotation.models import LabelSet
from evaluation.exceptions import NotComparable, NoTopics
from evaluation.models import Training
from evaluation.scores.topic_choice import ChosenTopic, TopicChoice, TrainedTopics, choose_topics
from ranking.models import Run, TopicSet
from regrade.training.queries import overlap_of

MODELS = ("model", "passage_model")


class Taught(NamedTuple):
    """A run by a model that was trained on some of the topics.

    Attributes:
        query_ids: of these topics.
    """

    run: Run
    training: Training
    query_ids: Set[str]


def topics_for_runs(
    runs: Sequence[Run],
    label_sets: Sequence[LabelSet],
    *,
    only_topics_of: LabelSet | None = None,
    common_topics: bool = False,
    trained_topics: TrainedTopics = "refuse",
) -> TopicChoice:
    """The topics that runs are scored on: those that all label sets have, narrowed as asked.

    Args:
        common_topics: whether to narrow to topics that each of the runs has.
        trained_topics: whether to refuse topics that a run's model was trained on, to leave them
            out for all runs, or to keep them; the model that one began with counts, too.

    Raises:
        NoTopics: nothing is left.
        NotComparable: a run's model was trained on some of them.
    """
    common_to = runs if common_topics else ()
    choice = choose_topics(label_sets, only_topics_of=only_topics_of, common_to=common_to)
    choice = choice._replace(trained_topics=trained_topics)
    if trained_topics == "keep":
        return choice
    taught = taught_runs(runs, choice.topics)
    if taught and trained_topics == "refuse":
        raise _refusal(taught, len(choice.topics))
    return _without(choice, {one for each in taught for one in each.query_ids})


def _refusal(taught: Sequence[Taught], n_topics: int) -> NotComparable:
    first = max(taught, key=lambda one: len(one.query_ids))
    return NotComparable(
        f"The model of {first.run.name} was trained on {len(first.query_ids):,} of these"
        f" {n_topics:,} topics ({_shown(first.training)}), so that its scores there say little"
        " about others. Leave topics out that models were trained on, or say that they"
        " count all the same.",
        code="trained_topics",
        field="trained_topics",
    )


def _without(choice: TopicChoice, query_ids: Set[str]) -> TopicChoice:
    kept = [topic for topic in choice.topics if topic.query_id not in query_ids]
    if not kept:
        raise NoTopics(
            f"Models of these runs were trained on all {len(choice.topics):,} topics: no topic is"
            " left to compare them on.",
            code="all_trained_on",
        )
    return choice._replace(topics=kept, n_left_out=len(choice.topics) - len(kept))


def taught_notes(runs: Iterable[Run], topics: Sequence[ChosenTopic]) -> list[str]:
    """A sentence for each run and training that has some of these topics."""
    return [_note(one, len(topics)) for one in taught_runs(runs, topics)]


def taught_runs(runs: Iterable[Run], topics: Sequence[ChosenTopic]) -> list[Taught]:
    """Each run and training that has some of these topics."""
    each = {run.pk: run for run in runs}.values()
    weights = {run.pk: [*_weights(run)] for run in each}
    named = {one for found in weights.values() for one in found}
    by_weights = _trainings(named) if named else {}
    return [
        Taught(run, training, found)
        for run in each
        for one in weights[run.pk]
        for training in _behind(by_weights.get(one))
        if (found := _topics_of(training, run, topics))
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


def _topics_of(training: Training, run: Run, topics: Sequence[ChosenTopic]) -> Set[str]:
    """Query ids of topics whose query was trained on, in this topic set or another.

    A variant's topic counts if its original's query was trained on.
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
    return {named[place] for place in found} | (queries.keys() & taught)


def _root(topic_set: TopicSet) -> TopicSet:
    """The set that it is a variant of, or itself."""
    while topic_set.parent is not None:
        topic_set = topic_set.parent
    return topic_set


def _note(taught: Taught, n_topics: int) -> str:
    return (
        f"The model of {taught.run.name} was trained on {len(taught.query_ids):,} of these"
        f" {n_topics:,} topics ({_shown(taught.training)}): its scores there say little about"
        " others."
    )


def _shown(training: Training) -> str:
    is_seen = Training.objects.seen().filter(pk=training.pk).exists()
    return f"training {training.name}" if is_seen else "a private training"
