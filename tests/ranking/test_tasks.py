from __future__ import annotations

from pathlib import Path

import pytest
from celery.exceptions import Reject
from celery.signals import worker_init
from django.conf import settings
from django.db import OperationalError, ProgrammingError
from pytest_django.fixtures import Settings

from ranking import tasks as module
from ranking.exceptions import BrokenDevice, UnfitWorker
from ranking.jobs.offering import FIRST, TASK
from ranking.models import Job
from ranking.tasks import offer_silent_chunks, rank_chunk
from ranking.worker_times import BEAT_EVERY_S, OFFERED_FOR, SILENT_AFTER
from tests.ranking.jobs.job_cases import (
    fail_with,
    land_all,
    outcomes,
    plan_job,
    plan_job_with_vectors,
)


@pytest.mark.django_db
def test_rank_chunk_ranks_the_chunk_of_that_key(monkeypatch: pytest.MonkeyPatch) -> None:
    job = plan_job(monkeypatch, topics_per_chunk=2)
    rank_chunk(job.chunks.get().pk)
    assert job.run.rankings.count() == 2


@pytest.mark.django_db
def test_rank_chunk_of_the_last_vectors_offers_the_topics(monkeypatch: pytest.MonkeyPatch) -> None:
    job = plan_job_with_vectors(monkeypatch)
    topics = job.chunks.filter(passages_from=None, offered_at__isnull=False)
    offered = []
    for chunk in job.chunks.encoding():
        rank_chunk(chunk.pk)
        offered.append(topics.count())
    assert offered == [0, 2]


@pytest.mark.django_db
def test_rank_chunk_that_this_worker_cannot_do_goes_back_to_the_queue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job = plan_job(monkeypatch)
    fail_with(monkeypatch, UnfitWorker("There is no such folder."))
    with pytest.raises(Reject) as rejected:
        rank_chunk(job.chunks.all()[0].pk)
    assert rejected.value.args == ("There is no such folder.", True)


@pytest.mark.django_db
def test_rank_chunk_under_which_the_gpu_has_failed_ends_its_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job = plan_job(monkeypatch)
    fail_with(monkeypatch, BrokenDevice("It fell off the bus."))
    with pytest.raises(SystemExit, match="bus"):
        rank_chunk(job.chunks.all()[0].pk)
    assert outcomes(job.chunks.all()[0]) == ["declined"]


@pytest.mark.django_db
def test_offer_silent_chunks_looks_after_running_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    land_all(plan_job(monkeypatch))
    offer_silent_chunks()
    assert Job.objects.get().status == "done"


def test_a_chunk_beats_several_times_before_it_counts_as_silent() -> None:
    assert SILENT_AFTER.total_seconds() >= 5 * BEAT_EVERY_S


def test_a_chunk_in_hand_of_a_killed_worker_is_offered_within_a_minute_even_twice() -> None:
    look = settings.CELERY_BEAT_SCHEDULE["offer-silent-chunks-again"]
    once = SILENT_AFTER.total_seconds() + float(str(look["schedule"]))
    assert once + OFFERED_FOR.total_seconds() < 60


def test_the_scheduler_looks_after_all() -> None:
    tasks = {str(entry["task"]) for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    ours = {"offer_silent_chunks", "offer_waiting_variants", "sweep_uploads"}
    assert {f"ranking.tasks.{name}" for name in ours} <= tasks


def test_what_is_urgent_goes_ahead_of_what_waits() -> None:
    assert settings.CELERY_TASK_ROUTES[TASK]["priority"] > FIRST


@pytest.mark.django_db(transaction=True)
def test_a_worker_with_a_foreign_storage_root_ends_with_a_sentence(settings: Settings) -> None:
    settings.JOINS = True
    with pytest.raises(SystemExit, match="no installation"):
        worker_init.send(sender=None)


@pytest.mark.django_db(transaction=True)
def test_a_worker_whose_storage_root_is_of_no_use_ends_with_a_sentence(storage: Path) -> None:
    storage.write_text("a file")
    with pytest.raises(SystemExit, match="Not a directory"):
        worker_init.send(sender=None)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OperationalError("connection refused"), "connection refused"),
        (ProgrammingError("no such table"), "another release"),
    ],
)
@pytest.mark.django_db(transaction=True)
def test_a_worker_whose_database_is_away_or_anothers_ends_with_a_sentence(
    error: Exception, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(**_: object) -> None:
        raise error

    monkeypatch.setattr(module, "check_storage", look)
    with pytest.raises(SystemExit, match=said):
        worker_init.send(sender=None)
