"""Slow connections, to the server that `./dev` and compose start."""

from __future__ import annotations

import contextlib
import itertools
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from config.patient_worker import MAX_UPLOADS, SHORT_BYTES, Arrival
from tests.source_tree import ROOT
from tests.tiers import thorough

PATIENCE_S = 60
N_SLOW = 200
N_THREADS = 4
# Slow for a test: requests that dripped for this long are broken off.
HURRIED = "ARRIVAL_S = 2.0", "UPLOAD_S = 2.0", "UPLOAD_BYTES = 50_000", "SEND_S = 1"
APPLICATION = """
import tempfile
import time
from pathlib import Path
from config import patient_worker

{changes}
FOLDER = Path(__file__).parent

def work_for_long():
    Path(FOLDER, f"at-work-{{time.monotonic_ns()}}").touch()
    while not Path(FOLDER, "done").exists():
        time.sleep(0.02)

def application(environ, start_response):
    "Refuses at once what has no cookie, as Regrade does; else it reads the body and counts."
    if environ["PATH_INFO"].endswith("/long"):
        work_for_long()
    if environ["PATH_INFO"].startswith(("/answer/", "/static/")):
        _, kind, n_bytes = environ["PATH_INFO"].split("/")
        answer = b"x" * int(n_bytes)
        start_response("200 OK", [("Content-Type", "text/plain")])
        if kind == "answer":
            return [answer]
        file = tempfile.TemporaryFile()
        file.write(answer)
        file.seek(0)
        return environ["wsgi.file_wrapper"](file)
    is_known = "HTTP_COOKIE" in environ
    body = environ["wsgi.input"].read() if is_known else b""
    start_response("200 OK" if is_known else "403 Forbidden", [("Content-Type", "text/plain")])
    return [str(len(body)).encode()]
"""


class Server:
    """One process of four threads, and connections to it."""

    def __init__(self, folder: Path, *changes: str) -> None:
        changed = "\n".join(f"patient_worker.{change}" for change in changes)
        (folder / "counting.py").write_text(APPLICATION.format(changes=changed))
        self.links: list[socket.socket] = []
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        argv = [sys.executable, "-m", "gunicorn", "--config", "config/web_server.py"]
        argv += ["--bind", f"127.0.0.1:{self.port}", "--workers", "1"]
        argv += ["--worker-connections", "50", "counting:application"]
        self.log = folder / "gunicorn.log"
        with self.log.open("wb") as sink:
            env = {**os.environ, "PYTHONPATH": f"{folder}:{ROOT}"}
            self.process = subprocess.Popen(argv, cwd=ROOT, env=env, stderr=sink)

    def open(self, sent: bytes, *, is_far: bool = False) -> socket.socket:
        """A connection; a far one takes little at once, in packets as they are between machines."""
        link = socket.socket()
        link.settimeout(PATIENCE_S)
        if is_far:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        link.connect(("127.0.0.1", self.port))
        link.sendall(sent)
        self.links.append(link)
        return link

    def ask(self, method: str = "GET", body: bytes = b"", path: str = "/") -> tuple[int, str]:
        link = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        with contextlib.closing(link):
            link.request(method, path, body or None, {"Cookie": "a=b"})
            answer = link.getresponse()
            return answer.status, answer.read().decode()

    def answers(self) -> bool:
        with contextlib.suppress(OSError):
            self.ask()
            return True
        return False

    def close(self) -> None:
        for link in self.links:
            link.close()
        self.process.terminate()
        self.process.wait(PATIENCE_S)


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    server = Server(tmp_path, *getattr(request, "param", ()))
    wait_until(server.answers)
    yield server
    server.close()


HEAD = b"POST / HTTP/1.1\r\nHost: localhost\r\nCookie: a=b\r\n"
STRANGER = HEAD.replace(b"Cookie", b"X-Cookie")


def announcing(n_bytes: int, head: bytes = HEAD) -> bytes:
    return head + b"Content-Length: %d\r\n\r\n" % n_bytes


SLOW = {
    "nothing": b"",
    "a head": HEAD,
    "a body": announcing(1000) + b"x",
    "an upload": announcing(200_000_000) + b"x",
    "a body in chunks": HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nxx",
    "all, and do not close": HEAD + b"\r\n",
}
SELDOM = sorted(SLOW.keys() - {"a head", "an upload"})


@pytest.mark.parametrize(
    "kind",
    ["a head", "an upload", *(pytest.param(kind, marks=thorough) for kind in SELDOM)],
)
def test_others_are_answered_beside_many_connections_that_bring(kind: str, server: Server) -> None:
    """There are more of them than the server holds at once."""
    for _ in range(N_SLOW):
        server.open(SLOW[kind])
    assert server.ask() == (200, "0")
    assert server.ask("POST", b"x" * 50_000) == (200, "50000")


