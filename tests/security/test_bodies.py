"""Bodies and queries that no browser of ours sends: none is an error of the server."""

from __future__ import annotations

import bz2
import json
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

from ranking.http.body_text import MAX_DEPTH
from tests.database.shared_rows import undone
from tests.security.carried import GRADED_CAMPAIGN, MODEL_RUN
from tests.security.checks.fields import (
    HALF_CHARACTERS,
    TEXTS,
    VALUES,
    Place,
    Validated,
    changed,
    fields_of,
    listening,
)
from tests.security.declared import Declared, body_of, fields_beside_a_file, query_of
from tests.security.door import EVERYBODY, Door
from tests.security.doors import DOORS, JUDGING, UNSAFE, sensible_body
from tests.security.house import House, differences
from tests.tiers import THOROUGH

pytestmark = pytest.mark.django_db

JSON, FORM = "application/json", "multipart/form-data; boundary=x"
DONE, REFUSED, TOO_LARGE = {200, 201, 202, 204}, {400, 404}, 413
WITH_BODY = [door for door in UNSAFE if door.body and not door.takes_files]
OTHER_BODIES = {"api/campaigns": GRADED_CAMPAIGN, "api/runs/computed": MODEL_RUN}
FUZZED = [door for door in DOORS if door.body or query_of(door)] + [
    door._replace(body=OTHER_BODIES[door.path]) for door in WITH_BODY if door.path in OTHER_BODIES
]


def declared_by(door: Door) -> Declared:
    has_json = door.body and not door.takes_files
    return {**(body_of(door) if has_json else {}), **query_of(door)}


FIRST = {asked: door for door in reversed(FUZZED) for asked in declared_by(door).items()}
# One place of code decides what JSON is and how it is encoded; a stranger's may be short only.
OPEN = [door for door in DOORS if door.who == EVERYBODY]
[CLAIMS] = [door for door in WITH_BODY if door.path == f"{JUDGING}/claims"]
FEW = [CLAIMS, next(door for door in WITH_BODY if door.path == "api/session")]
# By which an answer's format is chosen, before anything is validated.
OF_THE_FORMAT = {"format", "bom"}
NO_OBJECTS = ("null", "[]", "1", '"x"', "true", "{", '{"a":', "\ufeff{}", "1" * 5000)
NO_NUMBERS = ("NaN", "Infinity", "-Infinity", '{"n": NaN}', '{"claim": Infinity}')
DEEP = ("[" * 100_000, "[" * 100_000 + "]" * 100_000, '{"a":' * 50_000 + "1" + "}" * 50_000)
NO_TEXTS = (b"\xff\xfe{}", b'{"a":"\xed\xa0\x80"}')
CHARSETS = ("utf-16", "utf-7", "latin-1", "punycode", "idna", "zlib", "bz2", "unicode_escape")
KINDS = ("", ";", "text/plain", "text/html", "application/jsonp", "application/xml", "a/b; c")
CODED = (b"{}", zlib.compress(b"{}"), bz2.compress(b"{}"), "{}".encode("utf-16"))


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


def send(house: House, door: Door, body: Any, kind: str = JSON, role: str = "") -> int:
    text = body if isinstance(body, str | bytes) else json.dumps(body)
    with undone():
        return house.sent(door, role or door.insider, text, kind).status


# Values of fields


class Request:
    """A door's sensible request, in which values are put."""

    def __init__(self, door: Door, house: House) -> None:
        self.door, self.house = door, house
        self.body = sensible_body(door, house.scene, door.insider)

    def declared(self) -> set[str]:
        beside = fields_beside_a_file(self.door) if self.door.takes_files else set(self.body)
        return beside | set(query_of(self.door)) - OF_THE_FORMAT

    def validated(self) -> list[Validated]:
        """What validates its body and its query."""
        with listening() as heard:
            self.status(self.door)
        return heard

    def tries(self, asked: Validated) -> Iterator[tuple[Place, Any]]:
        """What goes over HTTP: all values, or of those let through one of each class.

        What several doors describe alike is tried at the first of them. The others get one field
        of each class of values, since the services behind them differ.
        """
        let_through = list(asked.let_through())
        if not asked.is_flat and asked.data.keys() != self.body.keys():
            return  # a part of the body, which other serializers have had whole
        if THOROUGH:
            kinds = TEXTS if asked.is_flat else {**VALUES, "half": HALF_CHARACTERS}
            for place, _ in fields_of(asked.serializer):
                yield from ((place, value) for values in kinds.values() for value in values)
            return
        classes, seen = set[str](), set[tuple[Place, str]]()
        for place, kind, value in let_through:
            is_new = kind not in classes or self._is_first(str(place[0]))
            if (place, kind) not in seen and is_new:
                yield place, value
            classes.add(kind)
            seen.add((place, kind))

    def _is_first(self, name: str) -> bool:
        declared = declared_by(self.door).get(name)
        return declared is None or FIRST[name, declared] is self.door

    def with_value(self, asked: Validated, place: Place, value: Any) -> int:
        """The status where this value stands there."""
        name = str(place[0])
        if not asked.is_flat:
            return send(self.house, self.door, changed(self.body, place, value))
        if self.door.takes_files:
            return self.status(self.door, **{name: [str(value)]})
        return self.status(self.door._replace(query={**self.door.query, name: value}))

    def status(self, door: Door, **changes: Any) -> int:
        with undone():
            return self.house.got(door, door.insider, **changes).status


