"""How this app asks PostgreSQL: by plans that it keeps, by its clock, as of one moment.

Planning a query that runs at every judgment takes longer than running it. Django writes values into
the query's text, so that no two are the same; here they go beside it, and the server plans once for
each connection.

Web processes and workers may run on machines whose clocks differ, and all of them read a lease that
one of them gave. So code that decides in Python asks the database for the time. Python's own clock
remains where a time is shown and compared with nothing that another process wrote a moment ago.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import psycopg
from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.models import Aggregate

Row = tuple[Any, ...]
P = ParamSpec("P")
Result = TypeVar("Result")
TRIES, PAUSE_S = 3, 0.05
CONFLICTS = (psycopg.errors.DeadlockDetected, psycopg.errors.SerializationFailure)


class Median(Aggregate):
    function = "PERCENTILE_CONT"
    template = "%(function)s(0.5) WITHIN GROUP (ORDER BY %(expressions)s)"


def execute(query: str, parameters: Mapping[str, Any]) -> psycopg.Cursor[Row]:
    """Run the query on Django's connection, in its transaction; values stand as `%(name)s`.

    Like a Django cursor it reconnects if the server closed the connection since the last request.
    """
    connection.close_if_health_check_failed()
    connection.ensure_connection()
    connection.validate_no_broken_transaction()
    if connection.queries_logged:
        connection.queries_log.append({"sql": query, "time": "unmeasured"})
    cursor = psycopg.Cursor(connection.connection)
    with connection.wrap_database_errors:
        return cursor.execute(query, parameters, prepare=True)


def tried_again(function: Callable[P, Result]) -> Callable[P, Result]:
    """Run the function in a transaction, and retry it where it conflicts with another one.

    A conflict is a deadlock, a serialization failure, or a broken constraint: another request may
    have stored the row first, and the next try finds it. Of `TRIES` tries the last one's error is
    raised; a deadlock or a serialization failure then answers 503.
    """

    @wraps(function)
    def tried(*args: P.args, **kwargs: P.kwargs) -> Result:
        for left in reversed(range(TRIES)):
            try:
                with transaction.atomic():
                    return function(*args, **kwargs)
            except (IntegrityError, OperationalError) as error:
                is_met = isinstance(error, IntegrityError) or isinstance(error.__cause__, CONFLICTS)
                if not is_met or not left:
                    raise
            time.sleep(random.uniform(0, PAUSE_S))
        raise AssertionError

    return tried


def roll_back_to(savepoint: str) -> None:
    """Roll back to a savepoint without losing prepared plans.

    After a rollback psycopg drops all prepared queries, for a table might not be there any more;
    while it may prepare none, it does not look for one.
    """
    threshold = connection.connection.prepare_threshold
    connection.connection.prepare_threshold = None
    try:
        transaction.savepoint_rollback(savepoint)
    finally:
        connection.connection.prepare_threshold = threshold


def database_now() -> datetime:
    """The current time of the database, which advances within a transaction."""
    with execute("SELECT clock_timestamp()", {}) as cursor:
        [(now,)] = cursor.fetchall()
    return now  # type: ignore[no-any-return]


ONE_MOMENT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"


@contextmanager
def one_snapshot() -> Iterator[None]:
    """Every read within sees the database as the first one does.

    Within a transaction that is under way it is that transaction's isolation that holds: only the
    first statement of one can choose it.
    """
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(ONE_MOMENT)
        yield
