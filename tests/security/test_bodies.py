"""Bodies that no browser of ours sends: each is refused, and none is an error of the server."""

from __future__ import annotations

import bz2
import json
import zlib
from copy import deepcopy
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.test import Client

from ranking.api.body_text import MAX_DEPTH
from tests.security.declared import fields_beside_a_file, query_of
from tests.security.door import ADMINISTRATORS, EVERYBODY, Door
from tests.security.doors import DOORS, UNSAFE, enter, sensible_body
from tests.security.scene import Scene, rows
from tests.shared_rows import undone

pytestmark = pytest.mark.django_db

JSON = "application/json"
WITH_BODY = [door for door in UNSAFE if door.body and not door.takes_files]
WITH_FILE = [door for door in UNSAFE if door.body and door.takes_files]
ASKING = [door for door in DOORS if query_of(door)]
FIRST_TO_ASK = {asked: door for door in reversed(ASKING) for asked in query_of(door).items()}
LONG = "x" * 300_000
TEXTS = ("", "\0", "a\0b", "\ud800", "a\udfffb", LONG, "\u0663", "NaN", "inf", "1" * 5000, "'; --")
BESIDE_A_FILE = (b"", b"\0", b"\xff", LONG.encode(), b"NaN", b"1" * 5000)
NUMBERS = (0, -1, 1.5, 2**15, 2**31, 2**63, -(2**63) - 1, 10**300, 1e308, True)
QUERIES = [value for value in (*TEXTS, *NUMBERS) if value not in (LONG, "\ud800", "a\udfffb")]
FEW_QUERIES = ("", "a\0b", "NaN", -1, 2**63)
SHAPES: tuple[Any, ...] = (None, [], {}, [[]], [None], [{}], {"a": {}}, [[0, 2**63]], [2**63])
NO_OBJECTS = ("null", "[]", "1", '"x"', "true", "{", '{"a":', "\ufeff{}", "1" * 5000)
NO_NUMBERS = ("NaN", "Infinity", "-Infinity", '{"n": NaN}', '{"claim": Infinity}')
DEEP = ("[" * 100_000, "[" * 100_000 + "]" * 100_000, '{"a":' * 50_000 + "1" + "}" * 50_000)
CHARSETS = ("utf-16", "utf-7", "latin-1", "punycode", "idna", "zlib", "bz2", "unicode_escape")
KINDS = ("", ";", "text/plain", "text/html", "application/jsonp", "application/xml", "a/b; c")


def insider(door: Door) -> str:
    if door.who == EVERYBODY:
        return "anonymous"
    return "assessor" if door.is_for_members else min(door.who - ADMINISTRATORS or door.who)


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


def send(client: Client, door: Door, scene: Scene, body: str | bytes, kind: str = JSON) -> int:
    cache.clear()  # requests are counted there
    cookies = deepcopy(client.cookies)
    with undone():
        answer = client.generic(door.method.upper(), door.sent_to(scene), body, content_type=kind)
    client.cookies = cookies  # a session that was begun is undone, too
    return answer.status_code


def ask(client: Client, door: Door, scene: Scene, **query: Any) -> int:
    address = f"{door.address(scene)}?{urlencode({**door.query, **query})}"
    with undone():
        return client.generic(door.method.upper(), address).status_code


@pytest.mark.parametrize("door", WITH_BODY, ids=str)
def test_no_value_of_any_field_is_an_error_of_the_server(door: Door, scene: Scene) -> None:
    """The client raises what the server does not handle."""
    role = insider(door)
    client, body = scene.client(role), sensible_body(door, scene, role)
    told = {
        send(client, door, scene, json.dumps({**body, field: value}))
        for field in body
        for value in (*TEXTS, *NUMBERS, *SHAPES)
    }
    too_large = {413} if door.who == EVERYBODY else set()
    assert told <= {200, 201, 202, 204, 400, 404} | too_large


@pytest.mark.parametrize("door", WITH_FILE, ids=str)
def test_no_value_beside_a_file_is_an_error_of_the_server(door: Door, scene: Scene) -> None:
    client, told = scene.client("organizer"), set()
    for field in fields_beside_a_file(door):
        for value in BESIDE_A_FILE:
            with undone():
                # In a list, since Django's client makes a part of each byte of bytes alone.
                changed: dict[str, Any] = {field: [value]}
                told.add(enter(door, client, scene, "organizer", **changed).status_code)
    assert told <= {201, 400, 404}


@pytest.mark.parametrize("field", ["grades", "marks", "policy"])
def test_no_value_within_a_new_campaign_is_an_error_of_the_server(field: str, scene: Scene) -> None:
    [door] = [door for door in WITH_BODY if (door.method, door.path) == ("post", "api/campaigns")]
    grade = {"value": 1, "name": "No", "description": "", "colour": "", "requires_span": False}
    mark = {"query_id": "q1", "passage_id": "d1", "kind": "gold", "priority": 0, "grade": 1}
    policy = {
        "unit": "pairs",
        "order": "fixed",
        "sets_offered": 1,
        "topics_per_set": 1,
        "new_topic_share": 0.5,
    }
    steps = ("overlap_every", "gold_every", "repeat_every", "repeat_after", "extra_judgments")
    policy |= dict.fromkeys(steps, 1) | {"rotates": True}
    whole: dict[str, Any] = {"grades": grade, "marks": mark, "policy": policy}
    client, body = scene.client("organizer"), sensible_body(door, scene, "organizer")
    if field == "grades":
        del body["scale"]
    told = set()
    for key in whole[field]:
        for value in (*TEXTS, *NUMBERS, *SHAPES):
            part = {**whole[field], key: value}
            parts = part if field == "policy" else [part, {**grade, "value": 2, "name": "Yes"}]
            parts = [part] if field == "marks" else parts
            told.add(send(client, door, scene, json.dumps({**body, field: parts})))
    assert told <= {201, 400, 404}


