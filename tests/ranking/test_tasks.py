from __future__ import annotations

import pytest
from django.conf import settings
from django.utils import timezone

from config import celery_app
from ranking.models import Job
from ranking.models.chunk import BEAT_EVERY_S, SILENT_AFTER
from ranking.services.rerank import create_rerank_job
from ranking.tasks import offer_silent_chunks, rank_chunk
from tests.ranking.services.reranking import add_ranking, make_bm25


@pytest.mark.django_db
def test_rank_chunk_ranks_the_chunk_of_that_key() -> None:
    job = create_rerank_job(run=make_bm25(), name="bert")
    rank_chunk(job.chunks.get().pk)
    assert job.run.rankings.count() == 2


@pytest.mark.django_db
def test_offer_silent_chunks_looks_after_running_jobs() -> None:
    job = create_rerank_job(run=make_bm25(), name="bert")
    job.chunks.update(n_attempts=1, finished_at=timezone.now())
    add_ranking(job.run)
    offer_silent_chunks()
    assert Job.objects.get().status == "done"


def test_tasks_end_before_the_broker_offers_them_again() -> None:
    visible_again_s = settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"]
    assert settings.CELERY_TASK_SOFT_TIME_LIMIT < settings.CELERY_TASK_TIME_LIMIT < visible_again_s


def test_a_chunk_beats_several_times_before_it_counts_as_silent() -> None:
    assert SILENT_AFTER.total_seconds() >= 3 * BEAT_EVERY_S


def test_the_beat_schedule_names_tasks_of_this_app_that_exist() -> None:
    celery_app.loader.import_default_modules()
    scheduled = {str(entry["task"]) for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    ours = {task for task in scheduled if task.startswith("ranking.")}
    assert ours == {"ranking.tasks.offer_silent_chunks"}
    assert ours <= set(celery_app.tasks)
