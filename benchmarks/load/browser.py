from __future__ import annotations

import json
from typing import Any

from benchmarks.load.connection import Address, Answer, Connection, Unanswered
from benchmarks.load.tally import Tally

HEAD = "{method} {path} HTTP/1.1\r\nHost: {host}:{port}\r\nAccept: application/json\r\n"


class Refused(Unanswered):
    """An answer other than success."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(f"status {answer.status}")
        self.status, self.body = answer.status, answer.body.decode(errors="replace")


class Browser:
    """An assessor's browser: a connection, the session and the CSRF token."""

    def __init__(self, address: Address, tally: Tally) -> None:
        self._address, self._connection, self._tally = address, Connection(address), tally
        self._cookies: dict[str, str] = {}

    async def sign_in(self, username: str, password: str) -> None:
        """A fresh session; what an earlier one left is forgotten."""
        self._cookies.clear()
        await self.get("/api/session")
        await self.post("/api/session", {"username": username, "password": password})

    async def get(self, path: str) -> Any:
        return await self._ask(self._request("GET", path, b""))

    async def post(self, path: str, data: dict[str, Any]) -> Any:
        return await self._ask(self._request("POST", path, json.dumps(data).encode()))

    async def abandon(self, path: str, data: dict[str, Any]) -> None:
        """Post, and be gone before the answer."""
        await self._connection.abandon(self._request("POST", path, json.dumps(data).encode()))

    def second_tab(self) -> Browser:
        """Another connection in the same session."""
        tab = Browser(self._address, self._tally)
        tab._cookies = self._cookies
        return tab

    def close(self) -> None:
        self._connection.close()

    def _request(self, method: str, path: str, body: bytes) -> bytes:
        lines = [HEAD.format(method=method, path=path, **self._address._asdict())]
        if self._cookies:
            cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
            lines.append(f"Cookie: {cookies}\r\n")
        if method != "GET":
            lines.append(f"X-CSRFToken: {self._cookies.get('csrftoken', '')}\r\n")
            lines.append(f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n")
        return "".join([*lines, "\r\n"]).encode("latin-1") + body

    async def _ask(self, request: bytes) -> Any:
        self._tally.n_requests += 1
        answer = await self._connection.send(request)
        self._cookies.update(answer.cookies)
        if not 200 <= answer.status < 300:
            raise Refused(answer)
        return json.loads(answer.body)
