"""Django's PostgreSQL; in a web process, waiting for a server that hangs comes to an end.

A server that was stopped, or whose disk hangs, keeps its connections and never answers. A limit on
statements, which it would have to keep itself, does not help, nor does one on connecting. A long
query is no such thing: it goes on as long as the server lets somebody else in.
"""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Lock, Thread
from typing import Any, NamedTuple

import psycopg
from django.db.backends.postgresql import base

logger = logging.getLogger(__name__)
LONG_S = 3.0  # after so long it is asked whether the server hangs
LOOK_S = 0.5
LETS_IN_WITHIN_S = 5


class Wait(NamedTuple):
    began: float
    connection: psycopg.Connection[Any]
    parameters: Mapping[str, Any]


class Watch:
    """Looks after the waits of this process; does nothing until it is begun."""

    def __init__(self) -> None:
        self._waits: dict[object, Wait] = {}
        self._beginning = Lock()
        self._is_begun = False

    def begin(self) -> None:
        with self._beginning:
            if not self._is_begun:
                self._is_begun = True
                Thread(target=self._look_on, daemon=True).start()

    @contextmanager
    def over(self, connection: psycopg.Connection[Any], parameters: Any) -> Iterator[None]:
        key = object()
        self._waits[key] = Wait(time.monotonic(), connection, parameters)
        try:
            yield
        finally:
            del self._waits[key]

    def _look_on(self) -> None:
        while True:
            time.sleep(LOOK_S)
            try:
                self._look()
            except Exception:  # the only thread that watches has to go on
                logger.exception("PostgreSQL could not be asked whether it hangs")

    def _look(self) -> None:
        long = [(key, wait) for key, wait in [*self._waits.items()] if _is_long(wait)]
        if long and not _lets_in(long[0][1].parameters):
            for key, wait in long:
                if key in self._waits:
                    _hang_up(wait.connection)


WATCH = Watch()


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        wait = connection.wait

        def watched(*args: Any, **options: Any) -> Any:
            with WATCH.over(connection, conn_params):
                return wait(*args, **options)

        connection.wait = watched
        return connection


def _is_long(wait: Wait) -> bool:
    return time.monotonic() > wait.began + LONG_S


def _lets_in(parameters: Mapping[str, Any]) -> bool:
    """Whether the server answers one more client, if only that it has no room."""
    try:
        psycopg.connect(**{**parameters, "connect_timeout": LETS_IN_WITHIN_S}).close()
    except psycopg.errors.ConnectionTimeout:
        return False
    except psycopg.OperationalError:
        return True  # it refuses, or is gone; then the system ends each wait
    return True


def _hang_up(connection: psycopg.Connection[Any]) -> None:
    """Whoever waits finds the connection lost."""
    with suppress(OSError, psycopg.Error):
        line = socket.socket(fileno=os.dup(connection.fileno()))
        line.shutdown(socket.SHUT_RDWR)
        line.close()
