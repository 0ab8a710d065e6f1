"""Queries that run at every judgment, whose plans PostgreSQL keeps.

Planning one of them takes longer than running it. Django writes values into the query's text, so
that no two are the same; here they go beside it, and the server plans once for each connection.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import psycopg
from django.db import connection, transaction

Row = tuple[Any, ...]


def execute(query: str, parameters: Mapping[str, Any]) -> psycopg.Cursor[Row]:
    """Run the query on Django's connection, in its transaction; values stand as `%(name)s`.

    Like a cursor of Django's it opens the connection anew where the server has closed it since
    the last request.
    """
    connection.close_if_health_check_failed()
    connection.ensure_connection()
    connection.validate_no_broken_transaction()
    if connection.queries_logged:
        connection.queries_log.append({"sql": query, "time": "unmeasured"})
    cursor = psycopg.Cursor(connection.connection)
    with connection.wrap_database_errors:
        return cursor.execute(query, parameters, prepare=True)


def roll_back_to(savepoint: str) -> None:
    """Undo what was done since a savepoint, and keep the plans.

    After a rollback psycopg drops all prepared queries, for a table might not be there any more;
    while it may prepare none, it does not look for one.
    """
    threshold = connection.connection.prepare_threshold
    connection.connection.prepare_threshold = None
    try:
        transaction.savepoint_rollback(savepoint)
    finally:
        connection.connection.prepare_threshold = threshold
