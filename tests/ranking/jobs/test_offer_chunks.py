from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import closing
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import connection
from django.db.models.functions import Now
from django.utils import timezone
from kombu import Connection
from pytest_django import DjangoCaptureOnCommitCallbacks

from config import celery_app
from ranking.jobs import offering as module
from ranking.jobs.attempts import begin_attempt, give_back
from ranking.jobs.offering import FIRST, offer_job, offer_silent_chunks
from ranking.jobs.steering import pause_job
from ranking.models import Attempt, Chunk, Job
from ranking.worker_times import OFFERED_FOR
from tests.database.scratch import database_url
from tests.ranking.jobs.job_cases import (
    ANN,
    BEN,
    LONG_AGO,
    land_all,
    lose,
    outcomes,
    plan_job,
    take,
)

pytestmark = pytest.mark.django_db
Offer = Callable[[], None]


class Sent(list[tuple[str, int, dict[str, Any]]]):
    """What would have gone to the broker."""

    def chunk_numbers(self) -> list[int]:
        number = dict(Chunk.objects.values_list("pk", "number"))
        return [number[pk] for _, pk, _ in self]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    messages = Sent()

    def send_task(
        name: str, args: list[Any], connection: Connection, retry: bool, **options: Any
    ) -> None:
        messages.append((name, args[0], options))

    monkeypatch.setattr(celery_app, "send_task", send_task)
    return messages


@pytest.fixture
def job(monkeypatch: pytest.MonkeyPatch) -> Job:
    return plan_job(monkeypatch)


@pytest.fixture
def old_job(job: Job) -> Job:
    """In a queue of its own: what a broker holds of it counts."""
    job.queue, job.started_at = f"test-{uuid4()}", timezone.now() - LONG_AGO
    job.save()
    return job


