from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotation.models import Campaign
from tests.annotation.answering import judge
from tests.factories import make_campaign, make_member, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def campaign(db: None) -> Campaign:
    campaign = make_campaign("forest")
    for name, grade in (("alice", 4), ("bob", None)):
        pair = campaign.pairs.order_by("pk")[0]
        judge(make_member(campaign, make_user(name)), pair, grade, note="sure")
    return campaign


def call(file: Path, *options: str) -> str:
    out = io.StringIO()
    call_command("export_judgments", "forest", str(file), *options, stdout=out)
    return out.getvalue()


def test_the_report_counts_rows_by_what_they_count_as(tmp_path: Path) -> None:
    file = tmp_path / "judgments.tsv"
    assert call(file) == f"2 judgments of 2 assessors in {file}:\n  1  not judged\n  1  vote\n"


@pytest.mark.parametrize(
    ("name", "options", "begin"),
    [
        ("votes.JSONL", (), b'{"query_id": "q1",'),
        ("votes.tsv", ("--format", "csv"), b"query_id,doc_id,"),
    ],
)
def test_the_layout_is_that_of_the_name_by_default(
    name: str, options: tuple[str, ...], begin: bytes, tmp_path: Path
) -> None:
    call(tmp_path / name, *options)
    assert (tmp_path / name).read_bytes().startswith(begin)


def test_parquet_goes_to_standard_output(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    call(tmp_path / "votes.parquet")
    call(Path("-"), "--format", "parquet")
    assert capfdbinary.readouterr().out == (tmp_path / "votes.parquet").read_bytes()


@pytest.mark.parametrize(
    ("options", "columns"),
    [
        (("--extra", "--all-versions"), {"extra", "superseded_at"}),
        (("--everything",), {"note", "extra", "superseded_at"}),
    ],
)
def test_more_is_written_when_it_is_asked_for(
    options: tuple[str, ...], columns: set[str], tmp_path: Path
) -> None:
    call(tmp_path / "votes.jsonl", *options)
    row = json.loads((tmp_path / "votes.jsonl").read_text().splitlines()[0])
    assert {"note", "extra", "superseded_at"} & set(row) == columns


def test_a_dash_is_standard_output_with_the_report_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    call_command("export_judgments", "forest", "-", "--format", "csv")
    out, err = capsys.readouterr()
    assert err.startswith("2 judgments of 2 assessors on standard output:")
    assert not Path("-").exists()
    call(tmp_path / "votes.csv")
    assert out == (tmp_path / "votes.csv").read_text()


def test_a_gzipped_file_has_the_layout_of_the_name_inside(tmp_path: Path) -> None:
    call(tmp_path / "votes.csv.gz")
    call(tmp_path / "votes.csv")
    packed = gzip.decompress((tmp_path / "votes.csv.gz").read_bytes())
    assert packed == (tmp_path / "votes.csv").read_bytes()


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"votes\.tsv"):
        call(tmp_path / "no" / "votes.tsv")
