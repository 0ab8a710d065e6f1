"""A clock that stands still until a rule moves it.

The machine runs in one transaction, for which PostgreSQL has one time. In this schema, which
comes before PostgreSQL's own, are the functions by which the engine asks for the time; all goes
with the transaction.
"""

from __future__ import annotations

from django.db import connection

MAKE = """
CREATE SCHEMA moving_clock;
CREATE SEQUENCE moving_clock.ticks;
SELECT set_config('moving_clock.now', clock_timestamp()::text, true);
CREATE FUNCTION moving_clock.now() RETURNS timestamptz LANGUAGE sql STABLE
    RETURN current_setting('moving_clock.now')::timestamptz;
CREATE FUNCTION moving_clock.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
    RETURN moving_clock.now();
CREATE FUNCTION moving_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    RETURN moving_clock.now() + nextval('moving_clock.ticks') * interval '1 microsecond';
SELECT set_config('search_path', 'moving_clock, pg_catalog, ' || current_setting('search_path'),
                  true)
"""
MOVE = """
SELECT set_config('moving_clock.now', (now() + make_interval(secs => %s))::text, true)
"""


def make_clock() -> None:
    with connection.cursor() as cursor:
        cursor.execute(MAKE)


def move_clock(*, seconds: float) -> None:
    with connection.cursor() as cursor:
        cursor.execute(MOVE, [seconds])
