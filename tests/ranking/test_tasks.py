from __future__ import annotations

import pytest
from celery.signals import worker_init
from django.conf import settings
from django.db import ProgrammingError
from pytest_django.fixtures import Settings

from config import celery_app
from ranking import tasks as module
from ranking.models import Job
from ranking.rhythm import BEAT_EVERY_S, OFFER_EVERY_S, OFFERED_FOR, SILENT_AFTER
from ranking.services.offer_chunks import FIRST, TASK
from ranking.tasks import offer_silent_chunks, rank_chunk
from tests.ranking.services.jobs import land_all, plan_job


@pytest.mark.django_db
def test_rank_chunk_ranks_the_chunk_of_that_key(monkeypatch: pytest.MonkeyPatch) -> None:
    job = plan_job(monkeypatch, topics_per_chunk=2)
    rank_chunk(job.chunks.get().pk)
    assert job.run.rankings.count() == 2


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
    looking = settings.CELERY_BEAT_SCHEDULE["offer-silent-chunks-again"]
    assert looking["options"] == {"priority": FIRST, "expires": 60}
    assert settings.CELERY_TASK_ROUTES[TASK]["priority"] > FIRST


def test_the_beat_schedule_names_tasks_of_this_app_that_exist() -> None:
    celery_app.loader.import_default_modules()
    scheduled = {str(entry["task"]) for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    ours = {task for task in scheduled if task.startswith("ranking.")}
    assert ours == {"ranking.tasks.offer_silent_chunks"}
    assert ours <= set(celery_app.tasks)


@pytest.mark.django_db(transaction=True)
def test_a_worker_with_a_foreign_storage_root_ends_with_a_sentence(settings: Settings) -> None:
    settings.JOINS = True
    with pytest.raises(SystemExit, match=r"^The storage root .* is no installation's"):
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
