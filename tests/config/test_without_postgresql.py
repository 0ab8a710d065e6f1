"""PostgreSQL killed and started again, behind a web server that goes on."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from launcher.postgres import Postgres
from tests.running import Answer, Gunicorn, Visitor, crash, embedded, migrate

N_THREADS = 4  # of the web server, each with a connection of its own


@pytest.fixture(scope="module")
def postgres() -> Iterator[Any]:
    with embedded(Postgres) as postgres:
        migrate(postgres.url)
        yield postgres


@pytest.fixture
def server(postgres: Any, tmp_path: Path) -> Iterator[Gunicorn]:
    postgres.ensure()
    with closing(Gunicorn(tmp_path, DATABASE_URL=postgres.url)) as server:
        server.start()
        yield server


def ask_at_once(server: Gunicorn, path: str) -> list[Answer]:
    """As many requests as there are threads, several times over."""
    visitors = [Visitor(server.url) for _ in range(4 * N_THREADS)]
    with ThreadPoolExecutor(N_THREADS) as threads:
        return list(threads.map(lambda visitor: visitor.get(path), visitors))


def test_after_a_crash_of_postgresql_no_request_fails(server: Gunicorn, postgres: Any) -> None:
    assert {answer.status for answer in ask_at_once(server, "/health")} == {200}
    crash(postgres)
    postgres.ensure()
    assert {answer.status for answer in ask_at_once(server, "/health")} == {200}


def test_without_postgresql_each_answer_says_so_and_when_to_ask_again(
    server: Gunicorn, postgres: Any
) -> None:
    visitor = Visitor(server.url)
    visitor.get("/health")
    crash(postgres)
    told = visitor.sign_in("alice")
    assert (told.status, told.headers["Retry-After"]) == (503, "5")
    assert told.json() == {
        "code": "database_away",
        "detail": "The database is away at the moment; try again in 5 seconds.",
    }
    page = visitor.get("/health")
    assert (page.status, page.headers["Retry-After"]) == (503, "5")
    assert "The database is away" in page.body.decode()
    ready = visitor.get("/ready")
    assert (ready.status, ready.json()["status"]) == (503, "down")
    assert visitor.get("/").status == 200
