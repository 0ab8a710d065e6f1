"""A token against the real web server: its logs, and requests that outlive the token."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from annotation.tokens.issuing import NewToken, issue_token, revoke_token
from ranking.models import Collection
from tests.factories import make_user
from tests.processes.running import PATIENCE_S, Gunicorn

pytestmark = pytest.mark.django_db(transaction=True)
LINE = json.dumps({"doc_id": "d1", "text": "Spruces."}).encode() + b"\n"
FORM = (
    b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\ntrees\r\n'
    b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.jsonl"\r\n\r\n'
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Gunicorn]:
    gunicorn = Gunicorn(tmp_path)
    gunicorn.start()
    yield gunicorn
    gunicorn.close()


@pytest.fixture
def issued(server: Gunicorn) -> NewToken:
    rita = make_user("rita", "ranking.may_research")
    return issue_token(account=rita, name="notebook", scopes=["research"])


def link(server: Gunicorn) -> HTTPConnection:
    return HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)


def asked(server: Gunicorn, path: str, **headers: str) -> HTTPResponse:
    with closing(link(server)) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
    return answer


def test_an_upload_that_has_begun_ends_whole_and_the_next_is_refused(
    server: Gunicorn, issued: NewToken
) -> None:
    body = FORM + LINE + b"\r\n--x--\r\n"
    header = {"Authorization": f"Bearer {issued.text}"}
    with closing(link(server)) as connection:
        connection.putrequest("POST", "/api/collections")
        connection.putheader("Content-Type", "multipart/form-data; boundary=x")
        connection.putheader("Content-Length", str(len(body)))
        connection.putheader(*header.popitem())
        connection.endheaders(body[:40])
        # Another request is answered, so that this one has had its turn.
        assert asked(server, "/api/session", Authorization=f"Bearer {issued.text}").status == 200
        revoke_token(token=issued.token)
        connection.send(body[40:])
        status = connection.getresponse().status
    assert (status, Collection.objects.count()) in {(201, 1), (401, 0)}
    assert asked(server, "/api/runs", Authorization=f"Bearer {issued.text}").status == 401


def test_no_log_and_no_page_carries_a_token(server: Gunicorn, issued: NewToken) -> None:
    for path in ("/api/runs", "/api/no-such-address", "/account", "/api/library/one?kind=x"):
        answer = asked(server, path, Authorization=f"Bearer {issued.text}")
        assert issued.text not in str(answer.headers)
        assert answer.headers["Referrer-Policy"] == "same-origin"
    assert issued.text not in server.log()
