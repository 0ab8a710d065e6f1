"""Jobs that compute vectors of passages before they rank topics."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from config import celery_app
from ranking.jobs.creating import create_job
from ranking.jobs.jobs import JobProgress, JobWork, job_progress
from ranking.jobs.offering import offer_job, offer_topics
from ranking.jobs.report import report_job
from ranking.jobs.steering import pause_job
from ranking.models import Attempt, Chunk, Job, Run
from ranking.rankers.chunk import RANKERS, Ranker, rank_chunk
from ranking.rankers.here_and_now import run_job_now
from ranking.worker_times import MAX_ERRORS
from tests.ranking.jobs.job_cases import (
    RANKER,
    VERSION,
    make_plan,
    outcomes,
    plan_job_with_vectors,
    score_plainly,
    take,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def job(monkeypatch: pytest.MonkeyPatch) -> Job:
    return plan_job_with_vectors(monkeypatch)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Keys of chunks that would have gone to the broker."""
    keys: list[int] = []
    monkeypatch.setattr(celery_app, "send_task", lambda _, args, **__: keys.extend(args))
    return keys


def chunk(job: Job, number: int) -> Chunk:
    return job.chunks.get(number=number)


def numbers(job: Job) -> list[int]:
    return list(job.chunks.on_offer().values_list("number", flat=True))


def test_chunks_of_passages_come_before_those_of_topics(job: Job) -> None:
    held = job.chunks.values_list("passages_from", "passages_to", "topic_ids__len")
    assert list(held) == [(0, 4, 0), (4, 7, 0), (None, None, 1), (None, None, 1)]


def test_on_offer_are_topics_only_once_all_vectors_are_there(job: Job) -> None:
    assert numbers(job) == [0, 1]
    rank_chunk(chunk_id=chunk(job, 0).pk)
    assert numbers(job) == [1]
    rank_chunk(chunk_id=chunk(job, 1).pk)
    assert numbers(job) == [2, 3]


def test_on_offer_looks_for_missing_vectors_once_whatever_postgresql_expects(job: Job) -> None:
    plan = job.chunks.on_offer().explain()
    # Where it could also look once a row, and does so for new rows, this one is the second.
    assert "hashed SubPlan 1)" in plan, plan


def test_rank_chunk_of_topics_too_early_begins_nothing(job: Job) -> None:
    rank_chunk(chunk_id=chunk(job, 2).pk)
    assert outcomes(chunk(job, 2)) == []


def test_rank_chunk_of_passages_asks_for_its_vectors_and_stores_no_ranking(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, int]] = []

    def keep(*, run: Run, start: int) -> str:
        asked.append((run.name, start))
        return "abacus"

    monkeypatch.setitem(RANKERS, RANKER, Ranker(score_plainly, VERSION, keep))
    rank_chunk(chunk_id=chunk(job, 1).pk)
    job.run.refresh_from_db()
    assert asked == [("run", 4)]
    assert (job.run.status, job.run.rankings.count()) == ("computing", 0)
    assert (job.run.spec or {})["computed_by"] == ["abacus"]
    assert outcomes(chunk(job, 1)) == ["landed"]


def test_run_job_now_reports_passages_and_then_topics(job: Job) -> None:
    found: list[JobProgress] = []
    run = run_job_now(job=job, progress=found.append)
    assert (run.status, run.rankings.count()) == ("complete", 2)
    assert [str(state.work) for state in found] == [
        "0 of 7 passages",
        "4 of 7 passages",
        "0 of 2 topics",
        "1 of 2 topics",
        "2 of 2 topics",
    ]


