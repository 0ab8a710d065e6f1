"""One address a resource, and its formats by `?format=`: see docs/adr on addresses."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from tests.source_tree import ROOT

SCHEMA: dict[str, Any] = json.loads((ROOT / "frontend" / "openapi.json").read_text("utf-8"))
READ = {path: methods["get"] for path, methods in SCHEMA["paths"].items() if "get" in methods}
OF_FILES = {"download", "file", "export", "import", "csv"}
SENT_TO = "/api/imports/files"  # what each file is, run or labels, is found out there
JSON = "application/json"


def answered(operation: dict[str, Any]) -> dict[str, Any]:
    """Contents of the first successful answer, by media type."""
    statuses = sorted(status for status in operation["responses"] if status.startswith("2"))
    return dict(operation["responses"][statuses[0]].get("content", {}))


def parameters(operation: dict[str, Any]) -> set[str]:
    return {one["name"] for one in operation.get("parameters", ())}


def test_no_address_names_a_format() -> None:
    paths = SCHEMA["paths"].keys() - {SENT_TO}
    parts = {part.removesuffix("s") for path in paths for part in path.replace("-", "/").split("/")}
    assert SENT_TO in SCHEMA["paths"]
    assert parts & OF_FILES == set()


def test_each_list_stands_at_one_address() -> None:
    lists = (answered(one).get(JSON, {}).get("schema", {}) for one in READ.values())
    counted = Counter(json.dumps(one) for one in lists if "rows" in names_of(one))
    assert [one for one, n in counted.items() if n > 1] == []


def names_of(schema: dict[str, Any]) -> set[str]:
    component = SCHEMA["components"]["schemas"].get(schema.get("$ref", "").rpartition("/")[2], {})
    return set(component.get("properties", ()))


def test_files_are_asked_for_by_their_format() -> None:
    of_files = {path: one for path, one in READ.items() if set(answered(one)) - {JSON}}
    assert len(of_files) > 10
    assert [path for path, one in of_files.items() if "format" not in parameters(one)] == []
