"""Answers that a proxy of HTTP/1.0 cuts off, which say nothing of their length."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from typing import TypeAlias
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from pytest_django.live_server_helper import LiveServer

from annotation.tokens.issuing import issue_token
from regrade.client import Server, ServerUnreachable, connect
from tests.refusals import refused
from tests.regrade.client.files import QRELS, RUN, written

LENGTHS = (b"content-length:", b"transfer-encoding:", b"connection:")
Proxied: TypeAlias = Callable[[int], Server]


class Cutting(StreamRequestHandler):
    """Passes one request on, and its answer without the last bytes and without its length."""

    server: CuttingServer

    def handle(self) -> None:
        lines = list(iter(self.rfile.readline, b"\r\n"))
        kept = [line for line in lines if not line.lower().startswith(b"connection:")]
        with socket.create_connection(self.server.behind) as behind:
            behind.sendall(b"".join(kept) + b"Connection: close\r\n\r\n")
            answer = b"".join(iter(lambda: behind.recv(65536), b""))
        head, _, body = answer.partition(b"\r\n\r\n")
        left = [line for line in head.split(b"\r\n") if not line.lower().startswith(LENGTHS)]
        left[0] = left[0].replace(b"HTTP/1.1", b"HTTP/1.0")
        self.wfile.write(b"\r\n".join(left) + b"\r\n\r\n" + body[: len(body) - self.server.n_cut])


class CuttingServer(ThreadingTCPServer):
    daemon_threads = True

    def __init__(self, behind: tuple[str, int], n_cut: int) -> None:
        super().__init__(("127.0.0.1", 0), Cutting)
        self.behind, self.n_cut = behind, n_cut


@contextmanager
def cutting(behind: str, n_cut: int) -> Iterator[str]:
    place = urlsplit(behind)
    with CuttingServer((place.hostname or "", place.port or 0), n_cut) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{proxy.server_address[1]}"
        proxy.shutdown()


@pytest.fixture
def proxied(
    live_server: LiveServer, server: Server, owner: User, tmp_path: Path
) -> Iterator[Proxied]:
    """A client behind a proxy that cuts so many bytes, of a server with a run and labels."""
    server.push_files("trees", *written(tmp_path, bm25__run=RUN, qrels__txt=QRELS))
    token = issue_token(account=owner, name="proxied", scopes=["read"]).text
    with ExitStack() as opened:
        yield lambda n_cut: opened.enter_context(
            connect(opened.enter_context(cutting(live_server.url, n_cut)), token)
        )


def test_a_run_that_is_cut_off_is_refused(proxied: Proxied, tmp_path: Path) -> None:
    proxied(0).pull_run("bm25", tmp_path / "pulled")
    assert (tmp_path / "pulled").read_text() == RUN
    for n_cut in (1, 8, 30):
        with refused(ServerUnreachable, "no_whole_answer", says="cut off"):
            proxied(n_cut).pull_run("bm25", tmp_path / "pulled")
    assert (tmp_path / "pulled").read_text() == RUN


def test_a_file_without_an_end_is_refused(proxied: Proxied, tmp_path: Path) -> None:
    with refused(ServerUnreachable, "no_whole_answer", says="where it ends"):
        proxied(5).pull_labels("qrels", tmp_path / "pulled")
    assert not (tmp_path / "pulled").exists()
