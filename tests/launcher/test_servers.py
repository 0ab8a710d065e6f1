from __future__ import annotations

import os
import signal
import subprocess
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from redis import AuthenticationError, Redis

from launcher.environment import Environment
from launcher.messages import Trouble
from launcher.postgres import Postgres
from launcher.processes import Command, start_time, wait_until
from launcher.programs import database_service
from launcher.rights import is_open_to_all, open_to_all
from launcher.valkey import Valkey
from tests.tiers import thorough


@pytest.fixture
def environment(open_home: Any) -> Any:
    """The packages that run these tests, in place of an environment made for the home."""
    environment = Environment(open_home)
    environment.packages = Path(sysconfig.get_path("purelib"))
    return environment


def crash(service: Any) -> None:
    """Kill a server outright and wait until nothing is left of it but a zombie."""
    os.kill(service.pid, signal.SIGKILL)
    assert wait_until(lambda: not service.is_alive(), 60)


@pytest.fixture
def valkey(open_home: Any, environment: Any) -> Iterator[Any]:
    valkey = Valkey(environment, open_home)
    yield valkey
    valkey.stop()


def test_valkey_after_a_crash_starts_with_its_data_and_its_password(valkey: Any) -> None:
    valkey.ensure()
    first = valkey.pid
    Redis.from_url(valkey.url).set("kept", "42")
    valkey.ensure()
    assert valkey.pid == first
    crash(valkey)
    valkey.ensure()
    assert valkey.pid != first
    assert Redis.from_url(valkey.url).get("kept") == b"42"
    with pytest.raises(AuthenticationError):
        Redis.from_url(valkey.url.replace(valkey.password, "guessed")).ping()


@thorough
def test_valkey_goes_on_with_what_redis_kept(valkey: Any, open_home: Any) -> None:
    """As Redis 6 leaves it: one append-only file, and its configuration."""
    before = open_home.path / "redis"
    before.mkdir()
    (before / "redis.conf").touch()
    command = "*3\r\n$3\r\nSET\r\n$4\r\nkept\r\n$2\r\n42\r\n"
    (before / "appendonly.aof").write_text("*2\r\n$6\r\nSELECT\r\n$1\r\n0\r\n" + command)
    valkey.ensure()
    assert Redis.from_url(valkey.url).get("kept") == b"42"
    assert not before.exists()
    assert not (valkey.folder / "redis.conf").exists()


def test_postgres_after_a_crash_starts_with_its_data_and_its_password(
    open_home: Any, environment: Any
) -> None:
    postgres = Postgres(environment, open_home)
    try:
        postgres.ensure()
        with psycopg.connect(postgres.url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
        crash(postgres)
        postgres.ensure()
        with psycopg.connect(postgres.url) as connection:
            assert connection.execute("SELECT answer FROM kept").fetchone() == (42,)
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(postgres.url.replace(postgres.password, "guessed"))
    finally:
        postgres.stop()
    assert postgres.pid is None


def test_postgres_whose_home_was_removed_says_what_to_do(open_home: Any, environment: Any) -> None:
    """Data lie outside of a home that nobody else can reach, and survive it."""
    postgres = Postgres(environment, open_home)
    postgres.data.mkdir()
    with pytest.raises(Trouble, match=str(postgres.folder)):
        postgres.ensure()
    assert not (open_home.path / "postgres_password").exists()


def test_postgres_lock_file_naming_another_program_is_removed(
    open_home: Any, environment: Any
) -> None:
    postgres = Postgres(environment, open_home)
    postgres.data.mkdir()
    lock = postgres.data / "postmaster.pid"
    lock.write_text(f"{os.getpid()}\n{postgres.data}\n")
    postgres._drop_stale_lock()
    assert not lock.exists()


@thorough
def test_postgres_that_lost_its_record_is_ended_before_another_starts(
    open_home: Any, environment: Any
) -> None:
    postgres = Postgres(environment, open_home)
    try:
        postgres.ensure()
        first = postgres.pid
        assert first
        open_home.forget("postgres")
        postgres.ensure()
        assert start_time(first) is None
    finally:
        postgres.stop()


def test_is_open_to_all_sees_a_closed_parent(open_home: Any) -> None:
    inner = open_home.path / "inner"
    inner.mkdir()
    inner.chmod(0o755)
    assert is_open_to_all(inner)
    open_home.path.chmod(0o700)
    assert not is_open_to_all(inner)


def test_open_to_all_keeps_programs_apart_from_data(tmp_path: Path) -> None:
    (tmp_path / "program").touch(mode=0o700)
    (tmp_path / "data").touch(mode=0o600)
    open_to_all(tmp_path)
    assert (tmp_path / "program").stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o644


def test_postgresql_s_programs_find_the_database_and_show_no_password(
    home: Any, environment: Any
) -> None:
    """The password of the tests' own server is right in the file, or nothing comes back."""
    found = database_service(home, os.environ["DATABASE_URL"])
    psql = Postgres(environment, home).programs / "psql"
    argv: Command = [psql, "--no-password", "--tuples-only", "--no-align"]
    argv += ["--command", "SELECT 6 * 7"]
    assert subprocess.run(argv, env=found, capture_output=True, text=True).stdout == "42\n"
    assert Path(found["PGSERVICEFILE"]).stat().st_mode & 0o777 == 0o600
    database_service(home, "postgresql://ada:a%20b@db.example:5433/trees?sslmode=require")
    assert Path(found["PGSERVICEFILE"]).read_text().split("\n")[1:-1] == [
        "host=db.example",
        "port=5433",
        "dbname=trees",
        "user=ada",
        "password=a b",
        "sslmode=require",
    ]
