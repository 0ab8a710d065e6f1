"""A study computed in this process, alongside any workers."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import sleep

from django.db.models import Exists, OuterRef, QuerySet

from evaluation.exceptions import StudyFailed
from evaluation.models import Study
from evaluation.studies.advancing import advance_study, unmade_collections
from evaluation.studies.progress import StudyProgress, study_progress
from ranking.exceptions import RankingError, UnfitWorker
from ranking.jobs.jobs import finish_job
from ranking.models import Chunk, Collection, Job, JobStatus
from ranking.rankers.here_and_now import run_job_now
from ranking.variants.making import make_variant_now, progress_of
from ranking.variants.parts import PASSING

POLL_S = 1.0
logger = logging.getLogger(__name__)
Tell = Callable[[StudyProgress], object]


def run_study_now(*, study: Study, progress: Tell = lambda _: None) -> Study:
    """Work on a study in this process until it is over; called again it goes on with the rest.

    Raises:
        StudyFailed: it failed, or was paused or cancelled.
        UnfitWorker: this process cannot compute a run; workers go on with it.
    """
    while _is_under_way(study):
        advance_study(study_id=study.pk, offers=False)
        progress(study_progress(study))
        if not _work(study, progress):
            sleep(POLL_S)
    return _ended(study, progress)


def follow_study(*, study: Study, progress: Tell = lambda _: None) -> Study:
    """Wait until workers have done a study.

    Raises:
        StudyFailed: it failed, or was paused or cancelled.
    """
    while _is_under_way(study):
        progress(study_progress(study))
        sleep(POLL_S)
    return _ended(study, progress)


def _is_under_way(study: Study) -> bool:
    study.refresh_from_db(fields=["status", "error"])
    return study.status == JobStatus.RUNNING


def _work(study: Study, progress: Tell) -> bool:
    """Make a variant or compute a run; whether there was any to take up."""
    for collection in unmade_collections(study):
        _make(collection)
    job = _next_job(study)
    if job is None:
        # Of what was killed just before its end nothing is left to do but to say so.
        ended = [finish_job(job_id=key) for key in _running(study).values_list("pk", flat=True)]
        return any(ended) or not _is_under_way(study)
    try:
        run_job_now(job=job, progress=lambda _: progress(study_progress(study)))
    except UnfitWorker:
        raise
    except RankingError:  # the step that advances the study stores the reason
        logger.info("run %s of study %s ended badly", job.run_id, study)
    return True


def _make(collection: Collection) -> None:
    """Make a variant, unless that failed: then what runs over it says why."""
    if progress_of(collection).error:
        return
    try:
        make_variant_now(collection=collection)
    except PASSING:
        raise
    except Exception:  # as of somebody's own step; its reason is stored with the making
        logger.exception("%s is not made", collection)


def _next_job(study: Study) -> Job | None:
    on_offer = Chunk.objects.on_offer().filter(job=OuterRef("pk"))
    return _running(study).filter(Exists(on_offer)).order_by("pk").first()


def _running(study: Study) -> QuerySet[Job]:
    return Job.objects.filter(run__in=study.runs.values("run"), status=JobStatus.RUNNING)


def _ended(study: Study, progress: Tell) -> Study:
    progress(study_progress(study))
    if study.status == JobStatus.PAUSED:
        how_on = f"./dev manage study {study} --resume"
        raise StudyFailed(
            f"The study {study} is paused; {how_on} lets workers continue it.", code="study_paused"
        )
    if study.status != JobStatus.DONE:
        if study.status == JobStatus.CANCELLED:
            raise StudyFailed(f"The study {study} was cancelled.", code="study_cancelled")
        raise StudyFailed(f"The study {study} {study.error}", code="study_failed")
    return study
