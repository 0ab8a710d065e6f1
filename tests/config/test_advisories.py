"""The audit of the lock files, over exports of advisories as OSV makes them."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from packaging.version import Version

from config.advisories import Pin, find_holes, is_affected, main, read_pins
from tests.source_tree import ROOT

FROM_TO = {"type": "ECOSYSTEM", "events": [{"introduced": "5.0"}, {"fixed": "5.2.9"}]}
UP_TO = {"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"last_affected": "5.2"}]}
TWICE = {
    "type": "ECOSYSTEM",
    "events": [{"introduced": "5"}, {"fixed": "5.1"}, {"introduced": "5.3"}],
}
COMMITS = {"type": "GIT", "events": [{"introduced": "0"}, {"fixed": "4fc06a2"}]}


def advisory(name: str = "Django", **changes: Any) -> dict[str, Any]:
    affected = {"package": {"ecosystem": "PyPI", "name": name}, "ranges": [FROM_TO, COMMITS]}
    fields = {"id": "PYSEC-1", "modified": "2026-11-20T10:00:00Z", "affected": [affected]}
    return {**fields, "aliases": ["CVE-2026-1"], "summary": "SQL in a name.", **changes}


@pytest.mark.parametrize(
    ("affected", "inside", "outside"),
    [
        ({"versions": ["5.2", "not a version"]}, ["5.2", "5.2.0"], ["5.2.1"]),
        ({"ranges": [FROM_TO]}, ["5.0", "5.2.8"], ["4.2.30", "5.2.9", "5.10"]),
        ({"ranges": [UP_TO]}, ["1.0", "5.2"], ["5.2.1"]),
        ({"ranges": [TWICE]}, ["5.0", "5.3", "6.0"], ["4.9", "5.1", "5.2"]),
        ({"ranges": [COMMITS]}, [], ["1.0"]),
    ],
)
def test_a_version_is_affected_where_it_is_listed_or_lies_in_a_range(
    affected: dict[str, Any], inside: list[str], outside: list[str]
) -> None:
    fields = {text: is_affected(Version(text), affected) for text in (*inside, *outside)}
    assert fields == {**dict.fromkeys(inside, True), **dict.fromkeys(outside, False)}


def test_a_hole_is_reported_with_its_names_and_its_mend() -> None:
    [hole] = find_holes([Pin("django", Version("5.2.8"))], [advisory()])
    found = str(hole)
    assert [one for one in ("5.2.8", "PYSEC-1", "CVE-2026-1", "5.2.9") if one not in found] == []


def test_withdrawn_advisories_and_those_of_others_count_for_nothing() -> None:
    others = [advisory("celery"), advisory(withdrawn="2026-11-21T10:00:00Z")]
    affected = {**advisory()["affected"][0], "package": {"ecosystem": "npm", "name": "django"}}
    assert (
        find_holes([Pin("django", Version("5.2.8"))], [*others, advisory(affected=[affected])])
        == []
    )


def test_pins_of_the_lock_are_all_that_it_holds() -> None:
    lines = (ROOT / "requirements-dev.txt").read_text().splitlines()
    assert len(read_pins(ROOT / "requirements-dev.txt")) == sum("==" in line for line in lines)


@pytest.fixture
def project(tmp_path: Path) -> list[str]:
    """The arguments of an audit: one package, one advisory that affects it, none accepted."""
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as export:
        export.writestr("PYSEC-1.json", json.dumps(advisory()))
    (tmp_path / "lock.txt").write_text("# A lock\nDjango==5.2.8 ; python_version < '3.14'\n")
    (tmp_path / "pyproject.toml").write_text("")
    return [str(tmp_path / name) for name in ("all.zip", "pyproject.toml", "lock.txt")]


def test_a_hole_fails_the_audit_until_it_is_accepted_with_a_reason(
    project: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(project) == 1
    assert "django 5.2.8: PYSEC-1" in capsys.readouterr().out
    Path(project[1]).write_text('[tool.regrade.accepted-advisories]\nPYSEC-1 = "unused here"\n')
    assert main(project) == 0
    assert "the newest of 2026-11-20: 0 found" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "holds no advisory"),
        ({"a.json": "{"}, "a.json is no advisory"),
        ({"a.json": "[]"}, "a.json is no advisory"),
    ],
)
def test_an_export_that_reveals_nothing_fails_the_audit(
    files: dict[str, str],
    sentence: str,
    project: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path / "export"
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text)
    assert main([str(folder), *project[1:]]) == 1
    assert sentence in capsys.readouterr().out
    assert main([project[2], *project[1:]]) == 1
    assert "cannot be read as OSV's export" in capsys.readouterr().out
