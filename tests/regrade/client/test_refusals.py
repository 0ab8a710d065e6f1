"""A server that refuses, breaks off or asks for patience, and long lists."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from annotation.models import ApiToken
from ranking.models import Collection, Run, RunSource, RunStatus
from regrade.client import JobEnded, NotSent, Server, ServerRefused, ServerUnreachable, connect
from regrade.files.bad_lines import BadLine
from tests.factories import make_collection, make_topics
from tests.refusals import refused
from tests.regrade.client.conftest import Signed
from tests.regrade.client.files import RUN, written

Answer: TypeAlias = tuple[int, dict[str, str], bytes]
BUSY = json.dumps({"code": "throttled", "detail": "Wait."}).encode()
EMPTY = json.dumps([]).encode()


class Scripted(ThreadingHTTPServer):
    """Gives these answers, one a request, and keeps the method and target of each."""

    def __init__(self, answers: list[Answer]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers, self.asked = answers, list[str]()


class Handler(BaseHTTPRequestHandler):
    server: Scripted

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.asked.append(f"{self.command} {self.path}")
        status, headers, body = self.server.answers.pop(0)
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(body))} | headers).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def scripted(*answers: Answer) -> Iterator[tuple[Server, Scripted]]:
    server = Scripted(list(answers))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with connect(f"http://127.0.0.1:{server.server_port}", "token") as client:
            yield client, server
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(autouse=True)
def waited(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that the client waited, or would have."""
    waits = list[float]()
    monkeypatch.setattr("regrade.client.connection.time.sleep", waits.append)
    return waits


def test_a_download_that_breaks_off_leaves_the_old_file(tmp_path: Path) -> None:
    [path] = written(tmp_path, a__run="older")
    with (
        scripted((200, {"Content-Length": "999"}, RUN.encode())) as (client, _),
        pytest.raises(ServerUnreachable),
    ):
        client.pull_run("a", path)
    assert path.read_text() == "older"
    assert list(tmp_path.iterdir()) == [path]


def test_a_busy_server_is_asked_again_when_it_says(waited: list[float]) -> None:
    busy = (429, {"Retry-After": "7"}, BUSY)
    with scripted(busy, (503, {}, b"<html>"), (200, {}, EMPTY)) as (client, _):
        assert list(client.campaigns()) == []
    assert waited == [7.0, 1.0]


@pytest.mark.parametrize("answer", [(429, {"Retry-After": "3600"}, BUSY), (500, {}, BUSY)])
def test_a_long_wait_and_a_fault_are_left_to_the_caller(
    answer: Answer, waited: list[float]
) -> None:
    with scripted(answer) as (client, _), pytest.raises(ServerRefused, match="Wait"):
        client.campaigns()
    assert waited == []


def test_what_may_have_been_stored_is_not_sent_again(tmp_path: Path) -> None:
    files = written(tmp_path, a__run=RUN)
    with scripted((503, {"Retry-After": "1"}, BUSY)) as (client, server):
        with refused(ServerRefused, "throttled"):
            client.push_files("trees", *files)
        assert server.asked == ["POST /api/imports/files"]


def test_an_upload_that_was_not_read_is_sent_again_as_a_whole(tmp_path: Path) -> None:
    files = written(tmp_path, a__run=RUN)
    stored = json.dumps({"name": "trees"}).encode()
    with scripted((429, {}, BUSY), (201, {}, stored)) as (client, server):
        assert client.push_files("trees", *files).name == "trees"
        assert len(server.asked) == 2


def test_a_broken_push_says_that_something_may_be_stored(tmp_path: Path) -> None:
    files = written(tmp_path, a__run=RUN)
    with (
        scripted((201, {"Content-Length": "999"}, b"{")) as (client, _),
        pytest.raises(ServerUnreachable, match="Look if something was stored"),
    ):
        client.push_files("trees", *files)


def test_a_redirect_is_named_and_not_followed() -> None:
    with (
        scripted((302, {}, b"")) as (_, other),
        scripted((302, {"Location": f"http://127.0.0.1:{other.server_port}/"}, b"")) as (client, _),
    ):
        with refused(ServerRefused, "redirected"):
            client.campaigns()
        assert other.asked == []


