"""Sending tasks to workers, without waiting for a broker that is away."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from kombu import Connection
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


def impatient_broker() -> Connection:
    """Broker connection with short time limits; what it does not take is offered again later."""
    within_s = settings.REDIS_ANSWERS_WITHIN_S
    options = {"socket_timeout": within_s, "socket_connect_timeout": within_s}
    return current_app.connection(transport_options=options)


def offer(task: str, ids: Sequence[int], **options: Any) -> None:
    """Queue one task for each of these ids, after the transaction commits.

    The task goes by its name: tasks call services, which therefore cannot import them. A broker
    that is away is passed over: the scheduler later queues such work again.
    """
    transaction.on_commit(partial(_send, task, ids, options))


def _send(task: str, ids: Sequence[int], options: dict[str, Any]) -> None:
    try:
        with impatient_broker() as broker:
            for each in ids:
                current_app.send_task(task, args=[each], connection=broker, retry=False, **options)
    except OperationalError:
        logger.warning("the broker is away; its tasks are offered later", exc_info=True)
