from __future__ import annotations

from typing import Any

from celery import Task, shared_task

from ranking.services import offer_chunks as offering
from ranking.services import rank_chunk as ranking
from ranking.services.workers import this_worker


@shared_task(bind=True)
def rank_chunk(self: Task[Any, Any], chunk_id: int) -> None:
    ranking.rank_chunk(chunk_id=chunk_id, worker=this_worker(self.request.hostname))


@shared_task
def offer_silent_chunks() -> None:
    offering.offer_silent_chunks()