def fail_vectors(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    def keep(**_: Any) -> str:
        raise RuntimeError("no such device")

    monkeypatch.setitem(RANKERS, RANKER, Ranker(score_plainly, VERSION, keep))
    for number in (0, 1):
        for _ in range(MAX_ERRORS):
            rank_chunk(chunk_id=chunk(job, number).pk)


def test_vectors_that_cannot_be_computed_end_the_job_and_begin_no_topic(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_vectors(job, monkeypatch)
    state = job_progress(job_id=job.pk)
    assert (state.status, state.work) == ("failed", JobWork("passage", 7, 0, 7))
    assert "Vectors of passages 1 to 4 failed 3 times" in state.error
    assert outcomes(chunk(job, 2)) == []


def test_vectors_that_failed_are_on_offer_once_the_job_is_taken_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = make_plan(passage_ranges=[range(4), range(4, 7)])
    job = create_job(plan=plan)
    fail_vectors(job, monkeypatch)
    assert numbers(job) == []
    assert numbers(create_job(plan=plan)) == [0, 1]


def test_vectors_that_failed_leave_the_others_of_them_to_finish(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_hand = take(chunk(job, 1))
    fail_vectors(job, monkeypatch)
    assert job_progress(job_id=job.pk).status == "running"
    assert outcomes(in_hand) == [""]


def test_offer_topics_after_the_last_vectors_offers_them_all(
    job: Job, sent: list[int], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        offer_job(job=job)
    assert sent == [chunk(job, 0).pk, chunk(job, 1).pk]
    sent.clear()
    for number in (0, 1):
        rank_chunk(chunk_id=chunk(job, number).pk)
        with django_capture_on_commit_callbacks(execute=True):
            assert offer_topics(chunk_id=chunk(job, number).pk) == 2 * number
    assert sent == [chunk(job, 2).pk, chunk(job, 3).pk]


@pytest.mark.usefixtures("sent")
def test_offer_topics_after_a_second_delivery_offers_none_again(job: Job) -> None:
    for number in (0, 1):
        rank_chunk(chunk_id=chunk(job, number).pk)
    offered = [offer_topics(chunk_id=chunk(job, number).pk) for number in (1, 0, 1)]
    assert offered == [2, 0, 0]


@pytest.mark.usefixtures("sent")
def test_offer_topics_of_a_paused_job_offers_none(job: Job) -> None:
    for number in (0, 1):
        rank_chunk(chunk_id=chunk(job, number).pk)
    pause_job(job_id=job.pk)
    assert offer_topics(chunk_id=chunk(job, 1).pk) == 0


@pytest.mark.usefixtures("sent")
def test_offer_topics_after_a_chunk_of_topics_offers_none(job: Job) -> None:
    for number in (0, 1, 2):
        rank_chunk(chunk_id=chunk(job, number).pk)
    assert offer_topics(chunk_id=chunk(job, 2).pk) == 0


def test_report_job_counts_passages_while_their_vectors_are_computed(job: Job) -> None:
    Chunk.objects.filter(pk=chunk(job, 1).pk).update(passages_to=12)
    rank_chunk(chunk_id=chunk(job, 0).pk)
    take(chunk(job, 1))
    found = report_job(job_id=job.pk)
    assert found.counted.work == JobWork("passage", 12, 4, 0)
    assert [(one.n_passages, one.n_topics) for one in found.workers] == [(8, 0)]
    assert [(one.n_chunks, one.n_passages, one.n_topics) for one in found.shares] == [(1, 4, 0)]


def test_report_job_tells_the_rate_of_topics_from_them_alone(job: Job) -> None:
    for number in (0, 1):
        rank_chunk(chunk_id=chunk(job, number).pk)
    assert report_job(job_id=job.pk).per_min is None


def test_report_job_shows_rate_and_time_left_of_passages_by_their_number(job: Job) -> None:
    Chunk.objects.create(job=job, number=9, passages_from=7, passages_to=14)
    for number in (0, 1):
        rank_chunk(chunk_id=chunk(job, number).pk)
    long_ago = timezone.now() - timedelta(minutes=7000)
    Job.objects.update(started_at=long_ago)
    Attempt.objects.update(started_at=long_ago)
    found = report_job(job_id=job.pk)
    assert found.per_min == pytest.approx(0.001, rel=0.01)
    assert found.seconds_left == pytest.approx(7 * 60_000, rel=0.01)
