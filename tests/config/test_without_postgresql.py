"""PostgreSQL killed and started again, behind a web server that goes on."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from launcher.postgres import Postgres
from tests.processes.running import Answer, Gunicorn, Visitor, crash, embedded

N_THREADS = 4  # of the web server, each with a connection of its own


def ask_at_once(server: Gunicorn, path: str) -> list[Answer]:
    """As many requests as there are threads, several times over."""
    visitors = [Visitor(server.url) for _ in range(4 * N_THREADS)]
    with ThreadPoolExecutor(N_THREADS) as threads:
        return list(threads.map(lambda visitor: visitor.get(path), visitors))


def test_without_postgresql_each_answer_says_so_and_afterwards_no_request_fails(
    tmp_path: Path,
) -> None:
    with (
        embedded(Postgres) as postgres,  # without tables, which none of these answers reads
        closing(Gunicorn(tmp_path, DATABASE_URL=postgres.url)) as server,
    ):
        server.start()
        assert {answer.status for answer in ask_at_once(server, "/health")} == {200}
        crash(postgres)
        visitor = Visitor(server.url)
        found = visitor.sign_in("alice")
        assert (found.status, found.headers["Retry-After"]) == (503, "5")
        assert found.json()["code"] == "database_away"
        while 200 in {answer.status for answer in ask_at_once(server, "/health")}:
            pass  # what each process found out a moment ago
        page = visitor.get("/health")
        assert (page.status, page.headers["Retry-After"]) == (503, "5")
        assert "The database is away" in page.body.decode()
        ready = visitor.get("/ready")
        assert (ready.status, ready.json()["status"]) == (503, "down")
        assert visitor.get("/").status == 200
        postgres.ensure()
        while 503 in {answer.status for answer in ask_at_once(server, "/health")}:
            pass
        assert {answer.status for answer in ask_at_once(server, "/health")} == {200}
