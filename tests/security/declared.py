"""Parameters and bodies of requests, from the API's description."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from tests.security.door import Door
from tests.source_tree import ROOT

Declared = dict[str, str]
FORM = "multipart/form-data"


def is_described(door: Door) -> bool:
    return bool(_operation(door))


def query_of(door: Door) -> Declared:
    """Each parameter of its query, and how that one is described."""
    parameters = _operation(door).get("parameters", ())
    return {one["name"]: json.dumps(one) for one in parameters if one["in"] == "query"}


def body_of(door: Door) -> Declared:
    """Each field of a JSON body in the same way; empty where it has several forms."""
    schema = _operation(door)["requestBody"]["content"]["application/json"]["schema"]
    properties = _known(schema).get("properties", {})
    return {name: json.dumps(described) for name, described in properties.items()}


def fields_beside_a_file(door: Door) -> set[str]:
    """What a form with a file also holds."""
    form = _known(_operation(door)["requestBody"]["content"][FORM]["schema"])
    return set(form["properties"]) - {"file"}


def _known(schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in schema:
        return schema
    known: dict[str, Any] = _schema()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return known


def _operation(door: Door) -> dict[str, Any]:
    """The described operation; empty outside the API: pages, health, the description itself."""
    path = "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", door.path)
    return dict(_schema()["paths"].get(path, {}).get(door.method, {}))


@cache
def _schema() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((ROOT / "frontend" / "openapi.json").read_text("utf-8"))
    return schema
