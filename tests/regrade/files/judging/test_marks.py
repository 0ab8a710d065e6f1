from __future__ import annotations

from pathlib import Path

import pytest

from regrade.files.errors import BadInput
from regrade.files.judging.marks import MarkLine, read_marks
from tests.real.real_data import DATA, needs_real_data
from tests.refusals import refused


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
    ("row", "code", "says"),
    [
        ("q1\td1\tspecial\t\t", "unknown_pair_kind", "'special' is none of regular, overlap"),
        ("q1\td1\tgold\tall\t1", "kind_beside_priority", "gold"),
        ("q1\td1\t\thigh\t", "not_a_whole_number", "priority 'high'"),
        ("q1\td1\t\t2147483648\t", "out_of_range", "priority 2147483648"),
        ("q1\td1\t\t--1\t", "out_of_range", "priority -1"),
        ("q1\td1\tgold\t\t2.5", "not_a_whole_number", "grade '2.5'"),
        ("q1\td1\tgold\t\t40000", "out_of_range", "grade 40000"),
        ("\td1\tgold\t\t1", "id_empty", "query id"),
        ("q1\td 1\tgold\t\t1", "id_with_white_space", "'d 1'"),
    ],
)
def test_read_marks_refuses_what_it_cannot_read(
    row: str, code: str, says: str, tmp_path: Path
) -> None:
    header = "query_id\tpassage_id\tkind\tpriority\tgrade\n"
    with refused(BadInput, code, line=3, says=says):
        marks(tmp_path, f"{header}q0\td0\toverlap\t\t\n{row}\n")


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("query_id\tpassage_id\tlabel\nq1\td1\t1\n", "column_missing", 2),
        ("query_id\tkind\nq1\tgold\n", "column_missing", 1),
        ("query_id\tpassage_id\tkind\n", "no_records", None),
    ],
)
def test_read_marks_refuses_a_file_that_marks_nothing(
    text: str, code: str, line: int | None, tmp_path: Path
) -> None:
    with refused(BadInput, code, line=line):
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
