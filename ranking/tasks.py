from __future__ import annotations

from celery import shared_task

from ranking.services import offer_chunks as offering
from ranking.services import rank_chunk as ranking


@shared_task
def rank_chunk(chunk_id: int) -> None:
    ranking.rank_chunk(chunk_id=chunk_id)


@shared_task
def offer_silent_chunks() -> None:
    offering.offer_silent_chunks()
