from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.factories import make_collection, make_run, make_topics

pytestmark = pytest.mark.django_db
LINES = "q1 Q0 d2 1 2.0 mine\nq1 Q0 d1 2 1.0 mine\nq2 Q0 d3 1 1.0 mine\n"


@pytest.fixture(autouse=True)
def _run(db: None) -> None:
    rankings = {"q1": ["d2", "d1"], "q2": ["d3"]}
    make_run("mine", make_collection(), make_topics(), rankings)


def test_export_run_writes_a_file_and_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.run"
    call_command("export_run", "mine", str(path))
    assert path.read_text() == LINES
    assert capsys.readouterr().out == f"3 lines of 2 topics in {path}.\n"


def test_export_run_to_standard_output_counts_beside_it(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("export_run", "mine", "-", "--depth", "1", "--tag", "top")
    out, err = capsys.readouterr()
    assert out == "q1 Q0 d2 1 2.0 top\nq2 Q0 d3 1 1.0 top\n"
    assert err == "2 lines of 2 topics on standard output.\n"


def test_export_run_begins_with_metadata_where_that_is_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("export_run", "mine", "-", "--ir-metadata")
    header, _, lines = capsys.readouterr().out.partition("# ir_metadata.end\n")
    assert header.startswith("# ir_metadata.start\n")
    assert lines == LINES


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["mine", "-", "--depth", "0"], "--depth"),
        (["mine", "nowhere/mine.run"], "nowhere/mine.run"),
    ],
)
def test_export_run_refuses_naming_what_was_wrong(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError, match=reason):
        call_command("export_run", *arguments)
    assert capsys.readouterr().out == ""
