"""Asking over the API, and how many queries that takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext


def got(client: Client, path: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What an address answers, without an error."""
    answer = client.get(f"/api/{path}", asked)
    assert answer.status_code == 200, answer.content
    data: dict[str, Any] = answer.json()
    return data


def post(client: Client, path: str, body: Mapping[str, Any]) -> Any:
    return client.post(f"/api/{path}", body, content_type="application/json")


def n_queries(act: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)
