"""The server for browser tests; it knows when all requests are answered.

The browser keeps its connections open from test to test, so that an open connection says nothing.
"""

from __future__ import annotations

import select
import socket
import threading
import time
from typing import Any

from django.core.servers.basehttp import ThreadedWSGIServer
from django.test.testcases import LiveServerThread, QuietWSGIRequestHandler
from pytest_django.live_server_helper import LiveServer

from tests.waiting import N_AT_WORK, PATIENCE_S, until_counted

HOST = "127.0.0.1"


class Handler(QuietWSGIRequestHandler):
    """The requests of one connection."""

    server: CountingServer

    def handle_one_request(self) -> None:
        # What came stays in the socket, where the server sees it, until it counts as work.
        line: Any = self.connection
        _poll(line, None)
        self.server.is_at_work[line] = True
        super().handle_one_request()
        self.server.is_at_work[line] = False


class CountingServer(ThreadedWSGIServer):
    """Knows of each open connection whether a request of it is being answered."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.lock = threading.Lock()
        self.is_at_work = dict[socket.socket, bool]()
        super().__init__(*args, **kwargs)

    def get_request(self) -> tuple[socket.socket, Any]:
        with self.lock:
            line, address = super().get_request()
            self.is_at_work[line] = False
        return line, address

    def close_request(self, request: Any) -> None:
        super().close_request(request)
        with self.lock:
            self.is_at_work.pop(request, None)

    def has_answered_all(self) -> bool:
        """Whether nothing is at work, and nothing has come that waits to be read."""
        with self.lock:
            return not _poll(self.socket, 0) and all(
                not _poll(line, 0) and not self.is_at_work[line] for line in self.is_at_work
            )


class ServerThread(LiveServerThread):
    httpd: CountingServer

    def _create_server(self, connections_override: Any = None) -> CountingServer:
        return CountingServer((self.host, self.port), Handler, allow_reuse_address=False)


class Server(LiveServer):
    """Serves built files as the real one does, which lets browsers keep them."""

    thread: ServerThread

    def __init__(self) -> None:
        super().__init__(HOST, start=False)
        handler: Any = lambda application: application  # noqa: E731
        self.thread = ServerThread(HOST, handler, connections_override={})
        self.thread.daemon = True
        self.start()

    def until_answered(self) -> None:
        """Return when all that browsers sent is answered, and the database is at rest."""
        end = time.monotonic() + PATIENCE_S
        while not self.thread.httpd.has_answered_all():
            assert time.monotonic() < end, f"a request is still open after {PATIENCE_S} seconds"
            time.sleep(0.002)
        until_counted(N_AT_WORK, lambda at_work: at_work == 0, "a connection is still at work")


def _poll(line: socket.socket, patience_ms: float | None) -> bool:
    """Whether the socket has something to read; a closed one has its end."""
    asked = select.poll()
    try:
        asked.register(line, select.POLLIN)
    except (OSError, ValueError):
        return True
    return bool(asked.poll(patience_ms))
