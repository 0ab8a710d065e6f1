from __future__ import annotations

import gzip
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.handlers.wsgi import LimitedStream
from django.test import Client

from annotation.models import Campaign, EventKind, Judgment
from ranking.http.uploads import CountedStream, UploadTooLarge
from regrade.files.judging import JudgmentRow, read_judgments
from regrade.files.judging.parquet import write_parquet
from tests.annotation.importing import campaign_for_imports
from tests.factories import (
    make_member,
    make_user,
)
from tests.tiers import thorough

pytestmark = pytest.mark.django_db

VOTES = b"query_id\tdoc_id\tassessor\tgrade\nq1\td1\ta01\t3\nq1\td1\ta02\t5\n"


@pytest.fixture
def campaign(db: None) -> Campaign:
    return campaign_for_imports()


@pytest.fixture(autouse=True)
def kept(storage: Path) -> Path:
    """Where uploads lie while they are read."""
    folder = storage / "uploads"
    folder.mkdir(parents=True)
    return folder


def send(
    client: Client, campaign: Campaign, *contents: bytes, name: str = "votes.tsv", **fields: Any
) -> Any:
    files = [SimpleUploadedFile(name, content) for content in contents]
    return client.post(address(campaign), {"file": files, **fields})


def address(campaign: Campaign) -> str:
    return f"/api/campaigns/{campaign.pk}/judgments"


def refusal(response: Any) -> tuple[int, str, str]:
    answer = response.json()
    assert not Judgment.objects.exists()
    return response.status_code, answer["code"], answer["detail"]


@pytest.mark.parametrize("fields", [{}, {"as_accounts": "true"}])
def test_an_upload_never_says_anything_in_the_name_of_an_account(
    fields: dict[str, str], organizer: Client, campaign: Campaign
) -> None:
    person = make_member(campaign, make_user("a01"))
    found = send(organizer, campaign, VOTES, **fields)
    assert found.status_code == (400 if fields else 200)
    assert not Judgment.objects.filter(assessor=person).exists()


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_an_upload_is_imported_and_reported(
    pack: Any, organizer: Client, campaign: Campaign, carol: User
) -> None:
    report = send(organizer, campaign, pack(VOTES)).json()
    assert (report["n_rows"], report["n_votes"], report["n_new_accounts"]) == (2, 2, 2)
    assert Judgment.objects.votes().count() == 2
    assert campaign.events.get(kind=EventKind.IMPORTED).actor == carol
    assert set(Judgment.objects.values_list("recorded_by", flat=True)) == {carol.pk}


def test_what_is_wrong_is_shown_by_the_clients_name(organizer: Client, campaign: Campaign) -> None:
    bad = VOTES + b"q1\td1\ta03\t9\n"
    status, code, detail = refusal(send(organizer, campaign, VOTES, bad, name="grades.tsv"))
    assert (status, code, detail.partition(":")[0]) == (400, "bad_file", "grades.tsv, line 4")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\temp\\votes.tsv", "votes.tsv"),
        ("votes\0.tsv", "votes.tsv"),
        ("a." + "x" * 400, None),
        ("&#46;&#46;&#47;votes.tsv", "votes.tsv"),
    ],
)
def test_a_name_never_becomes_a_path(
    name: str, said: str | None, organizer: Client, campaign: Campaign, kept: Path
) -> None:
    passwd = Path("/etc/passwd").read_bytes()
    status, code, detail = refusal(send_raw(organizer, campaign, name, b"no judgments\n"))
    assert (status, code) == (400, "bad_file")
    assert said is None or detail.startswith(f"{said}, line 1: ")
    assert list(kept.iterdir()) == []
    assert Path("/etc/passwd").read_bytes() == passwd


def test_files_lie_under_no_name_of_the_clients(
    organizer: Client, campaign: Campaign, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Path] = []

    def read(path: Path, *rest: Any, **options: Any) -> Iterator[JudgmentRow]:
        seen.append(path)
        return read_judgments(path, *rest, **options)

    monkeypatch.setattr("annotation.exchange.judgment_files.read_judgments", read)
    send(organizer, campaign, VOTES, name="secret.tsv")
    assert [path.parent for path in seen] == [kept]
    assert "secret" not in str(seen[0])
    assert list(kept.iterdir()) == []


def send_raw(client: Client, campaign: Campaign, name: str, content: bytes) -> Any:
    body = (
        b'--limit\r\nContent-Disposition: form-data; name="file"; filename="'
        + name.encode()
        + b'"\r\nContent-Type: text/plain\r\n\r\n'
        + content
        + b"\r\n--limit--\r\n"
    )
    kind = "multipart/form-data; boundary=limit"
    return client.generic("POST", address(campaign), body, content_type=kind)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"file": "/etc/passwd", "path": "/etc/passwd"}, "application/json"),
        ("file=/etc/passwd", "application/x-www-form-urlencoded"),
    ],
)
def test_a_place_on_the_server_is_no_file(
    body: Any, kind: str, organizer: Client, campaign: Campaign
) -> None:
    status, code, _ = refusal(organizer.post(address(campaign), body, content_type=kind))
    assert (status, code) == (400, "upload_refused")


