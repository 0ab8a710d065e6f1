from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

import numpy as np
import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.utils import timezone

from ranking.models import (
    Attempt,
    Chunk,
    Collection,
    Installation,
    Job,
    PairScores,
    Passage,
    Ranking,
    Renaming,
    Run,
    Topic,
    TopicSet,
    TrainedModel,
    VariantMaking,
)
from ranking.worker_times import SILENT_AFTER
from tests.factories import make_collection, make_run, make_topics

pytestmark = pytest.mark.django_db


class World(NamedTuple):
    """One of everything: each case spoils it in one way."""

    collection: Collection
    topic_set: TopicSet
    topic: Topic
    run: Run
    job: Job
    chunk: Chunk


@pytest.fixture
def world() -> World:
    collection, topic_set = make_collection(), make_topics()
    topic = topic_set.topics.get(query_id="q1")
    run = make_run("bm25", collection, topic_set, {"q1": ["d1", "d2"]})
    job = Job.objects.create(run=run, queue="rank.gpu")
    chunk = Chunk.objects.create(job=job, number=0, topic_ids=[topic.pk])
    PairScores.objects.create(run=run, topic=topic, ordinals=[0], p=[0.5])
    Installation.objects.create()
    return World(collection, topic_set, topic, run, job, chunk)


def add_run(world: World, **fields: object) -> Run:
    values = {"name": "other", "source": "imported", "status": "complete"} | fields
    return Run.objects.create(collection=world.collection, topic_set=world.topic_set, **values)


def add_ranking(world: World, query_id: str, scores: list[float]) -> Ranking:
    topic = world.topic_set.topics.get(query_id=query_id)
    return Ranking.objects.create(run=world.run, topic=topic, ordinals=[0, 1], scores=scores)


def add_passage(world: World, **fields: object) -> Passage:
    values = {"ordinal": 9, "doc_id": "d9"} | fields
    return Passage.objects.create(collection=world.collection, **values)


def add_topic(world: World, **fields: object) -> Topic:
    values = {"ordinal": 9, "query_id": "q9", "query": "why"} | fields
    return Topic.objects.create(topic_set=world.topic_set, **values)


def add_pair_scores(world: World, query_id: str, p: list[float]) -> PairScores:
    topic = world.topic_set.topics.get(query_id=query_id)
    return PairScores.objects.create(run=world.run, topic=topic, ordinals=[0, 1], p=p)


def add_attempt(world: World, **fields: object) -> Attempt:
    values = {"worker": "w@h", "host": "h", "process": 1, "started_at": timezone.now()}
    attempt = {"number": 2, "ended_at": timezone.now(), "outcome": "lost"} | values | fields
    return Attempt.objects.create(chunk=world.chunk, **attempt)


def land_twice(world: World) -> None:
    for number in (2, 3):
        add_attempt(world, number=number, outcome="landed")


def change_chunk(world: World, **fields: object) -> int:
    return Chunk.objects.filter(pk=world.chunk.pk).update(**fields)


def add_making(world: World, **fields: object) -> VariantMaking:
    return VariantMaking.objects.create(collection=world.collection, n_passages=3, **fields)


def add_model(name: str, **fields: object) -> TrainedModel:
    return TrainedModel.objects.create(name=name, ranker="tk", frozen={}, **fields)