@pytest.mark.parametrize("server", [HURRIED], indirect=True)
@pytest.mark.parametrize(
    "sent", ["a body", *(pytest.param(sent, marks=thorough) for sent in ("nothing", "a head"))]
)
def test_a_request_that_takes_too_long_to_come_is_ended(sent: str, server: Server) -> None:
    assert server.open(SLOW[sent]).recv(100) == b""


@pytest.mark.parametrize("server", [HURRIED], indirect=True)
def test_an_upload_that_stands_still_ends_for_the_application(server: Server) -> None:
    """As if the client had gone: it stores nothing of what breaks off."""
    answer = server.open(announcing(200_000_000) + b"x" * 10).makefile("rb").read()
    assert b"\r\n10\r\n" in answer


def test_a_long_body_is_read_by_the_application_alone_and_whole(server: Server) -> None:
    n_bytes = 5_000_000
    assert server.ask("POST", b"x" * n_bytes) == (200, str(n_bytes))
    refused = server.open(announcing(n_bytes, STRANGER))
    assert refused.recv(100).startswith(b"HTTP/1.1 403")


def test_uploads_beyond_those_that_can_wait_are_sent_away(server: Server) -> None:
    links = [server.open(SLOW["an upload"]) for _ in range(MAX_UPLOADS + 1)]
    assert links[-1].recv(100).startswith(b"HTTP/1.1 503")


@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_a_request_in_pieces_is_complete_at_its_last_byte(size: int) -> None:
    whole, arrival = announcing(50) + b"\r\n\r\n" + b"x" * 46, Arrival()
    pieces = [whole[start : start + size] for start in range(0, len(whole), size)]
    assert [arrival.add(piece) for piece in pieces] == [False] * (len(pieces) - 1) + [True]
    assert not arrival.is_long


def test_a_length_that_is_no_number_of_bytes_is_left_to_the_parser() -> None:
    assert Arrival().add(HEAD + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n")


def n_taken(per_second: int, piece: int, n_bytes: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Bytes accepted of an upload over a line of this speed, with a fake clock."""
    clock = itertools.count(0, piece / per_second / 2)  # read before and after each piece
    monkeypatch.setattr("config.patient_worker.time.monotonic", lambda: next(clock))
    near, far = socket.socketpair()
    with near, far:
        arrival = Arrival()
        arrival.add(announcing(n_bytes))
        chunks, n_come = arrival.chunks(near), 0
        next(chunks)
        while n_come < n_bytes:
            far.sendall(b"x" * piece)
            more = next(chunks, b"")
            if not more:
                break
            n_come += len(more)
        return n_come


def test_an_upload_of_200_mb_passes_over_a_line_of_a_megabit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert n_taken(125_000, SHORT_BYTES, 200_000_000, monkeypatch) >= 200_000_000
    assert n_taken(100, 50, 200_000_000, monkeypatch) < 10_000


@pytest.mark.parametrize(
    ("held", "path"),
    [
        ("/long", "/api/judging/1/claims"),
        pytest.param("/long", "/health", marks=thorough),
        ("/api/judging/long", "/ready"),
    ],
)
def test_what_must_go_on_does_while_others_keep_all_threads_at_work(
    server: Server, tmp_path: Path, held: str, path: str
) -> None:
    for _ in range(N_THREADS + 1):
        server.open(f"GET {held} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    wait_until(lambda: len(list(tmp_path.glob("at-work-*"))) == N_THREADS)
    assert server.ask("POST", b"{}", path) == (200, "2")
    (tmp_path / "done").touch()
    assert server.ask("GET", path=held) == (200, "0")


@pytest.mark.parametrize(
    ("server", "path"),
    [
        pytest.param((), b"answer/150000", id="a page"),
        pytest.param(
            HURRIED, b"answer/50000000", id="a download that is broken off", marks=thorough
        ),
        pytest.param((), b"static/5000000", id="files, with threads of their own", marks=thorough),
    ],
    indirect=["server"],
)
def test_who_reads_nothing_of_an_answer_keeps_nobody_waiting(server: Server, path: bytes) -> None:
    asked = b"GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n" % path
    for _ in range(2 * N_THREADS):
        server.open(asked, is_far=True)
    assert server.ask() == (200, "0")


@pytest.mark.parametrize("server", [HURRIED], indirect=True)
def test_who_reads_nothing_of_a_file_gives_way_in_the_end(server: Server) -> None:
    for _ in range(2 * N_THREADS):
        server.open(b"GET /static/5000000 HTTP/1.1\r\nHost: localhost\r\n\r\n", is_far=True)
    assert server.ask(path="/static/0") == (200, "")
