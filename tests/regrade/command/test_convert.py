from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from regrade.command.program import main
from regrade.files.judging import JudgmentRow, read_judgments
from regrade.files.judging.crowd_log import read_crowd_log
from regrade.files.judging.mturk import read_mturk
from tests.real.real_data import CROWD_LOG, SNIPPETS, needs_real_data
from tests.regrade.files.judging.crowd_files import (
    PASSAGE,
    answered,
    entity,
    result,
    task_line,
    unanswered,
    write_log,
    write_results,
    write_tasks,
)
from tests.tiers import thorough

Capture = pytest.CaptureFixture[str]
LAYOUTS = ("jsonl", "tsv", "csv")


@pytest.fixture
def log(tmp_path: Path) -> list[Path]:
    lines = [unanswered("Preview"), answered("2", "NA", comment='"=a\\"b"')]
    lines += [answered("1", "1", status="Rejected"), answered("9", "8", run="2", worker="=W3")]
    return [write_log(tmp_path, *lines), write_tasks(tmp_path, task_line("7", "t1", "d1", "d2"))]


@pytest.fixture
def results(tmp_path: Path) -> list[Path]:
    rows = [result("A1", entity(18, 24)), result("A2", WorkerId="w2"), result("A3", Reject="long")]
    return [write_results(tmp_path, *rows)]


def convert(form: str, paths: list[Path], output: Path, *options: str) -> int:
    return main(["convert", form, *map(str, paths), "-o", str(output), *options])


def test_a_crowd_log_becomes_a_table_and_its_tasks(
    log: list[Path], tmp_path: Path, capsys: Capture
) -> None:
    tasks = tmp_path / "tasks.jsonl"
    options = ("--runs", "1", "--tasks", str(tasks))
    assert convert("crowd-log", log, tmp_path / "votes.tsv", *options) == 0
    assert capsys.readouterr().err == (
        "Converted:\n"
        "  4  judgments\n"
        "  2  of rejected work\n"
        "  1  tasks that were only looked at\n"
        "  0  tasks that were skipped\n"
        "  2  pairs of a topic and a passage\n"
    )
    first, _ = map(json.loads, tasks.read_text().splitlines())
    assert first == {
        "query_id": "t1",
        "query": "Title of t1.",
        "description": "pages on it.",
        "narrative": "Not relevant: pages that sell.",
        "doc_id": "d1",
        "text": "",
    }


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_table_says_all_that_the_files_do(
    layout: str, log: list[Path], results: list[Path], tmp_path: Path
) -> None:
    table = tmp_path / f"votes.{layout}"
    convert("crowd-log", log, table, "--runs", "1,2")
    assert unplaced(table) == unplaced_rows(read_crowd_log(log, runs=["1", "2"]).rows)
    convert("mturk", results, table, "--tasks", str(tmp_path / "tasks.jsonl"))
    assert unplaced(table) == unplaced_rows(read_mturk(results).rows)
    assert json.loads((tmp_path / "tasks.jsonl").read_text())["text"] == PASSAGE


@needs_real_data
@pytest.mark.parametrize(
    "layout", ["jsonl", *(pytest.param(layout, marks=thorough) for layout in LAYOUTS[1:])]
)
def test_the_table_says_all_that_published_files_do(layout: str, tmp_path: Path) -> None:
    table = tmp_path / f"votes.{layout}"
    convert("crowd-log", CROWD_LOG, table, "--runs", "1,2,3")
    assert unplaced(table) == unplaced_rows(read_crowd_log(CROWD_LOG, runs=["1", "2", "3"]).rows)
    convert("mturk", SNIPPETS, table)
    assert unplaced(table) == unplaced_rows(read_mturk(SNIPPETS).rows)


def unplaced(path: Path) -> list[dict[str, object]]:
    return unplaced_rows(read_judgments(path))


def unplaced_rows(rows: Iterable[JudgmentRow]) -> list[dict[str, object]]:
    """The rows without their lines."""
    return [row._replace(line=0, path=Path())._asdict() for row in rows]


@pytest.mark.parametrize(
    ("form", "options", "said"),
    [
        ("crowd-log", [], "convert: assignments.txt: it has runs 1, 2, which need not share"),
        ("mturk", [], "convert: assignments.txt, line 1: there is no column AssignmentId"),
        ("mturk", ["--runs", "1"], "convert: Only a crowd log has runs to choose from."),
    ],
)
def test_files_that_cannot_be_converted_write_nothing(
    form: str, options: list[str], said: str, log: list[Path], tmp_path: Path, capsys: Capture
) -> None:
    with pytest.raises(SystemExit, match="1"):
        convert(form, log, tmp_path / "votes.jsonl", *options)
    assert capsys.readouterr().err.startswith(said)
    assert not (tmp_path / "votes.jsonl").exists()


def test_tasks_that_cannot_be_written_leave_no_table(log: list[Path], tmp_path: Path) -> None:
    tasks, table = tmp_path / "none" / "tasks.jsonl", tmp_path / "votes.jsonl"
    with pytest.raises(SystemExit, match="1"):
        convert("crowd-log", log, table, "--runs", "1", "--tasks", str(tasks))
    assert not table.exists()