BREAKS: dict[str, Callable[[World], object]] = {
    "trained_model_name_unique": lambda _: [add_model("tuned"), add_model("tuned")],
    "trained_model_name_without_comma_or_blank": lambda _: add_model("a,b"),
    "trained_model_visibility_known": lambda _: add_model("tuned", visibility="all"),
    "collection_name_unique": lambda w: Collection.objects.create(name=w.collection.name),
    "collection_name_without_comma_or_blank": lambda w: Collection.objects.create(name="a,b"),
    "collection_visibility_known": lambda w: Collection.objects.create(name="x", visibility="all"),
    "topic_set_visibility_known": lambda w: TopicSet.objects.create(name="x", visibility="all"),
    "run_visibility_known": lambda w: add_run(w, visibility="all"),
    "renaming_to_another": lambda w: Renaming.objects.create(
        kind="ranking.run", key=1, former_name="a", name="a"
    ),
    "collection_variant_has_recipe": lambda w: Collection.objects.create(
        name="rotated", parent=w.collection
    ),
    "variant_making_done_in_range": lambda w: add_making(w, n_done=4),
    "variant_making_finished_when_done": lambda w: add_making(w, finished_at=timezone.now()),
    "variant_making_counts_in_range": lambda w: add_making(
        w, n_done=2, n_texts=2, n_changed=2, n_emptied=1
    ),
    "variant_making_failed_says_why": lambda w: add_making(w, failed_at=timezone.now()),
    "variant_making_not_finished_and_failed": lambda w: add_making(
        w, n_done=3, finished_at=timezone.now(), failed_at=timezone.now(), error="boom"
    ),
    "passage_doc_id_unique_in_collection": lambda w: add_passage(w, doc_id="d1"),
    "passage_ordinal_unique_in_collection": lambda w: add_passage(w, ordinal=0),
    "passage_doc_id_without_blank": lambda w: add_passage(w, doc_id="d 9"),
    "passage_empty_text_is_null": lambda w: add_passage(w, text=""),
    "passage_position_needs_document": lambda w: add_passage(w, position_in_document=0),
    "topic_set_name_unique": lambda w: TopicSet.objects.create(name=w.topic_set.name),
    "topic_set_name_without_comma_or_blank": lambda w: TopicSet.objects.create(name="a b"),
    "topic_set_variant_has_recipe": lambda w: TopicSet.objects.create(
        name="typos", parent=w.topic_set
    ),
    "topic_query_id_unique_in_set": lambda w: add_topic(w, query_id="q1"),
    "topic_ordinal_unique_in_set": lambda w: add_topic(w, ordinal=0),
    "topic_query_id_without_blank": lambda w: add_topic(w, query_id=""),
    "run_name_unique": lambda w: add_run(w, name=w.run.name),
    "run_name_without_comma_or_blank": lambda w: add_run(w, name="a\tb"),
    "run_source_known": lambda w: add_run(w, source="guessed"),
    "run_kind_known": lambda w: add_run(w, kind="quantum"),
    "run_link_is_http": lambda w: add_run(w, link="javascript:alert(1)"),
    "run_status_known": lambda w: add_run(w, status="lost"),
    "run_computed_has_spec": lambda w: add_run(w, source="computed"),
    "run_metadata_is_object": lambda w: add_run(w, metadata=["a list"]),
    "ranking_one_per_run_and_topic": lambda w: add_ranking(w, "q1", [2.0, 1.0]),
    "ranking_arrays_same_length": lambda w: add_ranking(w, "q2", [1.0]),
    "pair_scores_one_per_run_and_topic": lambda w: add_pair_scores(w, "q1", [0.5] * 4),
    "pair_scores_square": lambda w: add_pair_scores(w, "q2", [0.5] * 3),
    "job_one_per_run": lambda w: Job.objects.create(run=w.run, queue="rank.gpu"),
    "job_status_known": lambda w: Job.objects.filter(pk=w.job.pk).update(
        status="lost", finished_at=timezone.now()
    ),
    "job_finished_when_over": lambda w: Job.objects.filter(pk=w.job.pk).update(status="done"),
    "chunk_number_unique_in_job": lambda w: Chunk.objects.create(
        job=w.job, number=0, topic_ids=[1]
    ),
    "chunk_of_topics_or_passages": lambda w: change_chunk(w, passages_from=0, passages_to=4),
    "chunk_started_before_finished": lambda w: change_chunk(w, finished_at=timezone.now()),
    "chunk_not_finished_and_failed": lambda w: change_chunk(
        w, n_attempts=1, finished_at=timezone.now(), failed_at=timezone.now(), error="boom"
    ),
    "chunk_failed_says_why": lambda w: change_chunk(w, failed_at=timezone.now()),
    "chunk_failed_is_in_no_hands": lambda w: change_chunk(
        w, failed_at=timezone.now(), error="boom", beat_at=timezone.now()
    ),
    "attempt_number_unique_in_chunk": lambda w: [add_attempt(w), add_attempt(w)],
    "attempt_one_open_per_chunk": lambda w: [
        add_attempt(w, number=number, ended_at=None, outcome="") for number in (2, 3)
    ],
    "attempt_one_landed_per_chunk": land_twice,
    "attempt_outcome_known": lambda w: add_attempt(w, outcome="forgotten"),
    "attempt_ended_with_outcome": lambda w: add_attempt(w, outcome=""),
    "attempt_landed_some_time": lambda w: add_attempt(w, n_landed=1),
    "attempt_error_says_why": lambda w: add_attempt(w, outcome="declined"),
    "installation_is_one": lambda w: Installation.objects.create(),
    "installation_is_the_one": lambda w: Installation.objects.create(is_the_one=False),
}


@pytest.mark.parametrize("name", sorted(BREAKS))
def test_the_database_enforces(name: str, world: World) -> None:
    with pytest.raises(IntegrityError, match=f'"{name}"'), transaction.atomic():
        BREAKS[name](world)


def test_every_constraint_has_a_case() -> None:
    models = apps.get_app_config("ranking").get_models()
    assert {c.name for model in models for c in model._meta.constraints} == set(BREAKS)


def test_ranking_gives_back_the_arrays_it_was_given(world: World) -> None:
    scores = [1.5, -0.1]
    stored = Ranking.objects.get(pk=add_ranking(world, "q2", scores).pk)
    assert stored.scores.dtype == np.dtype("<f8")
    assert (stored.ordinals.tolist(), stored.scores.tolist()) == ([0, 1], scores)


def test_chunks_on_offer_are_those_nobody_works_on(world: World) -> None:
    now = timezone.now()
    beats = {1: now, 2: now - SILENT_AFTER - timedelta(seconds=1)}
    for number, beat_at in beats.items():
        Chunk.objects.create(
            job=world.job, number=number, topic_ids=[1], n_attempts=1, beat_at=beat_at
        )
    Chunk.objects.create(
        job=world.job, number=3, topic_ids=[1], n_attempts=1, beat_at=now, finished_at=now
    )
    Chunk.objects.create(job=world.job, number=4, topic_ids=[1], failed_at=now, error="boom")
    assert list(Chunk.objects.on_offer().values_list("number", flat=True)) == [0, 2]


def test_passages_with_text_leave_out_unknown_texts_and_keep_empty_ones() -> None:
    collection = make_collection("stubs", {"d1": "text", "d2": None, "d3": ""})
    assert [p.doc_id for p in collection.passages.with_text()] == ["d1", "d3"]
