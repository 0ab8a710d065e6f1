"""Connections that the server ended, and what is kept on those that go on."""

from __future__ import annotations

import psycopg
import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction

from annotation.accounts import AccountBackend
from annotation.database import execute, roll_back_to


def end_connection_from_outside() -> None:
    """As a restart of PostgreSQL does."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [pid] = cursor.fetchone()
    parameters = connection.get_connection_params()
    with psycopg.connect(
        connection.connection.info.dsn, password=parameters.get("password")
    ) as one:
        assert one.execute("SELECT pg_terminate_backend(%s, 60000)", [pid]).fetchone() == (True,)


@pytest.mark.django_db(transaction=True)
def test_a_request_outlives_the_connection_of_the_one_before(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(connection.settings_dict, "CONN_HEALTH_CHECKS", True)
    connection.close()  # a new connection reads the setting
    end_connection_from_outside()
    connection.close_if_unusable_or_obsolete()  # as every request begins
    assert AccountBackend().get_user(alice.pk) == alice


def rows(query: str) -> list[tuple[object, ...]]:
    with execute(query, {}) as cursor:
        return cursor.fetchall()


@pytest.mark.django_db
def test_a_rollback_to_a_savepoint_undoes_and_keeps_the_plans() -> None:
    kept = "SELECT count(*) FROM auth_user"
    assert rows(kept) == [(0,)]
    savepoint = transaction.savepoint()
    User.objects.create_user("nobody")
    assert rows(kept) == [(1,)]
    roll_back_to(savepoint)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement = %s", [kept])
        assert cursor.fetchone() == (1,)
    assert rows(kept) == [(0,)]
    assert connection.connection.prepare_threshold is not None
