"""Queries that run at every judgment, whose plans PostgreSQL keeps.

Planning one of them takes longer than running it. Django writes values into the query's text, so
that no two are the same; here they go beside it, and the server plans once for each connection.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import psycopg
from django.db import connection

Row = tuple[Any, ...]


def execute(query: str, parameters: Mapping[str, Any]) -> psycopg.Cursor[Row]:
    """Run the query on Django's connection, in its transaction; values stand as `%(name)s`."""
    connection.ensure_connection()
    connection.validate_no_broken_transaction()
    if connection.queries_logged:
        connection.queries_log.append({"sql": query, "time": "unmeasured"})
    cursor = psycopg.Cursor(connection.connection)
    with connection.wrap_database_errors:
        return cursor.execute(query, parameters, prepare=True)
