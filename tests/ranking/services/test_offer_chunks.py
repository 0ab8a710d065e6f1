from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from config import celery_app
from ranking.models import Chunk, Job
from ranking.models.chunk import SILENT_AFTER
from ranking.services import offer_chunks as module
from ranking.services.offer_chunks import offer_job, offer_silent_chunks
from tests.ranking.services.reranking import add_ranking, plan_one_topic_a_chunk

pytestmark = pytest.mark.django_db
LONG_AGO = SILENT_AFTER + timedelta(seconds=1)


class Sent(list[tuple[str, int, str, int | None]]):
    """What would have gone to the broker."""

    def chunk_numbers(self) -> list[int]:
        return list(
            Chunk.objects.filter(pk__in=[pk for _, pk, *_ in self]).values_list("number", flat=True)
        )


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    messages = Sent()

    def send_task(name: str, args: list[Any], queue: str, expires: int | None) -> None:
        messages.append((name, args[0], queue, expires))

    monkeypatch.setattr(celery_app, "send_task", send_task)
    return messages


@pytest.fixture
def job(monkeypatch: pytest.MonkeyPatch) -> Job:
    return plan_one_topic_a_chunk(monkeypatch)


@pytest.fixture
def old_job(job: Job) -> Job:
    Job.objects.update(created_at=timezone.now() - LONG_AGO)
    return job


def test_offer_job_sends_each_chunk_to_the_queue_after_the_commit(
    job: Job, sent: Sent, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        assert offer_job(job=job) == 2
        assert sent == []
    chunk_ids = job.chunks.values_list("pk", flat=True)
    assert sent == [("ranking.tasks.rank_chunk", pk, "rank.gpu", None) for pk in chunk_ids]


def test_the_task_that_is_sent_exists() -> None:
    celery_app.loader.import_default_modules()
    assert module.TASK in celery_app.tasks


def offer(capture: DjangoCaptureOnCommitCallbacks) -> None:
    with capture(execute=True):
        offer_silent_chunks()


def test_offer_silent_chunks_leaves_a_new_job_to_the_queue(
    job: Job, sent: Sent, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    offer(django_capture_on_commit_callbacks)
    assert sent == []


def test_offer_silent_chunks_offers_one_whose_worker_died(
    job: Job, sent: Sent, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    job.chunks.filter(number=1).update(n_attempts=1, beat_at=timezone.now() - LONG_AGO)
    offer(django_capture_on_commit_callbacks)
    assert sent.chunk_numbers() == [1]


def test_offer_silent_chunks_offers_one_that_failed(
    job: Job, sent: Sent, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    job.chunks.filter(number=0).update(n_attempts=1, error="boom")
    offer(django_capture_on_commit_callbacks)
    assert sent.chunk_numbers() == [0]


def test_offer_silent_chunks_leaves_one_that_beats_and_those_behind_it(
    old_job: Job, sent: Sent, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    old_job.chunks.filter(number=0).update(n_attempts=1, beat_at=timezone.now())
    offer(django_capture_on_commit_callbacks)
    assert sent == []


def test_offer_silent_chunks_offers_those_of_a_deserted_job_for_a_while_only(
    old_job: Job,
    sent: Sent,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    monkeypatch.setattr(module, "N_WAITING_OFFERED", 1)
    offer(django_capture_on_commit_callbacks)
    assert sent.chunk_numbers() == [0]
    assert [expires for *_, expires in sent] == [60]


def test_offer_silent_chunks_closes_a_job_that_lacks_its_last_word(
    job: Job, sent: Sent, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    job.chunks.update(n_attempts=1, finished_at=timezone.now())
    add_ranking(job.run)
    offer(django_capture_on_commit_callbacks)
    job.refresh_from_db()
    assert (job.status, sent) == ("done", [])


def test_offer_silent_chunks_leaves_failed_jobs_alone(
    old_job: Job, sent: Sent, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    Job.objects.update(status="failed", finished_at=timezone.now())
    offer(django_capture_on_commit_callbacks)
    assert sent == []
