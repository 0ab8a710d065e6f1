from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from regrade.files.errors import BadInput
from regrade.files.judging.judgment_row import JudgmentRow
from regrade.files.judging.mturk import read_mturk
from tests.refusals import refused
from tests.regrade.files.judging.crowd_files import PASSAGE, entity, packed, result, write_results


@pytest.fixture
def read(tmp_path: Path) -> Any:
    def read(*rows: dict[str, str]) -> list[JudgmentRow]:
        return read_mturk([write_results(tmp_path, *rows)]).rows

    return read


def test_highlights_are_a_grade_of_one(tmp_path: Path, read: Any) -> None:
    row = result(entities=entity(18, 24), Input_relevance_score="4")
    [judgment] = read(row)
    elsewhere = ("WorkerId", "Input.turn_id", "Input.passage_id", "Input.passage", "Input.query")
    assert judgment == JudgmentRow(
        query_id="q1",
        doc_id="d1",
        assessor="worker_1",
        grade=1,
        spans=((18, 23),),
        confidence=4,
        note="",
        active_ms=None,
        created_at=datetime(2023, 5, 23, 0, 18, 21, tzinfo=UTC),
        extra={name: value for name, value in row.items() if name not in elsewhere},
        line=2,
        path=tmp_path / "batch.csv",
        text_hash=sha256(PASSAGE.encode()).hexdigest(),
    )
    assert PASSAGE[18:23] == "🌲 and"


def test_no_highlights_are_a_grade_of_none(read: Any) -> None:
    assert [row.grade for row in read(result())] == [0]


def test_an_empty_answer_is_not_judged(read: Any) -> None:
    assert [row.grade for row in read(result() | {"Answer.taskAnswers": ""})] == [None]


@pytest.mark.parametrize(
    ("review", "is_rejected"),
    [
        ({}, False),
        ({"AssignmentStatus": "Approved"}, False),
        ({"AssignmentStatus": "Rejected"}, True),
        ({"Reject": "too long"}, True),
        ({"AssignmentStatus": "Approved", "Reject": "too long"}, True),
        ({"AssignmentStatus": "Rejected", "Approve": "x"}, False),
        ({"Approve": "x"}, False),
    ],
)
def test_the_review_says_what_is_rejected_and_the_status_without_one(
    review: dict[str, str], is_rejected: bool, read: Any
) -> None:
    assert [row.is_rejected for row in read(result() | review)] == [is_rejected]


def test_results_without_columns_for_a_review_have_their_status(read: Any) -> None:
    row = result(AssignmentStatus="Rejected")
    del row["Approve"], row["Reject"]
    assert [judgment.is_rejected for judgment in read(row)] == [True]


@pytest.mark.parametrize(
    ("submitted", "hour"),
    [
        ("Mon May 22 17:18:21 PDT 2023", 0),
        ("Sun Jan 22 17:18:21 PST 2023", 1),
        ("Mon May 22 17:18:21 UTC 2023", 17),
    ],
)
def test_times_of_the_pacific_become_utc(submitted: str, hour: int, read: Any) -> None:
    [row] = read(result(SubmitTime=submitted))
    assert (row.created_at.hour, row.created_at.minute) == (hour, 18)


def test_results_come_from_several_files_packed_or_not(tmp_path: Path) -> None:
    paths = [write_results(tmp_path, result(f"A{n}"), name=f"{n}.csv") for n in range(2)]
    rows = read_mturk([packed(paths[0]), paths[1]]).rows
    assert [(row.path.name, row.occasion) for row in rows] == [("0.csv.gz", 0), ("1.csv", 1)]


def test_the_other_names_of_the_ids_are_known(tmp_path: Path) -> None:
    row = result()
    row["Input.query_id"], row["Input.doc_id"] = (
        row.pop("Input.turn_id"),
        row.pop("Input.passage_id"),
    )
    [judgment] = read_mturk([write_results(tmp_path, row)]).rows
    assert (judgment.query_id, judgment.doc_id) == ("q1", "d1")


def test_pairs_have_query_and_text(tmp_path: Path) -> None:
    [pair] = read_mturk([write_results(tmp_path, result(Input_query=" how  long "))]).tasks
    assert pair == ("q1", " how  long ", "", "", "d1", PASSAGE)


def test_a_pair_is_a_task_once_however_its_query_is_padded(tmp_path: Path) -> None:
    rows = [result("A1"), result("A2"), result("A3", Input_passage_id="d2")]
    rows[1]["Input.query"] = f" {rows[0]['Input.query']}\u00a0"
    tasks = read_mturk([write_results(tmp_path, *rows)]).tasks
    assert [(task.doc_id, task.query) for task in tasks] == [
        ("d1", rows[0]["Input.query"]),
        ("d2", rows[0]["Input.query"]),
    ]


@pytest.mark.parametrize(
    ("cells", "code", "says"),
    [
        ({"AssignmentStatus": "Lost"}, "unknown_status", "'Lost' is none of Submitted, Approved"),
        ({"Approve": "x", "Reject": "no"}, "approved_and_rejected", "empty Approve or Reject"),
        ({"SubmitTime": "2023-05-22"}, "not_a_time", "SubmitTime '2023-05-22'"),
        ({"SubmitTime": "Mon May 22 17:18:21 XYZ 2023"}, "not_a_time", ""),
        ({"SubmitTime": "Mon May 99 17:18:21 PDT 2023"}, "not_a_time", ""),
        ({"SubmitTime": "Mon May 22 17:18:21 +0530 2023"}, "not_a_time", ""),
        ({"SubmitTime": "Fri Dec 31 23:18:21 PST 9999"}, "not_a_time", ""),
        ({"SubmitTime": "Mon Mai 22 17:18:21 PDT 2023"}, "not_a_time", ""),
        ({"WorkerId": ""}, "assessor_empty", "assessor"),
        ({"Input.passage_id": "d 1"}, "id_with_white_space", "passage id 'd 1'"),
        ({"Answer.taskAnswers": "[1, 2]"}, "no_highlights", "Answer.taskAnswers"),
        (
            {"AssignmentId": "A0"},
            "assignment_twice",
            "A0 appears twice, first in batch.csv, line 2",
        ),
    ],
)
def test_a_bad_result_is_named(cells: dict[str, str], code: str, says: str, read: Any) -> None:
    with refused(BadInput, code, line=3, says=says):
        read(result("A0"), result("A1") | cells)


def test_a_file_without_the_answers_is_refused(read: Any) -> None:
    row = result()
    del row["Answer.taskAnswers"]
    with refused(BadInput, "column_missing", line=1, says="Answer.taskAnswers"):
        read(row)