@pytest.mark.parametrize("door", ASKING, ids=str)
def test_no_value_of_any_query_is_an_error_of_the_server(door: Door, scene: Scene) -> None:
    """What several doors describe alike, one serializer reads: the first tries all of the values,
    the others whether it is asked."""
    client = scene.client(insider(door))
    told = {
        ask(client, door, scene, **{field: value})
        for field, declared in query_of(door).items()
        for value in (QUERIES if FIRST_TO_ASK[field, declared] == door else FEW_QUERIES)
    }
    assert told <= {200, 204, 400, 404}


def test_no_format_that_is_asked_for_is_an_error_of_the_server(scene: Scene) -> None:
    """One place looks at it, for all doors."""
    [door] = [door for door in ASKING if door.path == "api/jobs"]
    client = scene.client(insider(door))
    assert {ask(client, door, scene, format=value) for value in QUERIES} <= {200, 400, 404}


@pytest.mark.parametrize("door", WITH_BODY, ids=str)
def test_what_is_no_json_object_is_refused(door: Door, scene: Scene) -> None:
    client, before = scene.client(insider(door)), rows()
    bodies = (*NO_OBJECTS, *NO_NUMBERS, *DEEP, nested(900), b"\xff\xfe{}", b'{"a":"\xed\xa0\x80"}')
    told = {body: send(client, door, scene, body) for body in bodies}
    too_large = DEEP if door.who == EVERYBODY else ()
    assert told == {body: 413 if body in too_large else 400 for body in bodies}
    assert rows() == before


def test_half_a_character_is_refused_wherever_it_stands(scene: Scene) -> None:
    told = {}
    for door in WITH_BODY:
        role = insider(door)
        client, body = scene.client(role), sensible_body(door, scene, role)
        for part in ({"\ud800": 1}, {"more": "\ud800"}, {"more": [{"in": "\udc00"}]}):
            told[str(door), str(part)] = send(client, door, scene, json.dumps({**body, **part}))
    assert told == dict.fromkeys(told, 400)


@pytest.mark.parametrize(("depth", "status"), [(MAX_DEPTH - 1, 200), (MAX_DEPTH, 400)])
def test_json_is_nested_so_far(depth: int, status: int, scene: Scene) -> None:
    [door] = [door for door in WITH_BODY if door.path.endswith("/claims")]
    body = f'{{"n": 1, "more": {nested(depth)}}}'
    assert send(scene.client("assessor"), door, scene, body) == status


# Encodings


@pytest.mark.parametrize("door", [door for door in DOORS if door.who == EVERYBODY], ids=str)
def test_other_encodings_are_refused_unread(door: Door, scene: Scene) -> None:
    client = scene.client("anonymous")
    bodies = (b"{}", zlib.compress(b"{}"), bz2.compress(b"{}"), "{}".encode("utf-16"))
    told = {
        (charset, kind, body): send(client, door, scene, body, f"{kind}; charset={charset}")
        for charset in CHARSETS
        for kind in (JSON, "multipart/form-data; boundary=x")
        for body in bodies
    }
    assert told == dict.fromkeys(told, 415)


def test_a_form_is_not_decoded_before_its_encoding_is_known(scene: Scene) -> None:
    """Not even where its token is looked for; this takes minutes to decode."""
    client = scene.client("anonymous", enforce_csrf_checks=True)
    client.get("/api/session")
    slow = b"a" * 1_000_000 + b"-" + b"b" * 1_000_000
    body = b'--x\r\nContent-Disposition: form-data; name="more"\r\n\r\n' + slow + b"\r\n--x--\r\n"
    kind = "multipart/form-data; boundary=x; charset=punycode"
    answer = client.generic("POST", "/api/session", body, content_type=kind)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", "utf8", "us-ascii", "no-such-thing"])
def test_utf_8_is_taken_by_any_of_its_names(charset: str, scene: Scene) -> None:
    [door] = [door for door in WITH_BODY if door.path.endswith("/claims")]
    client = scene.client("assessor")
    assert send(client, door, scene, '{"n": 1}', f"{JSON}; charset={charset}") == 200


def test_other_kinds_of_content_are_refused(scene: Scene) -> None:
    told = {}
    for door in WITH_BODY:
        role = insider(door)
        client, body = scene.client(role), json.dumps(sensible_body(door, scene, role))
        for kind in KINDS:
            told[str(door), kind] = send(client, door, scene, body, kind)
    assert told == dict.fromkeys(told, 415)
