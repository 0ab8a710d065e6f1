"""Django's PostgreSQL; in a web process, waiting for it comes to an end."""

from __future__ import annotations

from typing import Any

from django.db.backends.postgresql import base

from config.postgresql.watch import WATCH

# Commands, workers and migrations wait for a lock for as long as it takes.
LOCK_WAIT_MS = 8000


class DatabaseWrapper(base.DatabaseWrapper):
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
