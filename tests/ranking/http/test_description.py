from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from tests.source_tree import ROOT

PATHS: dict[str, Any] = json.loads((ROOT / "frontend/openapi.json").read_text("utf-8"))["paths"]
BY_SESSION: dict[str, list[str]] = {"cookieAuth": []}


@pytest.mark.parametrize(
    ("method", "path", "ways"),
    [
        ("get", "/api/runs", [{"tokenAuth": ["read"]}, BY_SESSION]),
        ("post", "/api/runs", [{"tokenAuth": ["research"]}, BY_SESSION]),
        ("post", "/api/campaigns", [{"tokenAuth": ["organize"]}, BY_SESSION]),
        ("get", "/api/version", [{"tokenAuth": ["read"]}, BY_SESSION, {}]),
        ("get", "/api/session/tokens", [BY_SESSION]),
    ],
)
def test_an_operation_is_described_with_the_scope_that_a_token_needs(
    method: str, path: str, ways: list[dict[str, list[str]]]
) -> None:
    assert PATHS[path][method]["security"] == ways


def test_every_operation_is_described() -> None:
    """By a text of its own: one that is inherited is for who reads the code."""
    operations = [one for methods in PATHS.values() for one in methods.values()]
    assert [one["operationId"] for one in operations if not one.get("description")] == []
    counts = Counter(one["description"] for one in operations)
    assert [text for text, n in counts.items() if n > 1] == []
