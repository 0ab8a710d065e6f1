"""gunicorn's threads, which slow clients cannot hold: docs/adr/0004 says why this is our own."""

from __future__ import annotations

import contextlib
import math
import re
import selectors
import socket
import struct
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

from gunicorn.http import get_parser
from gunicorn.workers.gthread import TConn, ThreadWorker

from config.postgresql.watch import TURN, WATCH

# How long a request may take to come, but for the long body of an upload.
ARRIVAL_S = 20.0
# What is no longer than this comes as a whole before a thread takes it up.
SHORT_BYTES = 64 * 1024
# An upload that brings less than this within so much waiting is broken off: some 9 kB a second.
UPLOAD_BYTES, UPLOAD_S = 256 * 1024, 30.0
# More uploads than this, at work or waiting for a thread, are sent away.
MAX_UPLOADS = 16
BUSY = b'{"code": "busy", "detail": "Many others upload just now; try again in a minute."}'
SENT_AWAY = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 60\r\n"
    b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%b" % (len(BUSY), BUSY)
)
# What is no longer than this leaves its thread at once, however slowly it is read; a longer answer
# of which nothing is read for so long is broken off.
ANSWER_BYTES, SEND_S = 200 * 1024, 30
# How long a client may take to notice that an answer is over.
LINGER_S = 2.0

HEAD_END = b"\r\n\r\n"
# What goes on whatever else is asked: the word that this process is up, judging, and the files
# that anybody may ask for and need not read.
LANES = {
    "checks": re.compile(rb"[A-Z]+ /(health|ready)[ ?]"),
    "judging": re.compile(rb"[A-Z]+ /api/judging/"),
    "files": re.compile(rb"[A-Z]+ /(static/|api/schema[ ?])"),
}
# These are always short, so a wait for the database ends where such a request takes longer.
HOT, HOT_S = re.compile(rb"[A-Z]+ /api/(judging/|home[ ?]|session[ ?])"), 12.0
# While waits for the database lead to nothing, no request waits longer than this for a thread.
QUEUED_S = 5.0
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,18})[ \t]*\r\n", re.IGNORECASE)
# Clients that send one of these wait for an interim response, or send no length in advance.
UNUSUAL = re.compile(rb"\r\n(expect|transfer-encoding):", re.IGNORECASE)


