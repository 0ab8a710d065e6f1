from __future__ import annotations

from pathlib import Path

import pytest
from celery.exceptions import Reject
from celery.signals import worker_init
from django.conf import settings
from django.db import OperationalError, ProgrammingError
from pytest_django.fixtures import Settings

from config import celery_app
from ranking import tasks as module
from ranking.exceptions import BrokenDevice, UnfitWorker
from ranking.jobs.offering import FIRST, TASK
from ranking.models import Job
from ranking.rhythm import BEAT_EVERY_S, OFFER_EVERY_S, OFFERED_FOR, SILENT_AFTER
from ranking.tasks import offer_silent_chunks, rank_chunk
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
    with pytest.raises(SystemExit, match="It fell off the bus"):
        rank_chunk(job.chunks.all()[0].pk)
    assert outcomes(job.chunks.all()[0]) == ["declined"]


@pytest.mark.django_db
def test_offer_silent_chunks_looks_after_running_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    land_all(plan_job(monkeypatch))
    offer_silent_chunks()
    assert Job.objects.get().status == "done"


def test_tasks_end_before_the_broker_offers_them_again() -> None:
    visible_again_s = settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"]
    assert settings.CELERY_TASK_SOFT_TIME_LIMIT < settings.CELERY_TASK_TIME_LIMIT < visible_again_s


def test_a_chunk_beats_several_times_before_it_counts_as_silent() -> None:
    assert SILENT_AFTER.total_seconds() >= 5 * BEAT_EVERY_S


def test_a_chunk_in_hand_of_a_killed_worker_is_offered_within_a_minute_even_twice() -> None:
    once = SILENT_AFTER.total_seconds() + OFFER_EVERY_S
    assert once + OFFERED_FOR.total_seconds() < 60


def test_the_scheduler_looks_as_often_as_the_rhythm_says() -> None:
    entry = settings.CELERY_BEAT_SCHEDULE["offer-silent-chunks-again"]
    assert entry["schedule"] == OFFER_EVERY_S


def test_what_is_urgent_goes_ahead_of_what_waits() -> None:
    assert settings.CELERY_TASK_ROUTES[TASK]["priority"] > FIRST


def test_the_beat_schedule_names_tasks_of_this_app_that_exist() -> None:
    celery_app.loader.import_default_modules()
    scheduled = {str(entry["task"]) for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    ours = {task for task in scheduled if task.startswith("ranking.")}
    tasks = ("offer_silent_chunks", "offer_waiting_variants", "sweep_uploads")
    assert ours == {f"ranking.tasks.{task}" for task in tasks}
    assert ours <= set(celery_app.tasks)


@pytest.mark.django_db(transaction=True)
def test_a_worker_with_a_foreign_storage_root_ends_with_a_sentence(settings: Settings) -> None:
    settings.JOINS = True
    with pytest.raises(SystemExit, match=r"^The storage root .* is no installation's"):
        worker_init.send(sender=None)


@pytest.mark.django_db(transaction=True)
def test_a_worker_whose_storage_root_is_of_no_use_ends_with_a_sentence(storage: Path) -> None:
    storage.write_text("a file")
    with pytest.raises(SystemExit, match=r"^The storage root .* is of no use: Not a directory\.$"):
        worker_init.send(sender=None)


@pytest.mark.django_db(transaction=True)
def test_a_worker_whose_database_is_away_ends_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def look(**_: object) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(module, "check_storage", look)
    with pytest.raises(SystemExit, match=r"^The database does not answer: connection refused$"):
        worker_init.send(sender=None)


@pytest.mark.django_db(transaction=True)
def test_a_worker_with_another_releases_database_ends_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def look(**_: object) -> None:
        raise ProgrammingError("no such table")

    monkeypatch.setattr(module, "check_storage", look)
    with pytest.raises(SystemExit, match=r"^The database is of another release"):
        worker_init.send(sender=None)
