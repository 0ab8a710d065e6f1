from __future__ import annotations

import psycopg
import pytest
from django.db import DatabaseError, OperationalError

from ranking.http.unavailable import unavailable


def wrapped(cause: Exception, kind: type[DatabaseError] = OperationalError) -> DatabaseError:
    error = kind()
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (wrapped(psycopg.OperationalError()), "database_away"),
        (wrapped(psycopg.errors.AdminShutdown()), "database_away"),
        (wrapped(psycopg.errors.LockNotAvailable()), "database_busy"),
        (wrapped(psycopg.errors.DeadlockDetected()), "database_busy"),
        (wrapped(psycopg.errors.SerializationFailure()), "database_busy"),
        (wrapped(psycopg.errors.SyntaxError(), DatabaseError), None),
    ],
)
def test_an_error_of_the_database_says_when_to_try_again(
    error: DatabaseError, code: str | None
) -> None:
    found = unavailable(error)
    assert (found and found.default_code) == code
