from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import product

import pytest
from django.db.models.functions import Now
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from config import celery_app
from ranking.exceptions import NotSteered
from ranking.jobs.creating import create_job
from ranking.jobs.jobs import fail_job, finish_job, job_progress
from ranking.jobs.steering import cancel_job, pause_job, resume_job
from ranking.models import Attempt, Job, Run
from ranking.rankers.chunk import rank_chunk
from ranking.rankers.here_and_now import run_job_now
from tests.ranking.jobs.job_cases import (
    land_all,
    make_plan,
    outcomes,
    plan_job,
    score_by,
    score_plainly,
    take,
)
from tests.refusals import refused

pytestmark = pytest.mark.django_db
Steer = Callable[..., Job]


@pytest.fixture
def job(monkeypatch: pytest.MonkeyPatch) -> Job:
    return plan_job(monkeypatch)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    chunk_ids: list[int] = []
    monkeypatch.setattr(
        celery_app, "send_task", lambda name, args, **options: chunk_ids.append(args[0])
    )
    return chunk_ids


def statuses() -> tuple[str, str]:
    return Job.objects.get().status, Run.objects.get().status


def test_pause_job_twice_is_pausing_it_once(job: Job) -> None:
    pause_job(job_id=job.pk)
    pause_job(job_id=job.pk)
    assert statuses() == ("paused", "computing")


def test_pause_job_whose_last_chunk_lands_is_done(job: Job) -> None:
    for chunk in job.chunks.all():
        rank_chunk(chunk_id=chunk.pk)
    Job.objects.update(status="paused", finished_at=None)
    assert finish_job(job_id=job.pk)
    assert statuses() == ("done", "complete")


def test_resume_job_offers_what_nobody_has_in_hand(
    job: Job,
    sent: list[int],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    in_hand, waiting = job.chunks.all()
    take(in_hand)
    pause_job(job_id=job.pk)
    with django_capture_on_commit_callbacks(execute=True):
        resume_job(job_id=job.pk)
    assert (statuses(), sent) == (("running", "computing"), [waiting.pk])


@pytest.mark.parametrize("end", [cancel_job, partial(fail_job, reason="No room is left.")])
def test_resume_job_that_ended_badly_offers_the_rest_alone(
    job: Job,
    sent: list[int],
    end: Callable[..., object],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    first, second = job.chunks.all()
    rank_chunk(chunk_id=first.pk)
    end(job_id=job.pk)
    with django_capture_on_commit_callbacks(execute=True):
        resumed = resume_job(job_id=job.pk)
    assert (statuses(), resumed.error, sent) == (("running", "computing"), "", [second.pk])
    run = run_job_now(job=resumed)
    assert (run.status, run.rankings.count(), outcomes(first)) == ("complete", 2, ["landed"])


@pytest.mark.parametrize(("stop", "is_worked_on"), [(pause_job, True), (cancel_job, False)])
def test_a_resumed_job_was_begun_before(job: Job, stop: Steer, is_worked_on: bool) -> None:
    take(job.chunks.all()[0])
    stop(job_id=job.pk)
    resume_job(job_id=job.pk)
    state = job_progress(job_id=job.pk)
    assert (state.is_begun, state.is_worked_on) == (True, is_worked_on)


def test_resume_job_that_runs_changes_nothing(
    job: Job,
    sent: list[int],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    began = Job.objects.get().started_at
    with django_capture_on_commit_callbacks(execute=True):
        resume_job(job_id=job.pk)
    assert (Job.objects.get().started_at, sent) == (began, [])


@pytest.fixture
def fast_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine's clock goes an hour before the database's."""
    true = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: true() + timedelta(hours=1))


def test_resume_job_goes_by_the_clock_of_the_database(
    job: Job, sent: list[int], fast_clock: None
) -> None:
    pause_job(job_id=job.pk)
    resume_job(job_id=job.pk)
    assert Job.objects.filter(started_at__lte=Now()).exists()


def test_a_job_taken_up_again_goes_by_the_clock_of_the_database(
    fast_clock: None,
) -> None:
    plan = make_plan()
    cancel_job(job_id=create_job(plan=plan).pk)
    assert Job.objects.filter(finished_at__lte=Now()).exists()
    create_job(plan=plan)
    assert Job.objects.filter(started_at__lte=Now()).exists()


def test_cancel_job_twice_is_cancelling_it_once(job: Job) -> None:
    pause_job(job_id=job.pk)
    ended = cancel_job(job_id=job.pk).finished_at
    assert cancel_job(job_id=job.pk).finished_at == ended
    assert statuses() == ("cancelled", "failed")


def test_cancel_job_keeps_what_has_landed_for_the_same_plan(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    score_by(monkeypatch, score_plainly)
    plan = make_plan()
    job = create_job(plan=plan)
    first, second = job.chunks.all()
    rank_chunk(chunk_id=first.pk)
    take(second)
    cancel_job(job_id=job.pk)
    run = run_job_now(job=create_job(plan=plan))
    assert (run.status, run.rankings.count()) == ("complete", 2)
    assert (outcomes(first), outcomes(second)) == (["landed"], ["cancelled", "landed"])


def test_cancel_job_that_landed_nothing_frees_its_name(job: Job) -> None:
    take(job.chunks.all()[0])
    cancel_job(job_id=job.pk)
    create_job(plan=make_plan(3, name="other")._replace(name=job.run.name))
    assert (Run.objects.get().collection.name, Attempt.objects.count()) == ("other-passages", 0)


@pytest.mark.parametrize(
    ("steer", "status"),
    [
        *product((pause_job,), ("done", "failed", "cancelled")),
        (resume_job, "done"),
        *product((cancel_job,), ("done", "failed")),
    ],
)
def test_a_job_that_is_over_is_not_steered(job: Job, steer: Steer, status: str) -> None:
    Job.objects.update(status=status, finished_at=timezone.now())
    with refused(NotSteered, "job_over"):
        steer(job_id=job.pk)


def test_finish_job_of_a_cancelled_job_whose_chunks_have_landed_leaves_it_so(job: Job) -> None:
    cancel_job(job_id=job.pk)
    land_all(job)
    assert not finish_job(job_id=job.pk)
    assert statuses() == ("cancelled", "failed")
