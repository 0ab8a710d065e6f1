"""Jobs whose chunks score as a test says, with no model behind them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import numpy as np
import pytest
from django.utils import timezone

from ranking.jobs.attempts import Worker, begin_attempt
from ranking.jobs.creating import Plan, create_job
from ranking.models import Chunk, Job, Ranking, Run, RunKind
from ranking.rankers.chunk import RANKERS, Ranker, ScoreTopics
from ranking.runs.storing import ScoredTopics, TopicRanking
from ranking.worker_times import SILENT_AFTER
from tests.factories import make_collection, make_topics

RANKER, VERSION = "plain", "1"
LONG_AGO = SILENT_AFTER + timedelta(seconds=1)
ANN, BEN = Worker("ann@one", "one", 11), Worker("ben@two", "two", 22)


def score_plainly(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
    """Each topic finds the first two passages."""
    rankings = [
        TopicRanking(topic_id, np.array([0, 1], np.int32), np.array([2.0, 1.0]))
        for topic_id in topic_ids
    ]
    return ScoredTopics(rankings, "abacus")


def score_by(
    monkeypatch: pytest.MonkeyPatch, score_topics: ScoreTopics, *, at_once: int | None = None
) -> None:
    ranker = Ranker(score_topics, VERSION, topics_at_once=lambda _: at_once)
    monkeypatch.setitem(RANKERS, RANKER, ranker)


def fail_with(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Make every scoring raise this error."""

    def fail(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        raise error

    score_by(monkeypatch, fail)


def keep_nothing(*, run: Run, start: int) -> str:
    """Where vectors are needed, they are there at once."""
    return "abacus"


def make_plan(
    n_topics: int = 2,
    topics_per_chunk: int = 1,
    *,
    name: str = "run",
    passage_ranges: Sequence[range] = (),
) -> Plan:
    """A new plan, with a collection and topics of its own."""
    collection = make_collection(f"{name}-passages")
    topic_set = make_topics(f"{name}-topics", {f"q{i + 1}": "why" for i in range(n_topics)})
    topic_ids = list(topic_set.topics.order_by("ordinal").values_list("pk", flat=True))
    spec = {"ranker": RANKER, "text_version": collection.text_version, "code_version": VERSION}
    plan = Plan(
        name, collection, topic_set, spec, topic_ids, topics_per_chunk, "rank.cpu", RunKind.NN
    )
    return plan._replace(passage_ranges=passage_ranges)


def plan_job(
    monkeypatch: pytest.MonkeyPatch,
    n_topics: int = 2,
    topics_per_chunk: int = 1,
    *,
    name: str = "run",
) -> Job:
    score_by(monkeypatch, score_plainly)
    return create_job(plan=make_plan(n_topics, topics_per_chunk, name=name))


def plan_job_with_vectors(monkeypatch: pytest.MonkeyPatch) -> Job:
    """Two chunks of 4 and 3 passages come before the two of a topic each."""
    ranker = Ranker(score_plainly, VERSION, keep_nothing)
    monkeypatch.setitem(RANKERS, RANKER, ranker)
    return create_job(plan=make_plan(passage_ranges=[range(4), range(4, 7)]))


def take(chunk: Chunk, worker: Worker = ANN) -> Chunk:
    """Let a worker have it in hand."""
    assert begin_attempt(chunk_id=chunk.pk, worker=worker)
    return Chunk.objects.get(pk=chunk.pk)


def make_silent(chunk: Chunk) -> None:
    """Its worker was killed a while ago."""
    Chunk.objects.filter(pk=chunk.pk).update(beat_at=timezone.now() - LONG_AGO)


def lose(chunk: Chunk) -> None:
    """A worker takes it and is killed."""
    take(chunk)
    make_silent(chunk)


def outcomes(chunk: Chunk) -> list[str]:
    """What came of each start, the first one first."""
    return list(chunk.attempts.order_by("number").values_list("outcome", flat=True))


def land_all(job: Job) -> None:
    """What the job's chunks leave when all is done but the last word."""
    Chunk.objects.filter(job=job).update(n_attempts=1, finished_at=timezone.now())
    topic = job.run.topic_set.topics.get(ordinal=0)
    Ranking.objects.create(run=job.run, topic=topic, ordinals=[0], scores=[1.0])
