from __future__ import annotations

import sys
import time
from typing import Any

from celery import Task, shared_task
from celery.exceptions import Reject
from celery.signals import worker_init
from django.conf import settings
from django.db import OperationalError, ProgrammingError, connection

from ranking.exceptions import BrokenDevice, ForeignStorage, UnfitWorker
from ranking.jobs import offering
from ranking.jobs.attempts import this_worker
from ranking.rankers import chunk
from ranking.storage import uploaded_files
from ranking.storage.installation import check_storage
from ranking.variants import working

OTHER_RELEASE = (
    "The database is of another release than this code: use the same on every machine, and apply "
    "its migrations with ./dev manage migrate."
)

# So long others have to take what one leaves to them, before it may come to it again.
LEAVES_TO_OTHERS_S = 0.5


@shared_task(bind=True)
def rank_chunk(self: Task[Any, Any], chunk_id: int) -> None:
    """Rank a chunk, or decline it and put it at the end of the queue for other workers."""
    try:
        chunk.rank_chunk(chunk_id=chunk_id, worker=this_worker(self.request.hostname))
    except BrokenDevice as error:
        # Celery starts another process in its place, and puts the chunk back.
        sys.exit(str(error))
    except UnfitWorker as error:
        time.sleep(LEAVES_TO_OTHERS_S)
        raise Reject(str(error), requeue=True) from None
    offering.offer_topics(chunk_id=chunk_id)


@shared_task
def offer_silent_chunks() -> None:
    offering.offer_silent_chunks()


@shared_task
def make_variant(collection_id: int) -> None:
    working.work_on_variant(collection_id=collection_id)


@shared_task
def offer_waiting_variants() -> None:
    working.offer_waiting_variants()


@shared_task
def sweep_uploads() -> None:
    uploaded_files.sweep_uploads()


@worker_init.connect
def refuse_foreign_storage(**_: object) -> None:
    """End a worker whose storage root is foreign, before it takes a task.

    Celery goes on after any error of a signal but an exit.
    """
    try:
        check_storage(joins=settings.JOINS)
        uploaded_files.sweep_uploads()
    except ForeignStorage as error:
        sys.exit(str(error))
    except ProgrammingError:
        sys.exit(OTHER_RELEASE)
    except OperationalError as error:
        sys.exit(f"The database does not answer: {error}")
    except OSError as error:
        sys.exit(f"The storage root {settings.STORAGE_ROOT} is of no use: {error.strerror}.")
    finally:
        connection.close()  # not to be shared with the processes that are forked