class Arrival:
    """A request on its way: the bytes that have come, and how many there are to be."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.lane, self.longest_s = "", math.inf
        self.n_wanted: int | None = None
        self.is_long = False

    def add(self, more: bytes) -> bool:
        """Whether a thread can take it up: all of it is there, or the head of a long one.

        What it is to be read as says gunicorn's parser alone; a wrong guess here ends the request.
        """
        begin = max(0, len(self.data) - len(HEAD_END))
        self.data += more
        if self.n_wanted is None and (end := self.data.find(HEAD_END, begin)) >= 0:
            self._plan(bytes(self.data[: end + len(HEAD_END)]))
        if self.n_wanted is None:
            return len(self.data) > SHORT_BYTES  # the parser will refuse it
        return self.is_long or len(self.data) >= self.n_wanted

    def _plan(self, head: bytes) -> None:
        self.lane = next((name for name, asks in LANES.items() if asks.match(head)), "")
        self.longest_s = HOT_S if HOT.match(head) else math.inf
        announced = LENGTH.search(head)
        self.n_wanted = len(head) + (int(announced[1]) if announced else 0)
        self.is_long = self.n_wanted > SHORT_BYTES or UNUSUAL.search(head) is not None

    def chunks(self, client: socket.socket) -> Iterator[bytes]:
        """Bytes received, then the rest of a long request as it arrives; ends if that is slow."""
        yield bytes(self.data)
        patience, n_come = UPLOAD_S, 0
        while self.is_long and patience > 0:
            began = time.monotonic()
            client.settimeout(patience)
            try:
                more = client.recv(SHORT_BYTES)
            except TimeoutError:
                return
            finally:
                client.settimeout(None)
            patience, n_come = patience - (time.monotonic() - began), n_come + len(more)
            if not more:
                return
            yield more
            if n_come >= UPLOAD_BYTES:
                patience, n_come = UPLOAD_S, 0


class Turn(NamedTuple):
    """A request that waits for a thread, or has one."""

    began: float
    done: Future[Any]
    then: Callable[..., None]


class PatientWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn publishes no types
    """gthread, but that its loop gathers each request before a thread takes it up.

    Judging has threads of its own, so that nobody waits there for those who compare, download or
    sign in. So have files, which anybody may read slowly, and long bodies, which are read after the
    application has looked at session and rights, and have to come at some speed. Connections serve
    one request (`keepalive = 0`) and bring no TLS. Of too many connections the one that has waited
    longest gives way. Where the database holds up the threads, queued requests go to others that
    never wait for it: they answer 503 to what needs it.
    """

    def init_process(self) -> None:
        self.uploads, self.n_uploads = ThreadPoolExecutor(max_workers=self.cfg.threads), 0
        self.lanes = {name: ThreadPoolExecutor(max_workers=self.cfg.threads) for name in LANES}
        self.refusals = ThreadPoolExecutor(max_workers=self.cfg.threads)
        self.turns: dict[Any, Turn] = {}
        super().init_process()

    def accept(self, listener: socket.socket) -> None:
        try:
            client, address = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        _bound_sending(client)
        self.nr_conns += 1
        while self.nr_conns >= self.worker_connections and self._make_room():
            pass
        conn = TConn(self.cfg, client, address, listener.getsockname())
        conn.arrival = Arrival()
        self._wait(conn, self.pending_conns, ARRIVAL_S, self.on_pending_socket_readable)

    def _wait(self, conn: Any, queue: deque[Any], seconds: float, then: Any) -> None:
        """Have it looked after by the loop; the parent's ends what outstays its time."""
        conn.timeout = time.monotonic() + seconds
        queue.append(conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(then, conn))

    def _make_room(self) -> bool:
        for queue in (self.keepalived_conns, self.pending_conns):
            if queue:
                self._drop(queue[0], queue)
                return True
        return False

    def _drop(self, conn: Any, queue: deque[Any]) -> None:
        queue.remove(conn)
        self.poller.unregister(conn.sock)
        self.nr_conns -= 1
        conn.close()

    def murder_pending(self) -> None:
        """Called at each round of the loop, once a second at least."""
        super().murder_pending()
        if WATCH.has_trouble():
            self._refuse_queued()
        if not self.alive:  # nobody begins a request any more; browsers open connections to spare
            for conn in [each for each in self.pending_conns if not each.arrival.data]:
                self._drop(conn, self.pending_conns)

    def on_pending_socket_readable(self, conn: Any, client: socket.socket) -> None:
        if conn not in self.pending_conns:
            return  # it gave way to another one a moment ago
        more = received(client)
        if more == b"":
            self._drop(conn, self.pending_conns)
        elif more and conn.arrival.add(more):
            self.pending_conns.remove(conn)
            self.poller.unregister(client)
            self._take_up(conn)

    def _take_up(self, conn: Any) -> None:
        if not conn.arrival.is_long:
            lane: Any = self.lanes.get(conn.arrival.lane, self.tpool)
            self._submit(conn, lane, self.finish_request)
        elif self.n_uploads < MAX_UPLOADS:
            self.n_uploads += 1
            self._submit(conn, self.uploads, self._finish_upload)
        else:
            with contextlib.suppress(OSError):
                conn.sock.send(SENT_AWAY)
            self.finish_request(conn)

    def _submit(self, conn: Any, pool: ThreadPoolExecutor, then: Callable[..., None]) -> None:
        conn.parser = get_parser(self.cfg, conn.arrival.chunks(conn.sock), conn.client)
        conn.initialized = conn.data_ready = True
        now = time.monotonic()
        done = pool.submit(self._handle, conn, now + conn.arrival.longest_s, pool)
        self.turns[conn] = Turn(now, done, then)
        done.add_done_callback(lambda _: done.cancelled() or self.method_queue.defer(then, conn))

    def _handle(self, conn: Any, due: float, pool: ThreadPoolExecutor) -> Any:
        TURN.due, TURN.may_wait = due, pool is not self.refusals
        return self.handle(conn)

    def _refuse_queued(self) -> None:
        begun_before = time.monotonic() - QUEUED_S
        for conn, turn in [*self.turns.items()]:
            if turn.began < begun_before and turn.done.cancel():
                self._submit(conn, self.refusals, turn.then)

    def _finish_upload(self, conn: Any) -> None:
        self.n_uploads -= 1
        self.finish_request(conn)

    def finish_request(self, conn: Any, _done: object = None) -> None:
        """Have the loop wait until the client closes too, where the parent waits by itself."""
        self.turns.pop(conn, None)
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self.nr_conns -= 1
            conn.close()
        else:
            self._wait(conn, self.keepalived_conns, LINGER_S, self.on_client_socket_readable)

    def on_client_socket_readable(self, conn: Any, client: socket.socket) -> None:
        if conn in self.keepalived_conns and received(client) == b"":
            self._drop(conn, self.keepalived_conns)


def _bound_sending(client: socket.socket) -> None:
    """By the kernel, which holds what was sent: gunicorn's threads send without a limit in time."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ANSWER_BYTES)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", SEND_S, 0))


def received(client: socket.socket) -> bytes | None:
    """Bytes received; empty if the client is gone, None if more has to come."""
    try:
        return client.recv(SHORT_BYTES)
    except BlockingIOError:
        return None
    except OSError:
        return b""