def test_offer_job_sends_each_chunk_to_the_queue_after_the_commit(
    job: Job, sent: Sent, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        assert offer_job(job=job) == 2
        assert sent == []
    chunk_ids = job.chunks.values_list("pk", flat=True)
    options = {"queue": "rank.cpu", "expires": None}
    assert sent == [("ranking.tasks.rank_chunk", pk, options) for pk in chunk_ids]


def test_the_task_that_is_sent_exists() -> None:
    celery_app.loader.import_default_modules()
    assert module.TASK in celery_app.tasks


@pytest.fixture
def offer(django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> Offer:
    """Run the scheduler's check of jobs, and commit the tasks it sends."""

    def look() -> None:
        with django_capture_on_commit_callbacks(execute=True):
            offer_silent_chunks()

    return look


def begin(job: Job) -> None:
    take(job.chunks.get(number=0))


def begin_long_ago(job: Job) -> None:
    """Other workers may be idle, when what was offered to them is lost."""
    begin(job)
    Attempt.objects.update(started_at=timezone.now() - LONG_AGO)


def fail_at_once(job: Job) -> None:
    Job.objects.update(started_at=timezone.now())
    job.chunks.filter(number=0).update(n_attempts=1, error="boom")


@pytest.mark.parametrize(
    ("happens", "numbers"),
    [
        (begin, []),
        (begin_long_ago, [1]),
        (fail_at_once, [0]),
        (lambda job: job.chunks.filter(number=0).update(n_attempts=1, finished_at=Now()), []),
        (lambda job: Job.objects.update(status="failed", finished_at=timezone.now()), []),
        (lambda job: Job.objects.update(started_at=timezone.now()), []),
    ],
    ids=["begun", "begun long ago", "failed", "landed a moment ago", "job failed", "job is new"],
)
def test_offer_silent_chunks_offers_what_nobody_is_at(
    happens: Callable[[Job], object], numbers: list[int], old_job: Job, sent: Sent, offer: Offer
) -> None:
    happens(old_job)
    offer()
    assert sent.chunk_numbers() == numbers


def test_offer_silent_chunks_offers_one_whose_worker_died_ahead_of_others(
    job: Job, sent: Sent, offer: Offer
) -> None:
    lose(job.chunks.get(number=1))
    offer()
    assert sent.chunk_numbers() == [1]
    assert [options["priority"] for *_, options in sent] == [FIRST]


def test_offer_silent_chunks_counts_a_loss_once_and_does_not_repeat_an_offer_at_once(
    job: Job, sent: Sent, offer: Offer
) -> None:
    lose(job.chunks.get(number=1))
    offer()
    offer()
    assert sent.chunk_numbers() == [1]
    chunk = job.chunks.get(number=1)
    assert (outcomes(chunk), chunk.n_losses) == (["lost"], 1)
    Chunk.objects.filter(number=1).update(offered_at=timezone.now() - OFFERED_FOR)
    offer()
    assert sent.chunk_numbers() == [1, 1]


def test_offer_silent_chunks_notices_losses_of_a_paused_job_and_offers_nothing(
    job: Job, sent: Sent, offer: Offer
) -> None:
    lose(job.chunks.get(number=1))
    pause_job(job_id=job.pk)
    offer()
    assert (outcomes(job.chunks.get(number=1)), sent) == (["lost"], [])


def test_offer_silent_chunks_ends_a_job_whose_last_chunk_was_lost_too_often(
    job: Job, sent: Sent, offer: Offer
) -> None:
    land_all(job)
    Chunk.objects.filter(number=1).update(finished_at=None, n_losses=9)
    lose(job.chunks.get(number=1))
    offer()
    job.refresh_from_db()
    assert (job.status, sent) == ("failed", [])
    assert "Topic q2 failed: 10 workers ended or fell silent with them." in job.error


def test_offer_silent_chunks_offers_those_of_a_stalled_job_for_a_while_only(
    old_job: Job,
    sent: Sent,
    monkeypatch: pytest.MonkeyPatch,
    offer: Offer,
) -> None:
    monkeypatch.setattr(module, "N_WAITING_OFFERED", 1)
    with celery_app.connection_for_write() as broker, broker.SimpleQueue(old_job.queue) as waiting:
        waiting.put("another job's")
        offer()
        offer()
        waiting.clear()
    assert sent.chunk_numbers() == [0]
    assert [options["expires"] for *_, options in sent] == [60]


def test_offer_silent_chunks_adds_nothing_to_a_queue_that_holds_them_all(
    old_job: Job, sent: Sent, offer: Offer
) -> None:
    """Where no worker comes for days, offers would pile up."""
    with celery_app.connection_for_write() as broker, broker.SimpleQueue(old_job.queue) as waiting:
        for chunk in old_job.chunks.all():
            waiting.put(chunk.pk)
        offer()
        waiting.clear()
    assert sent == []


def test_offer_silent_chunks_while_the_broker_is_away_still_closes_what_is_over(
    old_job: Job,
    monkeypatch: pytest.MonkeyPatch,
    offer: Offer,
) -> None:
    land_all(other := plan_job(monkeypatch, name="other"))
    monkeypatch.setattr(celery_app.conf, "broker_url", "redis://127.0.0.1:1")
    offer()
    statuses = dict(Job.objects.values_list("pk", "status"))
    assert statuses == {old_job.pk: "running", other.pk: "done"}


@pytest.mark.django_db(transaction=True)
def test_offer_silent_chunks_is_not_held_up_by_a_job_in_the_hands_of_a_frozen_process(
    old_job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    land_all(old_job)
    land_all(other := plan_job(monkeypatch, name="other"))
    with psycopg.connect(database_url(connection.settings_dict)) as frozen:
        frozen.execute("select from ranking_job where id = %s for update", [old_job.pk])
        with connection.cursor() as cursor:
            cursor.execute("set lock_timeout = '10ms'")
        offer_silent_chunks()
        connection.close()  # later tests wait for locks
    statuses = dict(Job.objects.values_list("pk", "status"))
    assert statuses == {old_job.pk: "running", other.pk: "done"}


def decline(chunk: Chunk) -> None:
    """A worker cannot do it, and says so."""
    attempt = begin_attempt(chunk_id=chunk.pk, worker=ANN)
    assert attempt
    give_back(attempt=attempt, declined="There is no such folder.")


def test_offer_silent_chunks_ends_a_job_that_was_declined_and_nobody_works_on(
    old_job: Job, sent: Sent, offer: Offer
) -> None:
    decline(old_job.chunks.get(number=0))
    offer()
    old_job.refresh_from_db()
    assert (old_job.status, sent) == ("failed", [])
    assert "ann@one declined: There is no such folder." in old_job.error


def test_offer_silent_chunks_offers_what_was_declined_to_those_who_work_on_the_job(
    old_job: Job, sent: Sent, offer: Offer
) -> None:
    decline(old_job.chunks.get(number=0))
    take(old_job.chunks.get(number=1), BEN)
    offer()
    old_job.refresh_from_db()
    assert (old_job.status, sent.chunk_numbers()) == ("running", [0])


def test_offer_silent_chunks_leaves_what_was_declined_to_those_at_work_elsewhere(
    old_job: Job,
    monkeypatch: pytest.MonkeyPatch,
    sent: Sent,
    offer: Offer,
) -> None:
    decline(old_job.chunks.get(number=0))
    other = plan_job(monkeypatch, name="other")
    Job.objects.update(queue=old_job.queue)
    take(other.chunks.get(number=0), BEN)
    offer()
    old_job.refresh_from_db()
    assert old_job.status == "running"


def test_offer_silent_chunks_gives_others_time_to_take_up_what_was_declined(
    job: Job, sent: Sent, offer: Offer
) -> None:
    decline(job.chunks.get(number=0))
    offer()
    job.refresh_from_db()
    assert (job.status, sent.chunk_numbers()) == ("running", [0])


def test_offer_silent_chunks_closes_a_job_that_lacks_its_last_word(
    job: Job, sent: Sent, offer: Offer
) -> None:
    land_all(job)
    offer()
    job.refresh_from_db()
    assert (job.status, sent) == ("done", [])


@pytest.mark.parametrize("is_frozen", [False, True])
def test_offer_job_while_the_broker_is_away_leaves_it_to_the_scheduler(
    is_frozen: bool,
    job: Job,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as mute:
        if not is_frozen:
            mute.shutdown(socket.SHUT_RDWR)
        monkeypatch.setattr(
            celery_app.conf, "broker_url", f"redis://127.0.0.1:{mute.getsockname()[1]}"
        )
        with django_capture_on_commit_callbacks(execute=True):
            offer_job(job=job)
    assert caplog.messages == ["the broker is away; its tasks are offered later"]


def test_offer_silent_chunks_offers_all_of_a_deserted_job_whose_queue_is_empty(
    old_job: Job,
    sent: Sent,
    monkeypatch: pytest.MonkeyPatch,
    offer: Offer,
) -> None:
    monkeypatch.setattr(module, "N_WAITING_OFFERED", 1)
    offer()
    assert sent.chunk_numbers() == [0, 1]
    assert [options["expires"] for *_, options in sent] == [None, None]


@pytest.mark.django_db(transaction=True)
def test_what_was_lost_comes_out_of_the_broker_first(job: Job) -> None:
    queue = f"test-{uuid4()}"
    Job.objects.update(queue=queue)
    job.refresh_from_db()
    offer_job(job=job)
    lose(job.chunks.get(number=1))
    offer_silent_chunks()
    with celery_app.connection_for_read() as broker, broker.SimpleQueue(queue) as waiting:
        messages = [waiting.get(block=True, timeout=10) for _ in range(3)]
        for message in messages:
            message.ack()
    pks = [message.payload[0][0] for message in messages]
    assert [Chunk.objects.get(pk=pk).number for pk in pks] == [1, 0, 1]