@pytest.mark.parametrize(
    ("status", "body"),
    [*((404, body) for body in (b"<html>", b"[]", b"\xff", b"0")), (200, b"{}"), (200, b"true")],
)
def test_a_server_that_is_not_regrade_is_recognized(status: int, body: bytes) -> None:
    with scripted((status, {}, body)) as (client, _), refused(ServerRefused, "not_regrade"):
        list(client.runs())


def test_a_refusal_of_a_later_server_is_understood(tmp_path: Path) -> None:
    line = {"line": 2, "reason": "no score", "code": "bad_score", "severity": "new"}
    body = json.dumps({"code": "bad_file", "detail": "Bad.", "bad_lines": [line]}).encode()
    with scripted((400, {}, body)) as (client, _), refused(ServerRefused, "bad_file") as found:
        client.push_collection("a", *written(tmp_path, a__tsv="1"))
    assert found.value.bad.first == [BadLine(2, "no score", "bad_score")]


def test_a_page_is_not_taken_for_a_run(tmp_path: Path) -> None:
    page = 200, {"Content-Type": "text/html; charset=utf-8"}, b"<html>"
    with scripted(page) as (client, _), refused(ServerRefused, "not_regrade"):
        client.pull_run("a", tmp_path / "a.run")
    assert list(tmp_path.iterdir()) == []


def test_all_parts_of_a_list_are_read(server: Server) -> None:
    Collection.objects.bulk_create(Collection(name=f"c{n:03}") for n in range(205))
    assert [row.name for row in server.collections()] == [f"c{n:03}" for n in range(205)]
    assert [row.name for row in server.collections(search="c20")] == [f"c20{n}" for n in range(5)]


def revoke() -> None:
    ApiToken.objects.update(revoked_at=timezone.now())


def expire() -> None:
    ApiToken.objects.update(expires_at=timezone.now())


@pytest.mark.parametrize("end", [revoke, expire])
def test_an_ended_token_is_refused(server: Server, end: Callable[[], None]) -> None:
    end()
    with pytest.raises(ServerRefused) as found:
        list(server.runs())
    assert (found.value.code, found.value.status) == ("bad_token", 401)


def test_an_unknown_token_is_refused(live_server: LiveServer) -> None:
    with connect(live_server.url, "guess") as client, refused(ServerRefused, "bad_token"):
        client.campaigns()


def test_a_token_of_another_scope_is_refused(client_with: Signed, tmp_path: Path) -> None:
    run = Run(name="a", collection=make_collection(), topic_set=make_topics())
    run.source, run.status, run.depth = RunSource.IMPORTED, RunStatus.COMPLETE, 1
    run.save()
    reader = client_with("read")
    with refused(ServerRefused, "out_of_scope"):
        reader.push_files("b", *written(tmp_path, a__run=RUN))
    assert [row.name for row in reader.runs()] == ["a"]


UNDER_WAY: Answer = 202, {}, json.dumps({"n_tests": 2, "n_done": 1, "n_before": 0}).encode()
COMPARED: Answer = 200, {}, json.dumps({"content_hash": "abc", "blocks": []}).encode()


def test_a_comparison_that_a_worker_computes_is_waited_for() -> None:
    with scripted(UNDER_WAY, UNDER_WAY, COMPARED) as (client, server):
        assert client.compare("a,b", labels="c").content_hash == "abc"
        assert [asked.split()[0] for asked in server.asked] == ["POST", "GET", "GET"]


def test_waiting_for_a_comparison_has_an_end() -> None:
    with scripted(UNDER_WAY) as (client, _), refused(JobEnded, "still_running", says="1 of 2"):
        client.compare("a,b", labels="c", wait_s=-1)


def test_a_comparison_of_nothing_is_not_asked_for() -> None:
    with scripted() as (client, _), refused(NotSent, "nothing_named", says="no runs and no labels"):
        client.compare([], labels=[])
