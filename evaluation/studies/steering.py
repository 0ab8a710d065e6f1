"""Pause, resume and cancel a study with all of its jobs, or drop it.

Pausing, resuming or cancelling twice has no further effect.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.db import transaction

from evaluation.exceptions import StudyNotSteered
from evaluation.models import Study
from evaluation.studies.advancing import offer_study
from ranking.clock import now
from ranking.exceptions import NotSteered
from ranking.jobs.steering import cancel_job, pause_job, resume_job
from ranking.models import Job, JobStatus, RunStatus
from ranking.models.job import ENDED_BADLY, OPEN


@transaction.atomic
def pause_study(*, study_id: int) -> Study:
    """Pause a study: no further part of it starts.

    Raises:
        StudyNotSteered: it is over.
    """
    study = _lock(study_id, "paused")
    return _steered(study, JobStatus.PAUSED, pause_job)


@transaction.atomic
def resume_study(*, study_id: int) -> Study:
    """Resume a paused, failed or cancelled study.

    Raises:
        StudyNotSteered: it is done.
    """
    study = take_up_study(study_id=study_id)
    _refuse_over(study, "resumed")
    _steered(study, JobStatus.RUNNING, resume_job)
    offer_study(study.pk)
    return study


@transaction.atomic
def cancel_study(*, study_id: int) -> Study:
    """Cancel a study: its jobs end, complete runs stay.

    Raises:
        StudyNotSteered: it is done or has failed.
    """
    found = _locked(study_id)
    if found.status == JobStatus.CANCELLED:
        return found
    _refuse_over(found, "cancelled")
    found.finished_at = now()
    return _steered(found, JobStatus.CANCELLED, cancel_job)


@transaction.atomic
def drop_study(*, study_id: int) -> None:
    """Delete a study that is over, freeing its name; its runs and variants stay.

    Raises:
        StudyNotSteered: it goes on.
    """
    study = _locked(study_id)
    if study.status in OPEN:
        raise StudyNotSteered(
            f"The study {study} is {study.status}; cancel it, then drop it.", code="study_goes_on"
        )
    study.delete()


@transaction.atomic
def take_up_study(*, study_id: int) -> Study:
    """Reopen a study that failed or was cancelled; any other stays as it is."""
    study = _locked(study_id)
    if study.status in ENDED_BADLY:
        computed = study.runs.filter(asked__isnull=False)
        computed.update(error="")
        # Planned again, a run goes on with what remains of it.
        computed.exclude(run__status=RunStatus.COMPLETE).update(run=None)
        study.status, study.error, study.finished_at = JobStatus.RUNNING, "", None
        study.save(update_fields=["status", "error", "finished_at"])
    return study


def _locked(study_id: int) -> Study:
    """The study, held until the transaction ends.

    Raises:
        StudyNotSteered: it was dropped meanwhile.
    """
    studies = Study.objects.select_for_update(of=("self",), no_key=True)
    study = studies.filter(pk=study_id).first()
    if study is None:
        raise StudyNotSteered("The study was dropped.", code="study_dropped")
    return study


def _lock(study_id: int, how: str) -> Study:
    study = _locked(study_id)
    _refuse_over(study, how)
    return study


def _refuse_over(study: Study, how: str) -> None:
    if study.status not in OPEN:
        raise StudyNotSteered(
            f"The study {study} is {study.status}; it cannot be {how}.", code="study_over"
        )


def _steered(study: Study, status: JobStatus, steer: Callable[..., Any]) -> Study:
    study.status = status
    study.save(update_fields=["status", "finished_at"])
    for job in Job.objects.filter(run__in=study.runs.values("run"), status__in=OPEN):
        with suppress(NotSteered):  # it ended meanwhile
            steer(job_id=job.pk)
    return study