@pytest.mark.parametrize(
    ("fields", "code"),
    [({"format": "mturk"}, "invalid"), ({"kind": "robot"}, "invalid")],
)
def test_a_bad_option_is_refused(
    fields: dict[str, str], code: str, organizer: Client, campaign: Campaign
) -> None:
    assert refusal(send(organizer, campaign, VOTES, **fields))[:2] == (400, code)


def test_parquet_is_left_to_the_commands(organizer: Client, campaign: Campaign) -> None:
    """A few bytes of it can stand for terabytes."""
    stream = BytesIO()
    write_parquet(stream, ["query_id"], [{"query_id": "q1"}])
    answer = refusal(send(organizer, campaign, stream.getvalue(), name="votes.parquet"))
    assert answer[:2] == (400, "bad_file")
    assert answer[2].startswith("votes.parquet: this is Parquet; import_judgments, ")


TOO_MANY = "over 250,000 lines at once"


def bomb(line: bytes, n_bytes: int) -> bytes:
    """Gzip data of that many bytes, made a part at a time: gzip files may be strung together."""
    part = gzip.compress(line * ((64 << 20) // len(line)))
    return gzip.compress(VOTES) + part * (n_bytes // (64 << 20))


@thorough
@pytest.mark.parametrize(
    ("line", "reason"),
    [(b"\0", "67,108,864 bytes"), (b"blank follows blank".ljust(63) + b"\n", TOO_MANY)],
    ids=["zeros", "lines"],
)
def test_a_bomb_of_ten_gigabytes_is_refused_early(
    line: bytes, reason: str, organizer: Client, campaign: Campaign
) -> None:
    content = bomb(line, 10_000_000_000)
    assert len(content) < 40_000_000
    status, code, detail = refusal(send(organizer, campaign, content))
    assert (status, code, reason in detail) == (400, "bad_file", True)


@thorough
def test_more_lines_than_fit_into_memory_are_refused(organizer: Client, campaign: Campaign) -> None:
    """Rows that are right in themselves, and valid together."""
    row = b"q1\td1\ta01\t3\t2020-01-01T00:00Z\n"
    header = b"query_id\tdoc_id\tassessor\tgrade\tsuperseded_at\n"
    files = [SimpleUploadedFile(f"votes{i}.tsv", header + row * 125_000) for i in range(2)]
    status, code, detail = refusal(organizer.post(address(campaign), {"file": files}))
    assert (status, code, detail.partition(":")[0]) == (400, "bad_file", "votes1.tsv")
    assert TOO_MANY in detail


def test_what_may_not_be_uploaded_is_not_even_read(
    campaign: Campaign, client: Client, alice: User, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    def count(stream: LimitedStream, size: int = -1) -> bytes:
        read.append(size)
        return b""

    monkeypatch.setattr(LimitedStream, "read", count)
    client.force_login(alice)
    assert send(client, campaign, VOTES).status_code == 403
    assert read == []


@pytest.mark.parametrize("with_token", [True, False])
def test_an_upload_needs_the_token_in_its_header(
    with_token: bool, campaign: Campaign, carol: User
) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(carol)
    client.get("/api/session")
    token = client.cookies["csrftoken"].value
    headers = {"X-CSRFToken": token} if with_token else {}
    form: dict[str, Any] = {"file": SimpleUploadedFile("votes.tsv", VOTES)}
    if not with_token:
        form["csrfmiddlewaretoken"] = token
    response = client.post(address(campaign), form, headers=headers)
    assert response.status_code == (200 if with_token else 403)
    assert Judgment.objects.exists() == with_token


def test_a_body_is_counted_while_it_comes() -> None:
    """Should it ever be longer than it was announced."""
    stream = CountedStream(BytesIO(b"x" * 100), most=60)
    assert len(stream.read(50)) == 50
    with pytest.raises(UploadTooLarge):
        stream.read(50)


def test_columns_and_the_assessor_can_be_named(organizer: Client, campaign: Campaign) -> None:
    found = send(
        organizer,
        campaign,
        b"topic,doc_id,grade\nq1,d1,3\n",
        columns="query_id=topic",
        assessor="nist",
    )
    assert (found.status_code, found.json()["n_votes"]) == (200, 1)
    refused = send(organizer, campaign, VOTES, columns="query=topic")
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")
