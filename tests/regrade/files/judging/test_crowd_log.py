from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from regrade.files.errors import BadInput
from regrade.files.judging.converted import Converted
from regrade.files.judging.crowd_log import read_crowd_log
from regrade.files.judging.judgment_row import JudgmentRow
from tests.refusals import refused
from tests.regrade.files.judging.crowd_files import (
    answered,
    packed,
    task_line,
    unanswered,
    write_log,
    write_tasks,
)


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    return write_tasks(tmp_path, task_line("7", "t1", "d1", "d2"), task_line("9", "t2", "d3", "NA"))


@pytest.fixture
def read(tmp_path: Path, tasks: Path) -> Any:
    """Read these interactions with two sets: 7 (d1 and d2 on t1) and 9 (d3 on t2)."""

    def read(*lines: list[str], **options: Any) -> Converted:
        return read_crowd_log([write_log(tmp_path, *lines), tasks], **options)

    return read


def test_every_document_of_accepted_work_is_a_row(tmp_path: Path, read: Any) -> None:
    first, second = read(answered("2", "0", comment='"nice"')).rows
    assert first == JudgmentRow(
        query_id="t1",
        doc_id="d1",
        assessor="w1",
        grade=2,
        spans=(),
        confidence=None,
        note="nice",
        active_ms=1750,
        created_at=datetime(2011, 9, 12, 17, 25, 10, tzinfo=UTC),
        extra={
            "run": "1",
            "set": "7",
            "status": "Accepted",
            "tsload": "12/09/2011 19:22:54",
            "tssend": "12/09/2011 19:25:10",
            "kfails": "0",
            "tfails": "1",
            "img": "1.50",
            "txt": "0.25",
            "keys": "2",
            "keys1": '"firs, résumé"',
            "keys2": '"cats, dogs"',
            "right_keys": "1",
        },
        line=2,
        path=tmp_path / "assignments.txt",
        position=1,
    )
    assert (second.doc_id, second.grade, second.position) == ("d2", 0, 2)


def test_previews_and_skipped_work_are_counted(read: Any) -> None:
    lines = [unanswered("Preview"), unanswered("Preview"), unanswered("Skipped")]
    assert read(*lines, answered("1", "1"))[2:] == (2, 1)


def test_rejected_work_is_kept_as_such(read: Any) -> None:
    rows = read(answered("1", "1", status="Rejected"), answered("1", "1", worker="w2")).rows
    assert [row.is_rejected for row in rows] == [True, True, False, False]


def test_a_pair_met_again_in_another_run_is_another_occasion(read: Any) -> None:
    later = answered("9", "9", run="3", sent="15/09/2011 12:00:00")
    rows = read(later, answered("1", "1", run="1"), runs=["1", "3"]).rows
    assert [(row.grade, row.occasion) for row in rows] == [(9, 1), (9, 1), (1, 0), (1, 0)]


def test_a_run_that_was_not_asked_for_stays_out(read: Any) -> None:
    lines = [unanswered("Preview", run="2"), answered("1", "1"), answered("80", "9", run="2")]
    recorded = read(*lines, runs=["1"])
    assert [row.grade for row in recorded.rows] == [1, 1]
    assert recorded.n_previews == 0


def test_a_document_without_an_answer_is_not_judged(read: Any) -> None:
    line = answered("NA", "1")
    line[6] = line[7] = "NA"
    row = read(line).rows[0]
    assert (row.grade, row.active_ms) == (None, None)


def test_a_place_without_a_document_gives_no_row(read: Any) -> None:
    assert [row.doc_id for row in read(answered("1", "NA", task="9")).rows] == ["d3"]


def test_quotes_within_a_comment_stay(read: Any) -> None:
    line = answered("1", "1", comment='"No page is a "residence""')
    assert read(line).rows[0].note == 'No page is a "residence"'


def test_a_comment_that_nobody_can_see_is_none(read: Any) -> None:
    assert read(answered("1", "1", comment='"\u200b"')).rows[0].note == ""


@pytest.mark.parametrize("comment", ["NA", "bare", '"'])
def test_a_comment_in_no_quotes_can_be_told_from_one_in_quotes(comment: str, read: Any) -> None:
    assert read(answered("1", "1", comment=comment)).rows[0].extra["comment"] == comment


def test_work_without_an_end_has_the_time_of_its_begin(read: Any) -> None:
    row = read(answered("1", "1", sent="NA")).rows[0]
    assert row.created_at == datetime(2011, 9, 12, 17, 22, 54, tzinfo=UTC)


def test_the_pairs_are_the_documents_of_all_tasks(tmp_path: Path, tasks: Path) -> None:
    log = packed(write_log(tmp_path, answered("1", "1")))
    pairs = read_crowd_log([log, packed(tasks)]).tasks
    assert [(pair.query_id, pair.doc_id) for pair in pairs] == [
        ("t1", "d1"),
        ("t1", "d2"),
        ("t2", "d3"),
    ]
    assert pairs[0][1:4] == ("Title of t1.", "pages on it.", "Not relevant: pages that sell.")
    assert {pair.text for pair in pairs} == {""}


def with_seconds(text: str) -> list[str]:
    line = answered("1", "1")
    return [*line[:6], text, *line[7:]]


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        (answered("1", "x"), "not_a_whole_number", "document 2: grade 'x'"),
        (answered("1", ""), "not_a_whole_number", "document 2: grade ''"),
        (answered("1", "1", sent="noon"), "not_a_time", "'noon'"),
        (answered("1", "1", status="Lost"), "unknown_status", "'Lost' is none of Preview, Skipped"),
        (answered("1", "1", task="8"), "unknown_set", "set 8"),
        (answered("1", "1", worker=""), "assessor_empty", "assessor"),
        (answered("1", "1")[:-1], "mixed_columns", "16 fields where the header has 17"),
        (
            [*answered("1", "1")[:6], "1e3", *answered("1", "1")[7:]],
            "not_a_number",
            "document 1: '1e3'",
        ),
    ],
)
def test_a_bad_line_is_named(line: list[str], code: str, says: str, read: Any) -> None:
    with refused(BadInput, code, line=3, says=says):
        read(answered("1", "1"), line)


def test_several_runs_ask_which_to_take(read: Any) -> None:
    lines = [answered("1", "1"), answered("80", "9", run="2")]
    for runs in ([], ["1", "3"]):
        with refused(BadInput, "runs_not_chosen", says="it has runs 1, 2, which"):
            read(*lines, runs=runs)


def test_a_log_of_previews_alone_is_refused(read: Any) -> None:
    with refused(BadInput, "no_records", says="assignments.txt"):
        read(unanswered("Preview"))


def test_a_set_of_two_tasks_is_refused(tmp_path: Path) -> None:
    line = task_line("7", "t1", "d1", "d2")
    paths = [write_log(tmp_path, answered("1", "1")), write_tasks(tmp_path, line, line)]
    with refused(BadInput, "set_twice", line=3, says="set 7 appears twice, first on line 2"):
        read_crowd_log(paths)


def test_a_crowd_log_is_two_files_in_their_order(tmp_path: Path, tasks: Path) -> None:
    log = write_log(tmp_path, answered("1", "1"))
    with refused(BadInput, "file_missing", says="hits.txt: a crowd log is two files"):
        read_crowd_log([tasks])
    with refused(BadInput, "column_missing", line=1, says="assignments.txt, line 1: there is no"):
        read_crowd_log([tasks, log])
