"""PostgreSQL stopped or locked in the middle of it all, while more ask than there are threads."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import partial
from typing import Any, NamedTuple

import psycopg
import pytest
from django.conf import settings

from launcher.postgres import Postgres
from tests.processes.running import Answer, Gunicorn, Visitor, embedded, migrate
from tests.tiers import thorough

N_AT_ONCE = 20  # of each kind; the web server has eight threads for each
N_WAITING = 4  # at least, as one of two processes may get them all
LONGEST_S = 15.0
# More than a second, as a busy machine takes longer to begin.
CHECKED_WITHIN_S = 5.0
NOTICED_WITHIN_S = 10.0
pytestmark = thorough
PASSWORD = "a long enough secret"
MEMBERS = "annotation_membership"


class Served(NamedTuple):
    postgres: Any
    url: str
    alice: Visitor

    def asked_at_once(self, threads: ThreadPoolExecutor) -> Callable[[], list[Answer]]:
        """Begins claims and pages; then their answers can be waited for."""
        claim = partial(self.alice.post, "/api/judging/1/claims", {"n": 1})
        home = partial(self.alice.get, "/api/home")
        asked = [threads.submit(ask) for ask in (claim, home) for _ in range(N_AT_ONCE)]
        return lambda: [each.result() for each in asked]

    def checked(self, path: str) -> Answer:
        began = time.monotonic()
        answer = Visitor(self.url).get(path)
        assert time.monotonic() - began < CHECKED_WITHIN_S
        return answer


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    with (
        embedded(Postgres) as postgres,
        closing(Gunicorn(folder, DATABASE_URL=postgres.url)) as server,
    ):
        migrate(postgres.url)
        argv = [sys.executable, "manage.py", "create_account", "alice"]
        env = {**os.environ, "DATABASE_URL": postgres.url}
        given = PASSWORD.encode()
        subprocess.run(argv, cwd=settings.BASE_DIR, env=env, input=given, check=True)
        server.start()
        alice = Visitor(server.url)
        assert alice.sign_in("alice", PASSWORD).status == 200
        yield Served(postgres, server.url, alice)


@contextmanager
def stopped(served: Served, *, entirely: bool) -> Iterator[None]:
    """Those that serve connections, which answer nobody then; or all, so that nobody gets in."""
    with psycopg.connect(served.postgres.url) as connection:
        kinds = "true" if entirely else "backend_type = 'client backend'"
        asked = f"SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND {kinds}"
        pids = [pid for (pid,) in connection.execute(asked)]
    everybody = [*([served.postgres.pid] if entirely else []), *pids]
    _send(everybody, signal.SIGSTOP)
    try:
        yield
    finally:
        _send(everybody, signal.SIGCONT)


def _send(pids: list[int], what: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, what)


@contextmanager
def locked(served: Served) -> Iterator[None]:
    with psycopg.connect(served.postgres.url) as connection:
        connection.execute(f"LOCK TABLE {MEMBERS}")
        yield


class Case(NamedTuple):
    hang: Callable[[Served], AbstractContextManager[None]]
    is_down: bool
    codes: set[str]


REFUSED = {"database_away", "database_busy"}
CASES = {
    "all processes are stopped": Case(partial(stopped, entirely=True), True, REFUSED),
    # Each thread finds the connection lost, and gets another one.
    "backends are stopped": Case(
        partial(stopped, entirely=False), False, {"", "not_found"} | REFUSED
    ),
    "a table is locked": Case(locked, False, {"database_busy"}),
}


@pytest.mark.parametrize("name", CASES)
def test_a_database_that_hangs_holds_nobody_and_is_reported_at_once(
    name: str, served: Served
) -> None:
    case = CASES[name]
    with ThreadPoolExecutor(2 * N_AT_ONCE) as threads:
        served.asked_at_once(threads)()  # each thread of the server has a connection now
        with case.hang(served):
            began = time.monotonic()
            answers = served.asked_at_once(threads)
            for path in ("/ready", "/health"):
                while (served.checked(path).status == 200) is case.is_down:
                    assert time.monotonic() < began + NOTICED_WITHIN_S
            found = answers()
            assert time.monotonic() - began < LONGEST_S
        assert {answer.json().get("code", "") for answer in found} <= case.codes
        refused = [answer for answer in found if answer.status == 503]
        assert {answer.headers["Retry-After"] for answer in refused} <= {"5"}
        ended = time.monotonic()
        while {answer.status for answer in served.asked_at_once(threads)()} != {200, 404}:
            assert time.monotonic() < ended + NOTICED_WITHIN_S


def test_a_process_stopped_in_the_middle_of_a_query_holds_nobody_either(served: Served) -> None:
    """It would end its wait for the lock itself, were it not stopped."""
    with ThreadPoolExecutor(2 * N_AT_ONCE) as threads, locked(served):
        began = time.monotonic()
        answers = served.asked_at_once(threads)
        with psycopg.connect(served.postgres.url, autocommit=True) as connection:
            asked = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            while len(connection.execute(asked).fetchall()) < N_WAITING:
                assert time.monotonic() < began + NOTICED_WITHIN_S
        with stopped(served, entirely=False):
            found = answers()
            assert time.monotonic() - began < LONGEST_S
    assert {answer.json()["code"] for answer in found} <= REFUSED
