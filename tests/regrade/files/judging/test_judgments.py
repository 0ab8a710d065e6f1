from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from regrade.files.errors import BadInput
from regrade.files.judging.judgment_row import JudgmentRow
from regrade.files.judging.judgments import Terms, read_judgments
from tests.refusals import refused

HEADER = "query_id\tpassage_id\tassessor\tgrade"
FULL = JudgmentRow(
    query_id="q1",
    doc_id="d1",
    assessor="alice",
    grade=4,
    spans=((0, 4), (9, 12)),
    confidence=2,
    note="long, but good",
    active_ms=1500,
    created_at=datetime(2020, 5, 1, 12, tzinfo=UTC),
    extra={"country": "NL", "batch": " 7 "},
    line=2,
)
BARE = FULL._replace(
    assessor="bob", grade=1, spans=(), confidence=None, note="", active_ms=None, created_at=None
)
EXPORTED_TSV = (
    f"{HEADER}\toccasion\treason_not_judged\taway_ms\tposition\trotation\tsuperseded_at\tcause"
    "\tassessor_kind\tenglish_level\ttext_hash\tnote_json\textra\n"
    "q1\td1\talice\t\t2\tlanguage\t700\t12\t5\t2020-05-01T13:00\trejected"
    '\tmodel\tnative\tab12\t" tab\\tand\\nbreak"\t{"country": "NL", "n": 7, "none": null}\n'
)
EXPORTED_JSONL = (
    '{"query_id": "q1", "doc_id": "d1", "assessor": "alice", "grade": null, "occasion": 2,'
    ' "reason_not_judged": "language", "away_ms": 700, "position": 12, "rotation": 5,'
    ' "superseded_at": "2020-05-01T13:00Z", "cause": "rejected", "assessor_kind": "model",'
    ' "english_level": "native", "text_hash": "ab12", "note": " tab\\tand\\nbreak",'
    ' "extra": {"country": "NL", "n": 7, "none": null}}\n'
)
EXPORTED = JudgmentRow(
    query_id="q1",
    doc_id="d1",
    assessor="alice",
    grade=None,
    spans=(),
    confidence=None,
    note=" tab\tand\nbreak",
    active_ms=None,
    created_at=None,
    extra={"country": "NL", "n": "7", "none": "", "cause": "rejected"},
    line=2,
    occasion=2,
    reason="language",
    away_ms=700,
    position=12,
    rotation=5,
    superseded_at=datetime(2020, 5, 1, 13, tzinfo=UTC),
    is_rejected=True,
    kind="model",
    english_level="native",
    text_hash="ab12",
)


def written(folder: Path, text: str) -> Path:
    path = folder / "votes.txt"
    path.write_bytes(text.encode())
    return path


FULL_TSV = (
    f"{HEADER}\tspans\tconfidence\tnote\tactive_ms\tcreated_at\tcountry\tbatch\n"
    "q1\td1\talice\t4\t[[0, 4], [9, 12]]\t2\tlong, but good\t1500\t2020-05-01T12:00\tNL\t 7 \n"
)
FULL_CSV = (
    "grade,assessor,query_id,doc_id,spans,confidence,note,active_ms,created_at,country,batch\n"
    '4,alice,q1,d1,"[[0, 4], [9, 12]]",2,"long, but good",1500,2020-05-01T12:00,NL, 7 \n'
)
FULL_JSONL = (
    "\n"
    '{"query_id": "q1", "passage_id": "d1", "assessor": "alice", "grade": 4, "confidence": 2, '
    '"spans": [[0, 4], [9, 12]], "note": "long, but good", "active_ms": 1500, '
    '"created_at": "2020-05-01T14:00+02:00", "country": "NL", "batch": " 7 "}\n'
)


@pytest.mark.parametrize("text", [FULL_TSV, FULL_CSV, FULL_JSONL], ids=["tsv", "csv", "jsonl"])
def test_read_judgments_reads_every_column(tmp_path: Path, text: str) -> None:
    path = written(tmp_path, text)
    assert list(read_judgments(path)) == [FULL._replace(path=path)]


@pytest.mark.parametrize(
    ("text", "line"), [(EXPORTED_TSV, 2), (EXPORTED_JSONL, 1)], ids=["tsv", "jsonl"]
)
def test_read_judgments_reads_what_an_export_says(tmp_path: Path, text: str, line: int) -> None:
    path = written(tmp_path, text)
    assert list(read_judgments(path)) == [EXPORTED._replace(path=path, line=line)]


