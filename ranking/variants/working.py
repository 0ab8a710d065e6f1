"""Variants made by workers: what a task does, and what the scheduler offers again."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db.models import F
from django.db.models.functions import Now

from ranking.exceptions import RankingError
from ranking.jobs.broker import offer
from ranking.jobs.process_lock import is_free, process_lock
from ranking.models import VariantMaking
from ranking.variants.making import LOCK, QUEUE, TASK
from ranking.variants.parts import PASSING, fail_making, make_parts

OFFERED_FOR = timedelta(seconds=30)
EXPIRES_S = 60  # of an offer made again, so that they do not pile up
MAX_ATTEMPTS = 3
LOST = f"Workers ended {MAX_ATTEMPTS} times with the same passages."
logger = logging.getLogger(__name__)


def work_on_variant(*, collection_id: int) -> None:
    """Make what remains of a variant, unless another process is at it or it has failed.

    Calling it again is harmless. What goes wrong is stored for who asked; where the database is
    away or the time is up, the scheduler offers the variant again.
    """
    with process_lock(LOCK, collection_id) as is_mine:
        making = VariantMaking.objects.due().filter(collection=collection_id).first()
        if not is_mine or making is None:
            return
        if making.n_attempts >= MAX_ATTEMPTS:
            return fail_making(collection_id=collection_id, error=LOST)
        attempts = VariantMaking.objects.filter(pk=making.pk)
        attempts.update(n_attempts=F("n_attempts") + 1)
        _make(collection_id)


def offer_waiting_variants() -> int:
    """Offer variants again whose offer or worker may have been lost; returns how many.

    One that was never left to workers is its caller's to go on with.
    """
    waiting = VariantMaking.objects.due().filter(offered_at__lt=Now() - OFFERED_FOR)
    collections = waiting.values_list("collection_id", flat=True)
    free = [each for each in collections if is_free(LOCK, each)]
    VariantMaking.objects.filter(collection__in=free).update(offered_at=Now())
    offer(TASK, free, queue=QUEUE, expires=EXPIRES_S)
    return len(free)


def _make(collection_id: int) -> None:
    try:
        make_parts(collection_id=collection_id)
    except RankingError as error:
        logger.warning("variant %s cannot be made: %s", collection_id, error)
    except PASSING:
        logger.exception("variant %s is left for later", collection_id)
