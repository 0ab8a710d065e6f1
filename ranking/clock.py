from __future__ import annotations

from datetime import datetime

from django.db import connection


def now() -> datetime:
    """The time by the database's clock: machines may differ, and queries compare with it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment
