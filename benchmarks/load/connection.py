"""One HTTP/1.1 connection, as light as can be: the load shares its cores with the server."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import NamedTuple

TIMEOUT_S = 15.0


class Address(NamedTuple):
    host: str
    port: int


class Answer(NamedTuple):
    status: int
    cookies: Mapping[str, str]
    body: bytes


class Unanswered(Exception):
    """A request without an answer; `kind` says in a word why."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class Stale(Unanswered):
    """A connection that was kept open turned out to be closed when it was used again."""

    def __init__(self) -> None:
        super().__init__("stale")


class Connection:
    """Sends one request at a time and is kept open between them, as browsers do."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, request: bytes) -> Answer:
        """The answer to a request.

        Raises:
            Stale: the connection was an old one; sending again opens another.
            Unanswered: refused, reset, closed or too slow.
        """
        is_old = self._streams is not None
        try:
            async with asyncio.timeout(TIMEOUT_S):
                return await self._exchange(request)
        except TimeoutError as error:
            self.close()
            raise Unanswered("timeout") from error
        except (OSError, asyncio.IncompleteReadError) as error:
            self.close()
            has_begun = isinstance(error, asyncio.IncompleteReadError) and error.partial
            raise Stale if is_old and not has_begun else Unanswered(_kind(error)) from error

    async def abandon(self, request: bytes) -> None:
        """Send a request and hang up before it is answered."""
        try:
            _, writer = await self._open()
            writer.write(request)
            await writer.drain()
        except OSError:
            pass  # the client hung up on purpose
        finally:
            self.close()

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def _exchange(self, request: bytes) -> Answer:
        reader, writer = await self._open()
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status, headers, cookies = read_head(head)
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        if headers.get("connection") == "close":
            self.close()
        return Answer(status, cookies, body)

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(*self._address)
        return self._streams


def read_head(head: str) -> tuple[int, dict[str, str], dict[str, str]]:
    """Status, headers by lower-case name, and the cookies that are set."""
    first, *lines = head.split("\r\n")
    headers: dict[str, str] = {}
    cookies: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        if name.lower() == "set-cookie":
            cookie, _, text = value.strip().partition(";")[0].partition("=")
            cookies[cookie] = text
        elif name:
            headers[name.lower()] = value.strip()
    if "transfer-encoding" in headers:
        raise Unanswered("chunked")  # nothing that the load asks for is sent in chunks
    return int(first.split(" ", 2)[1]), headers, cookies


def _kind(error: Exception) -> str:
    kinds = {ConnectionRefusedError: "refused", asyncio.IncompleteReadError: "closed"}
    return kinds.get(type(error), "reset")
