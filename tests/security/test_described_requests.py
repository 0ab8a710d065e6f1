"""Requests made from the API's description: none fails the server, no answer contradicts it.

Each is one that is accepted, with some parameters and fields made up; schemathesis makes them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest
import requests
import schemathesis
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Response
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
)

from tests.database.shared_rows import undone
from tests.security.carried import filled
from tests.security.declared import is_described
from tests.security.door import Door
from tests.security.doors import DOORS, sensible_body
from tests.security.house import House
from tests.source_tree import ROOT
from tests.tiers import examples, thorough

pytestmark = [pytest.mark.django_db, thorough]
CHECKS = [not_a_server_error, response_schema_conformance, content_type_conformance]
DESCRIBED = [door for door in DOORS if is_described(door)]
Draw = Callable[[st.SearchStrategy[Any]], Any]


@pytest.mark.parametrize("door", DESCRIBED, ids=str)
@settings(examples(16), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_an_answer_is_as_described(door: Door, house: House, data: st.DataObject) -> None:
    mode = data.draw(st.sampled_from(GenerationMode))
    case = data.draw(_operation(door).as_strategy(generation_mode=mode))
    _go_through(door, case, house, data.draw)
    answer = _answer(case, house, door.insider)
    if 400 <= answer.status_code < 500:
        assert {"code", "detail"} <= answer.json().keys()
    else:
        assert str(answer.status_code) in case.operation.definition.raw["responses"]
    case.validate_response(answer, checks=CHECKS)


def _go_through(door: Door, case: Any, house: House, draw: Draw) -> None:
    """Put the door's own parameters and fields in the place of most that were made up."""
    case.headers, case.cookies = {}, {}
    case.path_parameters = house.scene.ids(door.stage)
    query = filled(door.query, house.scene, door.insider)
    case.query = _mixed(query, case.query, draw)
    if isinstance(case.body, dict):
        sensible = sensible_body(door, house.scene, door.insider)
        case.body = _mixed(sensible, case.body, draw)
        if door.takes_files:
            case.body["file"] = door.file


def _mixed(
    sensible: Mapping[str, Any], made_up: Mapping[str, Any] | None, draw: Draw
) -> dict[str, Any]:
    made_up = made_up or {}
    kept = draw(st.sets(st.sampled_from(sorted(made_up)))) if made_up else set()
    return {**sensible, **{name: made_up[name] for name in kept}}


def _answer(case: Any, house: House, role: str) -> Response:
    asked = case.as_transport_kwargs("http://testserver")
    asked["files"] = [_named(*part) for part in asked.get("files") or ()]
    sent = requests.Request(**asked).prepare()
    headers = dict[str, list[str]]()

    def ask(client: Client) -> Any:
        kind = str(sent.headers.get("Content-Type", "application/json"))
        found = client.generic(str(sent.method), sent.path_url, sent.body or b"", content_type=kind)
        headers.update({name.lower(): [value] for name, value in found.headers.items()})
        return found

    with undone():
        got = house.browsers[role].got(ask)
    return Response(got.status, headers, got.content, sent, elapsed=0, verify=False)


def _named(name: str, part: tuple[Any, ...]) -> tuple[str, tuple[Any, ...]]:
    """A part of a form; without a file's name one is a field."""
    return name, ("file.tsv", *part[1:]) if name == "file" else part


@cache
def _schema() -> Any:
    text = (ROOT / "frontend" / "openapi.json").read_text("utf-8")
    return schemathesis.openapi.from_dict(json.loads(text))


def _operation(door: Door) -> Any:
    path = "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", door.path)
    return _schema()[path][door.method.upper()]
