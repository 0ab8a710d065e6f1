from __future__ import annotations

import re
from pathlib import Path

import pytest

from regrade.files.errors import BadInput
from regrade.files.judging.marks import MarkLine, read_marks
from tests.real_data import DATA, needs_real_data


def written(folder: Path, text: str) -> Path:
    path = folder / "marks.tsv"
    path.write_bytes(text.encode())
    return path


def marks(folder: Path, text: str) -> list[MarkLine]:
    return list(read_marks(written(folder, text)))


def test_read_marks_of_a_table_with_all_columns(tmp_path: Path) -> None:
    text = (
        "query_id\tpassage_id\tkind\tpriority\tgrade\texplanation\n"
        "q1\td1\tgold\t\t2\tIt says so.\n"
        "q1\td2\tregular\t-3\t\t\n"
        "q2\td1\tqualification\t0\t0\t\n"
        "q2\td2\toverlap\t\t\t\n"
    )
    assert marks(tmp_path, text) == [
        MarkLine("q1", "d1", "gold", 0, 2, "It says so.", 2),
        MarkLine("q1", "d2", "regular", -3, None, "", 3),
        MarkLine("q2", "d1", "qualification", 0, 0, "", 4),
        MarkLine("q2", "d2", "overlap", 0, None, "", 5),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "query_id\tdoc_id\tpriority\tour_label\nq1\td1\tall\t3\n",
        "topic,docid,kind\nq1,d1,overlap\n",
        '{"query_id": "q1", "passage_id": "d1", "kind": "overlap"}\n',
        "query_id\tdoc_id\tkind\tpriority\nq1\td1\toverlap\tall\n",
    ],
    ids=["priority all", "csv", "jsonl", "both"],
)
def test_read_marks_of_an_overlap_pair(text: str, tmp_path: Path) -> None:
    assert [mark[:4] for mark in marks(tmp_path, text)] == [("q1", "d1", "overlap", 0)]


def test_read_marks_takes_numbers_of_json(tmp_path: Path) -> None:
    text = '{"query_id": "1", "doc_id": "7", "kind": "gold", "priority": 4, "grade": 1}\n'
    assert marks(tmp_path, text) == [MarkLine("1", "7", "gold", 4, 1, "", 1)]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("q1\td1\tspecial\t\t", "kind 'special' is none of regular, overlap, gold, qualif"),
        ("q1\td1\tgold\tall\t1", "the priority all is an overlap pair, not gold"),
        ("q1\td1\t\thigh\t", "priority 'high' is not a whole number"),
        ("q1\td1\t\t2147483648\t", "priority 2147483648 is beyond 2147483647"),
        ("q1\td1\t\t--1\t", "priority -1 is negative"),
        ("q1\td1\tgold\t\t2.5", "grade '2.5' is not a whole number"),
        ("q1\td1\tgold\t\t40000", "grade 40000 is outside"),
        ("\td1\tgold\t\t1", "the query id is empty"),
        ("q1\td 1\tgold\t\t1", "the passage id 'd 1' holds white space"),
    ],
)
def test_read_marks_refuses_what_it_cannot_read(row: str, reason: str, tmp_path: Path) -> None:
    header = "query_id\tpassage_id\tkind\tpriority\tgrade\n"
    with pytest.raises(BadInput, match=re.escape(reason)) as refused:
        marks(tmp_path, f"{header}q0\td0\toverlap\t\t\n{row}\n")
    assert refused.value.line == 3


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("query_id\tpassage_id\tlabel\nq1\td1\t1\n", "neither a column kind nor one priority"),
        ("query_id\tkind\nq1\tgold\n", "there is no column passage_id"),
        ("query_id\tpassage_id\tkind\n", "no marks"),
        ("", "the file is empty"),
    ],
)
def test_read_marks_refuses_a_file_that_marks_nothing(
    text: str, reason: str, tmp_path: Path
) -> None:
    with pytest.raises(BadInput, match=reason):
        marks(tmp_path, text)


@needs_real_data
def test_read_marks_of_a_real_list_of_probe_pairs() -> None:
    probes = list(read_marks(DATA / "fira19" / "all-probe-pairs.tsv"))
    assert {(mark.kind, mark.priority, mark.grade) for mark in probes} == {("overlap", 0, None)}
    assert len(probes) == 10


@needs_real_data
def test_read_marks_of_a_real_task_list() -> None:
    tasks = list(read_marks(DATA / "fira19" / "judgement-pairs.tsv.gz"))
    regular = [mark.priority for mark in tasks if mark.kind == "regular"]
    assert (len(tasks), len(regular), set(regular)) == (24_198, 24_188, {0, 1, 2, 3})
