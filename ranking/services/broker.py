"""Sending tasks to workers, without waiting for a broker that is away."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction
from kombu import Connection
from kombu.exceptions import OperationalError

# Who asks for long work does not wait for a broker that hangs: the scheduler offers it later.
# Workers are more patient, since they are lost without it.
IMPATIENT = {"socket_timeout": 1.0, "socket_connect_timeout": 1.0}
logger = logging.getLogger(__name__)


def impatient_broker() -> Connection:
    return current_app.connection(transport_options=IMPATIENT)


def offer(task: str, ids: Sequence[int], **options: Any) -> None:
    """Put one task for each of these into the workers' queue, once what they name is stored.

    The task goes by its name: tasks call services, which therefore cannot import them. A broker
    that is away is passed over: whoever plans such work has the scheduler offer it again.
    """
    transaction.on_commit(partial(_send, task, ids, options))


def _send(task: str, ids: Sequence[int], options: dict[str, Any]) -> None:
    try:
        with impatient_broker() as broker:
            for each in ids:
                current_app.send_task(task, args=[each], connection=broker, retry=False, **options)
    except OperationalError:
        logger.warning("the broker is away; what it was to offer is offered later", exc_info=True)
