"""Each list that a request may hold has a limit, so that nobody has more read than serves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.source_tree import ROOT

SCHEMA = json.loads((ROOT / "frontend/openapi.json").read_text("utf-8"))
# Django counts the files and fields of uploads; of choices the first wrong one ends the reading.
ENDED_OTHERWISE = {"file", "min_relevance_of", "rules"}


def lists_without_end(schema: Any, name: str) -> Iterator[str]:
    if "$ref" in schema:
        schema = SCHEMA["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    if schema.get("type") == "array" and "maxItems" not in schema:
        yield name
    inner = {**schema.get("properties", {}), f"{name}[]": schema.get("items", {})}
    for part in schema.get("allOf", []) + schema.get("oneOf", []):
        yield from lists_without_end(part, name)
    for key, value in inner.items():
        if value:
            yield from lists_without_end(value, key)


def test_every_list_that_a_request_may_hold_has_a_limit() -> None:
    found = {
        name
        for methods in SCHEMA["paths"].values()
        for operation in methods.values()
        for content in operation.get("requestBody", {}).get("content", {}).values()
        for name in lists_without_end(content["schema"], "body")
    }
    assert found <= ENDED_OTHERWISE
