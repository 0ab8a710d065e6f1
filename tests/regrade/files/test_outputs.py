from __future__ import annotations

from pathlib import Path

import pytest

from regrade.exceptions import ExportRefused
from regrade.files.outputs import writing
from tests.refusals import refused


def test_writing_replaces_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "votes.tsv"
    path.write_text("before")
    with writing(path) as stream:
        stream.write("after\n")
        assert path.read_text() == "before"
    assert path.read_bytes() == b"after\n"


def test_writing_that_fails_half_way_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "votes.tsv"
    path.write_text("before")
    with pytest.raises(TypeError), writing(path) as stream:
        stream.writelines(["half", 7])  # type: ignore[list-item]
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("name", "code", "says"),
    [
        ("", "not_a_plain_file", ""),
        ("no/votes.tsv", "not_writable", "votes.tsv"),
        ("there/votes.tsv", "not_writable", "Not a directory"),
    ],
)
def test_writing_refuses_a_place_where_none_can_be(
    name: str, code: str, says: str, tmp_path: Path
) -> None:
    (there := tmp_path / "there").touch()
    with refused(ExportRefused, code, says=says), writing(tmp_path / name) as stream:
        stream.write("x")
    assert list(tmp_path.iterdir()) == [there]


def test_writing_takes_a_name_as_long_as_names_can_be(tmp_path: Path) -> None:
    path = tmp_path / ("v" * 255)
    with writing(path) as stream:
        stream.write("x")
    assert path.read_text() == "x"
