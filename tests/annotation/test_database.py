"""Connections ended by the server, and settings of those that continue."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import psycopg
import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection, transaction

from annotation.accounts import AccountBackend
from annotation.database import TRIES, execute, roll_back_to, tried_again


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


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_answered_a_moment_ago_and_was_ended_since_is_made_again(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(connection.settings_dict, "CONN_HEALTH_CHECKS", True)
    connection.close()
    for _ in range(2):  # made, then asked
        assert AccountBackend().get_user(alice.pk) == alice
        connection.close_if_unusable_or_obsolete()
    assert AccountBackend().get_user(alice.pk) == alice
    connection.close_if_unusable_or_obsolete()
    end_connection_from_outside()
    connection.close_if_unusable_or_obsolete()
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


@pytest.mark.django_db(transaction=True)
def test_of_two_who_lock_each_other_both_come_to_an_end() -> None:
    """Each locks one account, waits until the other has done so too, and wants the other one."""
    names, met, tries = ("ann", "ben"), Barrier(2, timeout=20), list[str]()
    for name in names:
        User.objects.create_user(name)

    @tried_again
    def rename(mine: str, other: str) -> None:
        tries.append(mine)
        User.objects.filter(username=mine).update(first_name=mine)
        if len(tries) <= 2:
            met.wait()
        User.objects.filter(username=other).update(last_name=mine)

    def run(mine: str, other: str) -> None:
        try:
            rename(mine, other)
        finally:
            connection.close()

    with ThreadPoolExecutor() as pool:
        done = [pool.submit(run, *names), pool.submit(run, *reversed(names))]
        for one in done:
            one.result(60)
    assert len(tries) > 2  # the second try may meet the other one again
    stored = User.objects.order_by("username").values_list("first_name", "last_name")
    assert list(stored) == [("ann", "ben"), ("ben", "ann")]


@pytest.mark.django_db
def test_what_is_always_in_the_way_is_raised_in_the_end() -> None:
    tries = list[int]()

    @tried_again
    def fail() -> None:
        tries.append(1)
        raise OperationalError from psycopg.errors.SerializationFailure()

    with pytest.raises(OperationalError):
        fail()
    assert len(tries) == TRIES