@pytest.mark.parametrize("door", FUZZED, ids=str)
def test_no_value_of_any_field_is_an_error_of_the_server(door: Door, house: House) -> None:
    request = Request(door, house)
    heard = request.validated()
    assert request.declared() <= {
        place[0] for one in heard for place, _ in fields_of(one.serializer)
    }
    taken = DONE | REFUSED | ({TOO_LARGE} if door.who == EVERYBODY else set())
    fields = {
        (place, str(value)[:40]): request.with_value(asked, place, value)
        for asked in heard
        for place, value in request.tries(asked)
    }
    assert {where: status for where, status in fields.items() if status not in taken} == {}


def test_no_format_that_is_asked_for_is_an_error_of_the_server(house: House) -> None:
    """One place looks at it, for all doors."""
    [door] = [door for door in DOORS if (door.method, door.path) == ("get", "api/jobs")]
    request = Request(door, house)
    asked = [door._replace(query={"format": value}) for kind in TEXTS.values() for value in kind]
    assert {request.status(one) for one in asked} <= {200, *REFUSED}


# JSON


@pytest.mark.parametrize("door", WITH_BODY if THOROUGH else FEW, ids=str)
def test_what_is_no_json_object_is_refused(door: Door, house: House) -> None:
    too_large = DEEP if door.who == EVERYBODY else ()
    bodies = (*NO_OBJECTS, *NO_NUMBERS, *DEEP, nested(900), *NO_TEXTS)
    with house.unchanged() as faults:
        fields = {body: send(house, door, body) for body in bodies}
        faults += differences(fields, {b: TOO_LARGE if b in too_large else 400 for b in bodies})
    assert faults == []


@pytest.mark.parametrize("door", WITH_BODY if THOROUGH else FEW, ids=str)
def test_half_a_character_is_refused_wherever_it_stands(door: Door, house: House) -> None:
    body = sensible_body(door, house.scene, door.insider)
    parts = ({"\ud800": 1}, {"more": "\ud800"}, {"more": [{"in": "\udc00"}]})
    fields = {str(part): send(house, door, {**body, **part}) for part in parts}
    assert differences(fields, 400) == []


def test_json_is_nested_so_far(house: House) -> None:
    """Nothing takes fields so deep; what is not too deep is refused as unknown."""
    fields = {
        depth: json.loads(
            house.sent(CLAIMS, "assessor", f'{{"n": 1, "more": {nested(depth)}}}').content
        )
        for depth in (MAX_DEPTH - 1, MAX_DEPTH)
    }
    assert {depth: "fields" in answer for depth, answer in fields.items()} == {
        MAX_DEPTH - 1: True,
        MAX_DEPTH: False,
    }


# Encodings


@pytest.mark.parametrize("door", OPEN if THOROUGH else [*OPEN[:2], OPEN[-1]], ids=str)
def test_other_encodings_are_refused_unread(door: Door, house: House) -> None:
    fields = {
        (charset, kind, body): send(house, door, body, f"{kind}; charset={charset}", "anonymous")
        for charset in CHARSETS
        for kind in (JSON, FORM)
        for body in CODED
    }
    assert differences(fields, 415) == []


def test_a_form_is_not_decoded_before_its_encoding_is_known(house: House) -> None:
    """Not even where its token is looked for; this takes minutes to decode."""
    slow = b"a" * 1_000_000 + b"-" + b"b" * 1_000_000
    head = b'--x\r\nContent-Disposition: form-data; name="more"\r\n\r\n'
    body, kind = head + slow + b"\r\n--x--\r\n", f"{FORM}; charset=punycode"
    got = house.sent(FEW[-1], "anonymous", body, kind)
    assert got.refusal == (415, "unsupported_media_type")


def test_utf_8_is_taken_by_any_of_its_names(house: House) -> None:
    names = ("utf-8", "UTF-8", "utf8", "us-ascii", "no-such-thing")
    fields = {name: send(house, CLAIMS, '{"n": 1}', f"{JSON}; charset={name}") for name in names}
    assert differences(fields, 200) == []


@pytest.mark.parametrize("door", WITH_BODY if THOROUGH else FEW, ids=str)
def test_other_kinds_of_content_are_refused(door: Door, house: House) -> None:
    body = sensible_body(door, house.scene, door.insider)
    fields = {kind: send(house, door, body, kind) for kind in KINDS}
    assert differences(fields, 415) == []