@pytest.mark.parametrize(("column", "note"), [("note", "\u200b"), ("note_json", '"\u200b"')])
def test_read_judgments_takes_a_note_that_nobody_can_see_for_none(
    tmp_path: Path, column: str, note: str
) -> None:
    path = written(tmp_path, f"{HEADER}\t{column}\nq1\td1\talice\t1\t{note}\n")
    assert [row.note for row in read_judgments(path)] == [""]


def test_read_judgments_of_the_needed_columns_alone(tmp_path: Path) -> None:
    path = written(tmp_path, f"{HEADER}\n7\t9\ta 01\t-1\n")
    (row,) = read_judgments(path)
    bare = BARE._replace(query_id="7", doc_id="9", assessor="a 01", grade=-1)
    assert row == bare._replace(extra={}, path=path)


@pytest.mark.parametrize("grade", ['"no_input"', '""', "null", '" "'])
def test_read_judgments_without_an_answer_are_not_judged(tmp_path: Path, grade: str) -> None:
    text = f'{{"query_id": 1, "doc_id": 2, "assessor": 3, "grade": {grade}}}'
    (row,) = read_judgments(written(tmp_path, text))
    assert row.grade is None


def test_read_judgments_leaves_empty_optional_cells_unset(tmp_path: Path) -> None:
    text = f"{HEADER}\tspans\tconfidence\tactive_ms\tcreated_at\tnote\nq1\td1\tbob\t1\t\t\t\t\t\n"
    path = written(tmp_path, text)
    (row,) = read_judgments(path)
    assert row == BARE._replace(extra={}, path=path)


@pytest.mark.parametrize("text", [FULL_CSV, FULL_JSONL], ids=["csv", "jsonl"])
def test_read_judgments_keeps_a_note_to_the_letter(tmp_path: Path, text: str) -> None:
    (row,) = read_judgments(written(tmp_path, text.replace("long, but good", " long ")))
    assert row.note == " long "


def test_read_judgments_takes_a_pair_again_on_another_occasion(tmp_path: Path) -> None:
    text = f"{HEADER}\toccasion\nq1\td1\tbob\t1\t\nq1\td1\tbob\t2\t1\n"
    rows = read_judgments(written(tmp_path, text))
    assert [(row.grade, row.occasion) for row in rows] == [(1, 0), (2, 1)]


def test_read_judgments_takes_earlier_versions_of_an_answer(tmp_path: Path) -> None:
    text = f"{HEADER}\tsuperseded_at\nq1\td1\tbob\t1\t2020-05-01\nq1\td1\tbob\t2\t\n"
    rows = read_judgments(written(tmp_path, text))
    assert [row.superseded_at is None for row in rows] == [False, True]


@pytest.mark.parametrize("cause", ["judged", "imported", "withdrawn"])
def test_read_judgments_keeps_any_other_cause(tmp_path: Path, cause: str) -> None:
    (row,) = read_judgments(written(tmp_path, f"{HEADER}\tcause\nq1\td1\tbob\t1\t{cause}\n"))
    assert (row.is_rejected, row.extra) == (False, {"cause": cause})


def test_read_judgments_of_more_than_it_may_hold_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, FULL_TSV)
    assert len(list(read_judgments(path, max_bytes=len(FULL_TSV)))) == 1
    with refused(BadInput, "too_many_bytes", says="50 bytes"):
        list(read_judgments(path, max_bytes=50))


@pytest.mark.parametrize(
    ("rows", "code", "line", "says"),
    [
        (["q1\td1\tbob\t3.5"], "not_a_whole_number", 2, "grade '3.5'"),
        (["q1\td1\tbob\t99999"], "out_of_range", 2, "grade 99999"),
        (["q1\td1\tbob\t3", "q1\td2\tbob"], "mixed_columns", 3, "3 fields"),
        (["\td1\tbob\t3"], "id_empty", 2, "query id"),
        (["q1\t\tbob\t3"], "id_empty", 2, "passage id"),
        (["q1\td 1\tbob\t3"], "id_with_white_space", 2, "passage id 'd 1'"),
        (["q1\td1\t \t3"], "assessor_empty", 2, ""),
        (
            ["q1\td1\tbob\t3", "q1\td1\tann\t3", "q1\td1\tbob\tno_input"],
            "judged_twice",
            4,
            "bob judges passage d1 of topic q1 twice, first on line 2",
        ),
        ([], "no_records", None, "judgments"),
    ],
)
def test_read_judgments_refuses_a_bad_row(
    tmp_path: Path, rows: list[str], code: str, line: int | None, says: str
) -> None:
    path = written(tmp_path, "\n".join([HEADER, *rows, ""]))
    with refused(BadInput, code, line=line, says=says):
        list(read_judgments(path))


