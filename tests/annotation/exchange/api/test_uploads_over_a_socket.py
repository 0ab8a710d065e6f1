"""Uploads as they come over a line: announced and never sent, or cut off half-way."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django.live_server_helper import LiveServer

from annotation.models import Campaign, Judgment
from tests.annotation.importing import campaign_for_imports
from tests.factories import make_user
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

ROWS = b"query_id\tdoc_id\tassessor\tgrade\n" + b"".join(
    b"q1\td%d\ta%02d\t3\n" % (place, n) for place in (1, 2, 3) for n in range(40)
)
HEAD = b'--limit\r\nContent-Disposition: form-data; name="file"; filename="votes.tsv"\r\n\r\n'
TAIL = b"\r\n--limit--\r\n"
TWO_GIGABYTES = 2_000_000_000
Answer: TypeAlias = tuple[int, dict[str, Any]]
Post: TypeAlias = Callable[[int, bytes], Answer]


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    return campaign_for_imports()


@pytest.fixture
def kept(storage: Path) -> Path:
    folder = storage / "uploads"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def post(live_server: LiveServer, campaign: Campaign, kept: Path) -> Post:
    """Announce so many bytes as an organizer, send these, and no more."""
    headers = signed_in(make_user("carol", "annotation.may_organize"))

    def post(announced: int, body: bytes) -> Answer:
        head = (
            f"POST /api/campaigns/{campaign.pk}/judgments-import HTTP/1.1\r\n"
            f"Host: {live_server.thread.host}:{live_server.thread.port}\r\n{headers}"
            "Content-Type: multipart/form-data; boundary=limit\r\n"
            f"Content-Length: {announced}\r\nConnection: close\r\n\r\n"
        )
        place = live_server.thread.host, live_server.thread.port
        with socket.create_connection(place, timeout=60) as line:
            line.sendall(head.encode() + body)
            line.shutdown(socket.SHUT_WR)
            return parsed(b"".join(iter(lambda: line.recv(1 << 16), b"")))

    return post


def signed_in(user: User) -> str:
    client = Client()
    client.force_login(user)
    client.get("/api/session")
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    return f"Cookie: {cookie}\r\nX-CSRFToken: {cookies['csrftoken']}\r\n"


def parsed(response: bytes) -> Answer:
    head, _, body = response.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


def test_a_whole_upload_is_taken(post: Post, kept: Path) -> None:
    body = HEAD + ROWS + TAIL
    status, report = post(len(body), body)
    assert (status, report["n_votes"]) == (200, 120)
    assert list(kept.iterdir()) == []


def test_two_gigabytes_are_refused_before_they_are_sent(post: Post, kept: Path) -> None:
    status, answer = post(TWO_GIGABYTES, b"")
    assert (status, answer["code"]) == (413, "too_large")
    assert "2,000,000,000 bytes; at most 200,000,000 " in answer["detail"]
    assert list(kept.iterdir()) == []


@pytest.mark.parametrize("n_rows", [60, pytest.param(120, marks=thorough)])
def test_an_upload_that_breaks_off_between_two_rows_stores_nothing(
    n_rows: int, post: Post, kept: Path
) -> None:
    whole = HEAD + ROWS + TAIL
    sent = HEAD + b"\n".join(ROWS.split(b"\n")[: n_rows + 1]) + b"\n"
    status, answer = post(len(whole), sent)
    assert (status, answer["code"]) == (400, "upload_refused")
    assert f"after {len(sent):,} of {len(whole):,} bytes" in answer["detail"]
    assert not Judgment.objects.exists()
    assert list(kept.iterdir()) == []


def test_an_upload_that_breaks_off_in_its_head_stores_nothing(post: Post) -> None:
    status, _ = post(len(HEAD + ROWS + TAIL), HEAD[:40])
    assert status == 400
    assert not Judgment.objects.exists()
