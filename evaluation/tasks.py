from __future__ import annotations

from celery import shared_task

from evaluation.comparisons import jobs
from evaluation.studies import advancing
from evaluation.training import steering, working


@shared_task(soft_time_limit=1800, time_limit=1860)
def work_out_comparison(job_id: int) -> None:
    jobs.work_out_comparison(job_id=job_id)


@shared_task
def offer_waiting_comparisons() -> None:
    jobs.offer_waiting_comparisons()


@shared_task
def advance_study(study_id: int) -> None:
    advancing.advance_study(study_id=study_id)


@shared_task
def offer_studies() -> None:
    advancing.offer_studies()


@shared_task
def work_on_training(training_id: int) -> None:
    working.work_on_training(training_id=training_id)


@shared_task
def offer_waiting_trainings() -> None:
    steering.offer_waiting_trainings()