@pytest.mark.parametrize(
    ("column", "cell", "code"),
    [
        ("spans", "[[0, 4], [3, 6]]", "spans_overlap"),
        ("confidence", "0.5", "not_a_whole_number"),
        ("confidence", "0", "out_of_range"),
        ("confidence", "99", "out_of_range"),
        ("active_ms", "-5", "out_of_range"),
        ("created_at", "noon", "not_a_time"),
        ("occasion", "40000", "out_of_range"),
        ("position", "3000000000", "out_of_range"),
        ("superseded_at", "noon", "not_a_time"),
        ("reason_not_judged", "language", "grade_and_reason"),
        ("assessor_kind", "robot", "unknown_assessor_kind"),
        ("note_json", "good", "not_json"),
        ("extra", '["a"]', "not_a_json_object"),
    ],
)
def test_read_judgments_refuses_an_optional_cell_that_says_nothing(
    tmp_path: Path, column: str, cell: str, code: str
) -> None:
    path = written(tmp_path, f"{HEADER}\t{column}\nq1\td1\tbob\t3\t{cell}\n")
    with refused(BadInput, code, line=2, says=cell):
        list(read_judgments(path))


@pytest.mark.parametrize("missing", ["query_id", "passage_id", "assessor", "grade"])
def test_read_judgments_without_a_needed_column_names_it(tmp_path: Path, missing: str) -> None:
    path = written(tmp_path, HEADER.replace(missing, "something") + "\n")
    with refused(BadInput, "column_missing", line=1, says=f"no column {missing}"):
        list(read_judgments(path))


ELSEWHERE = "Topic,DOC,worker,Rating\nq1,d1,bob,Highly relevant\nq1,d2,,no_input\nq1,d3,cat,2\n"
OWN = Terms(
    {"query_id": "topic", "passage_id": "doc", "assessor": "Worker", "grade": "rating"},
    "nobody",
    {"Off topic": 0, "highly relevant": 3},
)


def test_a_file_with_names_of_its_own_is_read(tmp_path: Path) -> None:
    rows = read_judgments(written(tmp_path, ELSEWHERE), terms=OWN)
    assert [(row.query_id, row.doc_id, row.assessor, row.grade, row.extra) for row in rows] == [
        ("q1", "d1", "bob", 3, {}),
        ("q1", "d2", "nobody", None, {}),
        ("q1", "d3", "cat", 2, {}),
    ]


def test_who_judged_is_said_for_a_file_that_does_not_say(tmp_path: Path) -> None:
    path = written(tmp_path, "QUERY_ID\tDoc_Id\tGRADE\tConfidence\nq1\td1\t2\t4\n")
    (row,) = read_judgments(path, terms=Terms(assessor="nist"))
    assert (row.assessor, row.grade, row.confidence) == ("nist", 2, 4)
    with refused(BadInput, "column_missing", line=1, says="assessor"):
        list(read_judgments(path))


@pytest.mark.parametrize(
    ("terms", "code", "line", "says"),
    [
        (
            OWN._replace(columns={**OWN.columns, "grade": "stars"}),
            *("column_missing", 1, "stars among Topic, DOC"),
        ),
        (OWN._replace(columns={**OWN.columns, "note": "tale"}), "column_missing", 1, "tale"),
        (OWN._replace(grades={"Bad": 0}), "unknown_grade", 2, "'Highly relevant'"),
    ],
)
def test_names_that_the_file_has_not_are_refused(
    tmp_path: Path, terms: Terms, code: str, line: int, says: str
) -> None:
    path = written(tmp_path, ELSEWHERE)
    with refused(BadInput, code, line=line, says=says):
        list(read_judgments(path, terms=terms))
