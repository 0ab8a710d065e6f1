"""One scene with everybody signed in, so that all may try each door."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.http import SimpleCookie
from django.test import Client

from tests.database.shared_rows import undone
from tests.security.door import ROLES, Door
from tests.security.doors import enter
from tests.security.footprints import Tables, changes, tables, writes
from tests.security.scene import Scene

OWN = "that of the browser"
SHOWN = 100  # characters of what was sent
TOKEN = "HTTP_X_CSRFTOKEN"


class Got(NamedTuple):
    """An answer, read to its end; an error of the server is one of status 500."""

    status: int
    content: bytes

    @property
    def refusal(self) -> tuple[int, object]:
        """The status and the code; None where it is no refusal."""
        found = json.loads(self.content) if self.status >= 400 else {}
        return self.status, found.get("code")


class Browser:
    """A signed-in client with its CSRF token, which each request finds as at first."""

    def __init__(self, scene: Scene, role: str) -> None:
        self.client = scene.client(role, enforce_csrf_checks=True, raise_request_exception=False)
        self.client.get("/api/session")
        self.cookies = {name: morsel.value for name, morsel in self.client.cookies.items()}
        self.token = self.cookies["csrftoken"]

    def got(self, ask: Callable[[Client], Any], token: str | None = OWN) -> Got:
        self.client.cookies = SimpleCookie(self.cookies)
        self.client.defaults.pop(TOKEN, None)
        if token is not None:
            self.client.defaults[TOKEN] = self.token if token == OWN else token
        answer = ask(self.client)
        return Got(answer.status_code, b"".join(answer))


class House:
    """The scene, a browser of each role, and the rows at first."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.browsers = {role: Browser(scene, role) for role in ROLES}
        self.rows: Tables = tables()

    def got(self, door: Door, role: str, /, address: str = "", **changes: Any) -> Got:
        """What the role gets at the door, with its own CSRF token."""
        return self.with_token(OWN, door, role, address, **changes)

    def with_token(
        self, token: str | None, door: Door, role: str, /, address: str = "", **changes: Any
    ) -> Got:
        def ask(client: Client) -> Any:
            return enter(door, client, self.scene, role, address, **changes)

        return self.browsers[role].got(ask, token)

    def by_token(self, text: str, door: Door, role: str) -> Got:
        """What a program gets with an API token: it has no cookie."""
        client = Client(raise_request_exception=False, headers={"Authorization": f"Bearer {text}"})
        answer = enter(door, client, self.scene, role)
        return Got(answer.status_code, b"".join(answer))

    def sent(self, door: Door, role: str, body: str | bytes, kind: str = "application/json") -> Got:
        """What the role gets for this body."""

        def ask(client: Client) -> Any:
            address = door.sent_to(self.scene)
            return client.generic(door.method.upper(), address, body, content_type=kind)

        return self.browsers[role].got(ask)

    @contextmanager
    def unchanged(self) -> Iterator[list[str]]:
        """Collects faults; at the end, rows that the block changed are among them."""
        faults = list[str]()
        with undone():
            counted = writes()
            yield faults
            faults += [f"a row was changed: {row}" for row in changes(self.rows, counted)]


def differences(found: Mapping[Any, Any], expected: Any) -> list[str]:
    """Answers that differ from the expected ones, given by a mapping or one for all."""
    of_each = expected if isinstance(expected, dict) else dict.fromkeys(found, expected)
    return [
        f"{str(key)[:SHOWN]}: {got}, not {of_each[key]}"
        for key, got in found.items()
        if got != of_each[key]
    ]
