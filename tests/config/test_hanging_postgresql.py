"""PostgreSQL stopped in the middle of it all: it keeps its connections, and answers nobody."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg

from launcher.postgres import Postgres
from tests.running import Answer, Gunicorn, Visitor, embedded, migrate

N_THREADS = 4  # of the web server
LONGEST_S = 15.0
# More than a second, as a busy machine takes longer to begin.
READY_WITHIN_S = 5.0
NOTICED_WITHIN_S = 10.0


@contextmanager
def stopped(postgres: Any) -> Iterator[None]:
    with psycopg.connect(postgres.url) as connection:
        pids = [pid for (pid,) in connection.execute("SELECT pid FROM pg_stat_activity")]
    everybody = [postgres.pid, *pids]
    _send(everybody, signal.SIGSTOP)
    try:
        yield
    finally:
        _send(everybody, signal.SIGCONT)


def _send(pids: list[int], what: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, what)


def timed(visitor: Visitor, path: str) -> tuple[float, Answer]:
    began = time.monotonic()
    answer = visitor.get(path)
    return time.monotonic() - began, answer


def test_a_server_that_hangs_holds_nobody_and_is_told_at_once(tmp_path: Path) -> None:
    with (
        embedded(Postgres) as postgres,
        closing(Gunicorn(tmp_path, DATABASE_URL=postgres.url)) as server,
    ):
        migrate(postgres.url)
        server.start()
        visitors = [Visitor(server.url) for _ in range(2 * N_THREADS)]
        for visitor in visitors:
            visitor.sign_in("alice")  # who is not there; each thread has a connection now
        with ThreadPoolExecutor(len(visitors)) as threads:
            with stopped(postgres):
                began = time.monotonic()
                asked = [threads.submit(one.sign_in, "alice") for one in visitors]
                told_by = began + NOTICED_WITHIN_S
                while (ready := timed(Visitor(server.url), "/ready"))[1].status == 200:
                    assert time.monotonic() < told_by
                assert (ready[1].status, ready[1].json()["status"]) == (503, "down")
                assert ready[0] < READY_WITHIN_S
                told = [one.result() for one in asked]
                assert time.monotonic() - began < LONGEST_S
            assert {answer.status for answer in told} == {503}
            assert {answer.json()["code"] for answer in told} == {"database_away"}
        assert Visitor(server.url).sign_in("alice").status == 400
