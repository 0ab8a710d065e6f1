"""One HTTP/1.1 connection, as light as can be: the load shares its cores with the server."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import NamedTuple

TIMEOUT_S = 15.0
KINDS = {
    TimeoutError: "timeout",
    ConnectionRefusedError: "refused",
    asyncio.IncompleteReadError: "closed",
}


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


class Connection:
    """Sends one request at a time and is kept open between them, as browsers do."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, request: bytes) -> Answer:
        """The answer to a request; as browsers do, another try where a kept connection was closed.

        Raises:
            Unanswered: refused, reset, closed or too slow.
        """
        is_old = self._streams is not None
        try:
            async with asyncio.timeout(TIMEOUT_S):
                return await self._exchange(request)
        except (OSError, asyncio.IncompleteReadError) as error:
            self.close()
            partial = isinstance(error, asyncio.IncompleteReadError) and error.partial
            has_begun = partial or isinstance(error, TimeoutError)
            if is_old and not has_begun:
                return await self.send(request)
            raise Unanswered(KINDS.get(type(error), "reset")) from error

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
        first, *lines = head.rstrip().split("\r\n")
        parted = (line.partition(":") for line in lines)
        pairs = [(name.lower(), value.strip()) for name, _, value in parted]
        # Nothing that the load asks for is sent in chunks.
        body = await reader.readexactly(int(dict(pairs).get("content-length", "0")))
        if ("connection", "close") in pairs:
            self.close()
        crumbs = (value.partition(";")[0] for name, value in pairs if name == "set-cookie")
        cookies = {name: text for name, _, text in (crumb.partition("=") for crumb in crumbs)}
        return Answer(int(first.split(" ", 2)[1]), cookies, body)

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(*self._address)
        return self._streams
