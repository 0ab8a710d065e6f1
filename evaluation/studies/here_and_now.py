"""A study computed in this process, alongside any workers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from time import sleep

from django.db.models import Exists, OuterRef

from evaluation.exceptions import StudyFailed
from evaluation.models import Study
from evaluation.studies.advancing import advance_study, unmade_collections
from evaluation.studies.progress import StudyProgress, study_progress
from ranking.exceptions import RankingError
from ranking.jobs.here_and_now import run_job_now
from ranking.models import Chunk, Job, JobStatus
from ranking.variants.making import make_variant_now

POLL_S = 1.0
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
        with suppress(RankingError):  # whoever advances the study writes down why
            make_variant_now(collection=collection)
    job = _next_job(study)
    if job is None:
        return not _is_under_way(study)
    with suppress(RankingError):
        run_job_now(job=job, progress=lambda _: progress(study_progress(study)))
    return True


def _next_job(study: Study) -> Job | None:
    on_offer = Chunk.objects.on_offer().filter(job=OuterRef("pk"))
    jobs = Job.objects.filter(run__in=study.runs.values("run"), status=JobStatus.RUNNING)
    return jobs.filter(Exists(on_offer)).order_by("pk").first()


def _ended(study: Study, progress: Tell) -> Study:
    progress(study_progress(study))
    if study.status == JobStatus.PAUSED:
        how_on = f"./dev manage study {study} --resume"
        raise StudyFailed(f"The study {study} is paused; {how_on} lets workers continue it.")
    if study.status != JobStatus.DONE:
        cancelled = study.status == JobStatus.CANCELLED
        raise StudyFailed(f"The study {study} {'was cancelled.' if cancelled else study.error}")
    return study
