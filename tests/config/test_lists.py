"""A list of the API is an array, or rows with `next`, which asks for those that follow."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any

import pytest

from tests.source_tree import ROOT

SCHEMA = json.loads((ROOT / "frontend/openapi.json").read_text("utf-8"))
OTHER_CURSORS = {"before", "cursor", "offset"}
NUMBERED = {"n", "page", "n_pages"}


def properties_of(schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        schema = SCHEMA["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return dict(schema.get("properties", {}))


def answers() -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Of each GET its id, the parameters of its query, and the fields of its answer."""
    for read in [one["get"] for one in SCHEMA["paths"].values() if "get" in one]:
        asked = {p["name"]: p for p in read.get("parameters", ()) if p["in"] == "query"}
        reply = read["responses"].get("200", {}).get("content", {})
        fields = properties_of(reply.get("application/json", {}).get("schema", {}))
        yield read["operationId"], asked, fields


def is_in_parts(fields: Collection[str]) -> bool:
    """One topic or passage among others has a `previous` and a `next` one, and is no list."""
    follows = "next" in fields and "previous" not in fields
    return follows or bool({"page", "n_pages"} & set(fields))


IN_PARTS = [one for one in answers() if is_in_parts(one[2])]


@pytest.mark.parametrize(("name", "asked", "fields"), IN_PARTS, ids=[one[0] for one in IN_PARTS])
def test_a_list_in_parts_has_rows_and_what_asks_for_those_that_follow(
    name: str, asked: dict[str, Any], fields: dict[str, Any]
) -> None:
    assert fields["rows"]["type"] == "array"
    assert fields["next"]["nullable"]
    assert fields["next"]["type"] == asked["page"]["schema"]["type"]
    assert "page" not in fields or fields.keys() >= NUMBERED


def test_a_list_within_an_answer_has_the_same_shape() -> None:
    shapes = {
        name: one.get("properties", {}) for name, one in SCHEMA["components"]["schemas"].items()
    }
    in_parts = {name: fields for name, fields in shapes.items() if is_in_parts(fields)}
    assert len(in_parts) >= len(IN_PARTS)
    assert [
        name for name, fields in in_parts.items() if not fields.keys() >= {"rows", "next"}
    ] == []


def test_nothing_else_asks_for_a_part_of_a_list() -> None:
    listed = {name for name, *_ in IN_PARTS}
    assert {name for name, asked, _ in answers() if "page" in asked} == listed
    assert not [name for name, asked, _ in answers() if asked.keys() & OTHER_CURSORS]


def test_a_list_that_is_asked_for_by_name_answers_the_name_to_go_on_with() -> None:
    by_name = {name for name, asked, _ in answers() if "after" in asked}
    assert by_name == {name for name, _, fields in answers() if "next_after" in fields}
    assert len(by_name) == 5
