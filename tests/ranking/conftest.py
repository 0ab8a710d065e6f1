from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from config import celery_app


@pytest.fixture
def researcher(client: Client, rita: User) -> Client:
    """The researcher, signed in."""
    client.force_login(rita)
    return client


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """The chunks that the broker was handed, and their queues."""
    messages: list[tuple[int, str]] = []

    def send_task(name: str, args: list[int], queue: str = "", **_: object) -> None:
        messages.append((args[0], queue))

    monkeypatch.setattr(celery_app, "send_task", send_task)
    return messages
