"""Drawn runs and labels in the database, as imports would have left them."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from django.db import connection
from django.utils import timezone

from annotation.models import LabelSet, LabelSource, TopicLabels
from benchmarks.evaluation.workloads import N_PASSAGES, Labels, Retrieved, Shape
from ranking.models import Collection, Ranking, Run, RunSource, RunStatus, Topic, TopicSet
from ranking.storage.copying import copying

COPY = "COPY ranking_ranking (run_id, topic_id, ordinals, scores) FROM STDIN (FORMAT BINARY)"


def store_ground(shape: Shape) -> TopicSet:
    """Topics, and a collection of that name whose passages nobody asks for."""
    Collection.objects.create(
        name=shape.name, text_version=1, n_passages=N_PASSAGES, docids_hash="0" * 64
    )
    topic_set = TopicSet.objects.create(name=shape.name)
    Topic.objects.bulk_create(
        Topic(topic_set=topic_set, ordinal=i, query_id=str(i), query=f"topic {i}")
        for i in range(shape.n_topics)
    )
    return topic_set


def store_labels(name: str, shape: Shape, labels: Labels) -> LabelSet:
    topic_set = TopicSet.objects.get(name=shape.name)
    label_set = LabelSet.objects.create(
        name=name,
        topic_set=topic_set,
        collection=Collection.objects.get(name=shape.name),
        source=LabelSource.IMPORTED,
        scale=list(range(len(shape.grades))),
        min_relevance=1,
    )
    TopicLabels.objects.bulk_create(
        TopicLabels(label_set=label_set, topic_id=topic_id, ordinals=passages, relevances=values)
        for topic_id, (passages, values) in zip(
            _topic_ids(topic_set), map(labels.of, range(shape.n_topics)), strict=True
        )
    )
    label_set.content_hash = sha256(labels.relevances.tobytes()).hexdigest()
    label_set.frozen_at = timezone.now()
    label_set.save(update_fields=["content_hash", "frozen_at"])
    return label_set


def store_run(name: str, shape: Shape, retrieved: Retrieved) -> Run:
    topic_set = TopicSet.objects.get(name=shape.name)
    run = Run.objects.create(
        name=name,
        collection=Collection.objects.get(name=shape.name),
        topic_set=topic_set,
        source=RunSource.IMPORTED,
        status=RunStatus.COMPLETE,
        depth=retrieved.passages.shape[1],
    )
    rows = zip(_topic_ids(topic_set), retrieved.passages, retrieved.scores, strict=True)
    with copying(COPY) as copy:
        copy.set_types(["int8", "int8", "bytea", "bytea"])
        for topic_id, passages, scores in rows:
            ordinals = Ranking._meta.get_field("ordinals").get_prep_value(passages)
            packed = Ranking._meta.get_field("scores").get_prep_value(scores)
            copy.write_row((run.pk, topic_id, ordinals, packed))
    return run


def settle() -> None:
    """Let the planner know the tables before the clock runs."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def _topic_ids(topic_set: TopicSet) -> Sequence[int]:
    return list(topic_set.topics.order_by("ordinal").values_list("pk", flat=True))
