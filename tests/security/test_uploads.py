"""Forms that no browser sends: each is refused with a reason, and leaves neither row nor file."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from annotation.calls.making import give_token
from annotation.models import Submission
from ranking.models import Run
from tests.security.carried import VOTES
from tests.security.door import Door
from tests.security.doors import DOORS
from tests.security.footprints import writes
from tests.security.scene import Scene
from tests.tiers import THOROUGH

pytestmark = pytest.mark.django_db

[UPLOAD] = [door for door in DOORS if door.file == VOTES]
BAD_LINES = ("reason_code", "file", "place", "n_bad_lines", "bad_lines")
FILE = 'form-data; name="file"; filename="votes.tsv"'
KIND = "multipart/form-data; boundary=x"
DEEP = b"[" * 100_000


def part(disposition: str, content: bytes, *headers: str) -> bytes:
    head = "\r\n".join([f"Content-Disposition: {disposition}", *headers])
    return b"--x\r\n" + head.encode() + b"\r\n\r\n" + content + b"\r\n"


def form(*parts: bytes) -> bytes:
    return b"".join(parts) + b"--x--\r\n"


def field(name: str, value: bytes = b"1") -> bytes:
    return part(f'form-data; name="{name}"', value)


FORMS = {
    "no end": part(FILE, VOTES),
    "no parts": form(),
    "nothing": b"",
    "no boundary within": VOTES,
    "another name": form(part('form-data; name="upload"; filename="votes.tsv"', VOTES)),
    "no name": form(part('form-data; filename="votes.tsv"', VOTES)),
    "no file name": form(field("file", VOTES)),
    "an empty file name": form(part('form-data; name="file"; filename=""', VOTES)),
    "two dots": form(part('form-data; name="file"; filename=".."', VOTES)),
    "a folder": form(part('form-data; name="file"; filename="../"', VOTES)),
    "a thousand fields": form(part(FILE, VOTES), *(field(f"f{n}") for n in range(1001))),
    "a hundred files": form(*[part(FILE, VOTES)] * 101),
    "a large field": form(part(FILE, VOTES), field("runs", b"1" * 3_000_000)),
    "a long header": form(part(FILE, VOTES, "X-More: " + "x" * 20_000)),
    "parts within parts": form(
        part('form-data; name="file"', VOTES, "Content-Type: multipart/mixed; boundary=y")
    ),
    "broken base64": form(part(FILE, b"=" * 7, "Content-Transfer-Encoding: base64")),
    "half of gzip": form(part(FILE, gzip.compress(VOTES * 50)[:-9])),
    "gzip within gzip": form(part(FILE, gzip.compress(gzip.compress(VOTES)))),
    "nothing but NUL": form(part(FILE, b"\0" * 500)),
    "a NUL in a row": form(part(FILE, VOTES.replace(b"a01", b"a\x0001"))),
    "half a character": form(part(FILE, VOTES.replace(b"a01", b"\xed\xa0\x80"))),
    "half a character in JSON": form(
        part(FILE, json.dumps({"query_id": "q2", "doc_id": "d0", "assessor": "\ud800"}).encode())
    ),
    "deep JSON": form(part(FILE, b'{"query_id": ' + DEEP)),
    "a deep list of spans": form(
        part(FILE, VOTES.replace(b"grade\n", b"grade\tspans\n").replace(b"3\n", b"3\t" + DEEP))
    ),
    "a huge number": form(part(FILE, VOTES.replace(b"3\n", b"9" * 5000 + b"\n"))),
    "another's digits": form(part(FILE, VOTES.replace(b"3\n", "\u0663\n".encode()))),
    "a far time": form(
        part(
            FILE, VOTES.replace(b"grade\n", b"grade\tcreated_at\n").replace(b"3\n", b"3\t9999-99\n")
        )
    ),
    "an option twice over": form(part(FILE, VOTES), field("format", b"table\0")),
    "no number of runs": form(part(FILE, VOTES), field("runs", b",,,\0")),
}
# The parser has one answer to the others at all doors; these reach what reads a door's files.
FEW = ("no file name", "half of gzip", "nothing but NUL", "a NUL in a row", "half a character")


@pytest.fixture
def kept(storage: Path) -> Path:
    """Where uploads lie while they are read."""
    folder = storage / "uploads"
    folder.mkdir(parents=True)
    return folder


def send(client: Client, door: Door, scene: Scene, body: bytes, kind: str = KIND) -> Any:
    return client.generic("POST", door.address(scene), body, content_type=kind)


def test_a_form_that_no_browser_sends_leaves_nothing_behind(scene: Scene, kept: Path) -> None:
    """And its refusal names no place on the server."""
    client, before = scene.client("organizer"), writes()
    for what, body in FORMS.items():
        answer = send(client, UPLOAD, scene, body)
        assert answer.status_code == 400, what
        assert answer.headers["Content-Type"] == "application/json"
        assert {"code", "detail"} <= set(answer.json()) <= {"code", "detail", "fields", *BAD_LINES}
        assert str(kept) not in answer.content.decode(), what
        assert "upload-" not in answer.content.decode(), what
    assert (writes(), list(kept.iterdir())) == (before, [])


UPLOADS = [door for door in DOORS if door.takes_files]
BY_PEOPLE = [door for door in UPLOADS if not door.is_for_teams]


@pytest.mark.parametrize("door", BY_PEOPLE, ids=str)
def test_no_address_that_takes_files_takes_such_a_form(
    door: Door, scene: Scene, kept: Path
) -> None:
    client, before = scene.client("organizer"), writes()
    fields = {
        what: send(client, door, scene, body).status_code
        for what, body in FORMS.items()
        if what in FEW or THOROUGH
    }
    assert fields == dict.fromkeys(fields, 400)
    assert (writes(), list(kept.iterdir())) == (before, [])


def test_a_team_gets_only_its_report_on_such_a_form(scene: Scene, kept: Path) -> None:
    [door] = [door for door in UPLOADS if door.is_for_teams]
    token = give_token(call=scene.call, team="bonn", replaces=True).text
    client = Client(headers={"Authorization": f"Bearer {token}"})
    n_runs = Run.objects.count()
    for what, body in FORMS.items():
        if what in FEW or THOROUGH:
            answer = send(client, door, scene, body)
            assert answer.status_code == 400, what
            assert "upload-" not in answer.content.decode(), what
    sentences = Submission.objects.values_list("sentence", flat=True)
    assert not any(str(kept) in one or "upload-" in one for one in sentences)
    assert (Run.objects.count(), list(kept.iterdir())) == (n_runs, [])


@pytest.mark.parametrize(
    "kind", ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; b=\xe9"]
)
def test_a_form_without_a_border_is_refused(kind: str, scene: Scene, kept: Path) -> None:
    answer = send(scene.client("organizer"), UPLOAD, scene, form(part(FILE, VOTES)), kind)
    assert answer.status_code == 400


def test_the_form_itself_is_taken(scene: Scene, kept: Path) -> None:
    """So that nothing else refused the forms above."""
    answer = send(scene.client("organizer"), UPLOAD, scene, form(part(FILE, VOTES)))
    assert (answer.status_code, answer.json()["n_votes"]) == (200, 1)
