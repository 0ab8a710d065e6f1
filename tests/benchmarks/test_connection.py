from __future__ import annotations

import asyncio
from asyncio import StreamReader as Reader
from asyncio import StreamWriter as Writer
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from benchmarks.load.connection import Address, Answer, Connection, Stale, Unanswered, read_head

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nSet-Cookie: a=b=c; Path=/\r\n\r\nhi"


def against(
    serve: Callable[[Reader, Writer], Awaitable[None]],
    use: Callable[[Connection], Awaitable[None]],
) -> None:
    """Use a connection to a server that does as told with each new connection."""

    async def run() -> None:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        async with server:
            connection = Connection(Address("127.0.0.1", server.sockets[0].getsockname()[1]))
            await use(connection)
            connection.close()

    # In a thread of its own: where browser tests ran before, this one has Playwright's event loop.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, run()).result()


async def answer_once(reader: Reader, writer: Writer) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(ANSWER)
    await writer.drain()
    writer.close()


async def hang_up(reader: Reader, writer: Writer) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.close()


def test_send_returns_status_body_and_cookies() -> None:
    async def use(connection: Connection) -> None:
        assert await connection.send(b"GET / HTTP/1.1\r\n\r\n") == Answer(200, {"a": "b=c"}, b"hi")

    against(answer_once, use)


def test_send_on_a_connection_closed_meanwhile_says_that_it_was_old() -> None:
    async def use(connection: Connection) -> None:
        await connection.send(b"GET / HTTP/1.1\r\n\r\n")
        with pytest.raises(Stale):
            await connection.send(b"GET / HTTP/1.1\r\n\r\n")
        assert (await connection.send(b"GET / HTTP/1.1\r\n\r\n")).body == b"hi"

    against(answer_once, use)


def test_send_on_a_new_connection_that_is_closed_is_no_matter_of_age() -> None:
    async def use(connection: Connection) -> None:
        with pytest.raises(Unanswered) as caught:
            await connection.send(b"GET / HTTP/1.1\r\n\r\n")
        assert (type(caught.value), caught.value.kind) == (Unanswered, "closed")

    against(hang_up, use)


def test_read_head_refuses_chunks() -> None:
    with pytest.raises(Unanswered, match="chunked"):
        read_head("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
