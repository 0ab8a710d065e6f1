"""Django's PostgreSQL; in a web process, waiting for it comes to an end."""

from __future__ import annotations

import select
import time
from typing import Any

from django.db.backends.postgresql import base

from config.postgresql.watch import WATCH

# Commands, workers and migrations wait for a lock for as long as it takes.
LOCK_WAIT_MS = 8000
# A connection that answered no longer ago is asked again only where its server has said something
# meanwhile, as one that ends does.
TRUSTED_S = 5.0


class DatabaseWrapper(base.DatabaseWrapper):
    _answered_at = -TRUSTED_S

    def is_usable(self) -> bool:
        """Whether the connection works; Django wants to know at the beginning of each request."""
        if time.monotonic() < self._answered_at + TRUSTED_S and not _has_word(self.connection):
            return True
        is_usable = super().is_usable()
        if is_usable:
            self._answered_at = time.monotonic()
        return bool(is_usable)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if not WATCH.is_begun:
            return super().get_new_connection(conn_params)
        given = conn_params.get("options", "")  # wins, as it comes last
        parameters = {**conn_params, "options": f"-c lock_timeout={LOCK_WAIT_MS} {given}"}
        with WATCH.connecting(parameters):
            connection = super().get_new_connection(parameters)
        wait = connection.wait

        def watched(*args: Any, **options: Any) -> Any:
            with WATCH.over(connection):
                return wait(*args, **options)

        connection.wait = watched
        return connection


def _has_word(connection: Any) -> bool:
    """Whether something lies there to be read, if only its end."""
    if connection.closed:
        return True
    look = select.poll()
    look.register(connection.fileno(), select.POLLIN)
    return bool(look.poll(0))
