from __future__ import annotations

import shelve
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone
from kombu.utils.imports import symbol_by_name

from config import celery_app
from config import scheduler as module
from config.scheduler import Scheduler
from ranking.jobs import offering
from ranking.models import Job
from tests.database.scratch import database_url
from tests.ranking.jobs.job_cases import land_all, plan_job

LOOKING = "offer-silent-chunks-again"


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[Scheduler]:
    celery_app.loader.import_default_modules()
    yield make_scheduler(tmp_path / "schedule")
    connection.close()  # later tests wait for locks


def make_scheduler(path: Path) -> Scheduler:
    return Scheduler(celery_app, schedule_filename=str(path))


def make_due(scheduler: Scheduler) -> None:
    """Looking after chunks alone."""
    scheduler.schedule[LOOKING].last_run_at = timezone.now() - timedelta(minutes=1)


def test_the_scheduler_of_the_settings_is_ours() -> None:
    assert symbol_by_name(settings.CELERY_BEAT_SCHEDULER) is Scheduler


@pytest.mark.django_db(transaction=True)
def test_scheduler_does_what_is_due_without_a_worker_or_the_broker(
    scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait_for_it() -> None:
        raise AssertionError("waits for the broker")

    land_all(plan_job(monkeypatch))
    monkeypatch.setattr(scheduler, "_ensure_connected", wait_for_it)
    make_due(scheduler)
    scheduler.tick()
    assert Job.objects.get().status == "done"
    assert scheduler.schedule[LOOKING].total_run_count == 1


def test_scheduler_waits_for_no_clock_that_was_set_back(
    scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    scheduler.tick()
    monkeypatch.setattr(celery_app, "now", lambda: timezone.now() - timedelta(hours=2))
    assert scheduler.tick() <= float(str(settings.CELERY_BEAT_SCHEDULE[LOOKING]["schedule"]))


def test_scheduler_gives_a_sign_of_life(scheduler: Scheduler, tmp_path: Path) -> None:
    scheduler.sync()
    assert (tmp_path / "schedule").exists()


def test_scheduler_goes_on_where_it_can_give_no_sign_of_life(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    make_scheduler(tmp_path / "no-such-folder" / "schedule").sync()
    assert caplog.messages == ["no sign of life can be given"]


def test_scheduler_starts_where_a_power_cut_left_zeros(tmp_path: Path) -> None:
    with shelve.open(str(tmp_path / "schedule")) as kept:
        kept.update({"entries": {}, "__version__": "5.7.0", "tz": "UTC", "utc_enabled": True})
    for file in tmp_path.glob("schedule*[!r]"):  # where there is a ".dir", it names places
        file.write_bytes(bytes(file.stat().st_size))
    assert LOOKING in make_scheduler(tmp_path / "schedule").schedule


@pytest.mark.django_db(transaction=True)
def test_scheduler_goes_on_after_what_went_wrong(
    scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise RuntimeError("no such row")

    monkeypatch.setattr(offering, "offer_silent_chunks", fail)
    assert scheduler.apply_async(scheduler.schedule[LOOKING]).failed()
    assert "no such row" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_scheduler_waits_briefly_for_who_holds_a_job(
    scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "WAITS_FOR_A_LOCK_S", 0.1)
    job = plan_job(monkeypatch)
    address, ends = database_url(connection.settings_dict), "idle_in_transaction_session_timeout"
    with psycopg.connect(address, options=f"-c {ends}=10s") as frozen:
        frozen.execute("SELECT FROM ranking_job WHERE id = %s FOR UPDATE", [job.pk])
        scheduler.apply_async(scheduler.schedule[LOOKING])
    assert f"job {job.pk} cannot be looked after now" in caplog.messages


@pytest.mark.django_db(transaction=True)
def test_scheduler_outlives_a_restart_of_the_database(scheduler: Scheduler) -> None:
    scheduler.apply_async(scheduler.schedule[LOOKING])
    connection.ensure_connection()
    assert connection.connection is not None
    connection.connection.close()
    assert scheduler.apply_async(scheduler.schedule[LOOKING]).successful()
