from __future__ import annotations

import sys
from typing import Any

from celery import Task, shared_task
from celery.signals import worker_init
from django.conf import settings
from django.db import ProgrammingError, connection

from ranking.exceptions import ForeignStorage
from ranking.services import offer_chunks as offering
from ranking.services import rank_chunk as ranking
from ranking.services.installation import check_storage
from ranking.services.workers import this_worker

OTHER_RELEASE = (
    "The database is of another release than this code: use the same on every machine, and apply "
    "its migrations with ./dev manage migrate."
)


@shared_task(bind=True)
def rank_chunk(self: Task[Any, Any], chunk_id: int) -> None:
    ranking.rank_chunk(chunk_id=chunk_id, worker=this_worker(self.request.hostname))


@shared_task
def offer_silent_chunks() -> None:
    offering.offer_silent_chunks()


@worker_init.connect
def refuse_foreign_storage(**_: object) -> None:
    """End a worker before it takes anything that it would store in the wrong place."""
    try:
        check_storage(joins=settings.JOINS)
    except ForeignStorage as error:
        sys.exit(str(error))
    except ProgrammingError:
        sys.exit(OTHER_RELEASE)
    finally:
        connection.close()  # not to be shared with the processes that are forked
