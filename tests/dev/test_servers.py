from __future__ import annotations

import os
import signal
import sysconfig
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.dev.launcher import dev


@pytest.fixture
def environment(open_home: Any) -> Any:
    """The packages that run these tests, in place of an environment made for the home."""
    environment = dev.Environment(open_home)
    environment.packages = Path(sysconfig.get_path("purelib"))
    return environment


def crash(service: Any) -> None:
    """Kill a server outright and wait until nothing is left of it but a zombie."""
    os.kill(service.pid, signal.SIGKILL)
    assert dev.wait_until(lambda: not service.is_alive(), 60)


def test_redis_after_a_crash_starts_again(open_home: Any, environment: Any) -> None:
    redis = dev.Redis(environment, open_home)
    redis.ensure()
    first = redis.pid
    redis.ensure()
    assert redis.pid == first
    crash(redis)
    redis.ensure()
    assert redis.pid != first
    second = redis.pid
    redis.stop()
    assert dev.process(second) is None


def test_postgres_after_a_crash_starts_with_its_data(open_home: Any, environment: Any) -> None:
    postgres = dev.Postgres(environment, open_home)
    try:
        postgres.ensure()
        with psycopg.connect(postgres.url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
        crash(postgres)
        postgres.ensure()
        with psycopg.connect(postgres.url) as connection:
            assert connection.execute("SELECT answer FROM kept").fetchone() == (42,)
    finally:
        postgres.stop()
    assert not postgres.is_noted()


def test_postgres_without_its_password_is_closed(open_home: Any, environment: Any) -> None:
    postgres = dev.Postgres(environment, open_home)
    try:
        postgres.ensure()
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(postgres.url.replace(postgres.password, "guessed"))
    finally:
        postgres.stop()


def test_postgres_lock_file_naming_another_program_is_removed(
    open_home: Any, environment: Any
) -> None:
    postgres = dev.Postgres(environment, open_home)
    postgres.data.mkdir()
    lock = postgres.data / "postmaster.pid"
    lock.write_text(f"{os.getpid()}\n{postgres.data}\n")
    postgres._drop_stale_lock()
    assert not lock.exists()


def test_is_open_to_all_sees_a_closed_parent(open_home: Any) -> None:
    inner = open_home.path / "inner"
    inner.mkdir(mode=0o755)
    assert dev.is_open_to_all(inner)
    open_home.path.chmod(0o700)
    assert not dev.is_open_to_all(inner)


def test_open_to_all_keeps_programs_apart_from_data(tmp_path: Path) -> None:
    (tmp_path / "program").touch(mode=0o700)
    (tmp_path / "data").touch(mode=0o600)
    dev.open_to_all(tmp_path)
    assert (tmp_path / "program").stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o644
