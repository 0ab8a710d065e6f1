from __future__ import annotations

import gzip
from datetime import UTC, datetime
from pathlib import Path

import pytest

from regrade.files.errors import BadInput
from regrade.files.judging.judgment_row import JudgmentRow
from regrade.files.judging.judgments import Terms, read_judgments

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
    with pytest.raises(BadInput, match="holds over 50 bytes"):
        list(read_judgments(path, max_bytes=50))


def test_read_judgments_of_gzip_with_a_byte_order_mark_and_windows_line_ends(
    tmp_path: Path,
) -> None:
    path = tmp_path / "votes.csv.gz"
    text = "\ufeffquery_id,doc_id,assessor,grade\r\nq1,d1,bob,3\r\n"
    path.write_bytes(gzip.compress(text.encode()))
    assert [row[:4] for row in read_judgments(path)] == [("q1", "d1", "bob", 3)]


@pytest.mark.parametrize(
    ("rows", "line", "reason"),
    [
        (["q1\td1\tbob\t3.0"], 2, "grade '3.0' is not a whole number"),
        (["q1\td1\tbob\tgood"], 2, "grade 'good' is not a whole number"),
        (["q1\td1\tbob\t99999"], 2, "grade 99999 is outside -32768 to 32767"),
        (["q1\td1\tbob\t3", "q1\td2\tbob"], 3, "3 fields where the header has 4"),
        (["\td1\tbob\t3"], 2, "the query id is empty"),
        (["q1\t\tbob\t3"], 2, "the passage id is empty"),
        (["q1\td 1\tbob\t3"], 2, "the passage id 'd 1' holds white space"),
        (["q1\td1\t \t3"], 2, "the assessor is empty"),
        (
            ["q1\td1\tbob\t3", "q1\td1\tann\t3", "q1\td1\tbob\tno_input"],
            4,
            "bob judges passage d1 of topic q1 twice, first on line 2",
        ),
        ([], None, "the file holds no judgments"),
    ],
)
def test_read_judgments_names_line_and_reason(
    tmp_path: Path, rows: list[str], line: int | None, reason: str
) -> None:
    path = written(tmp_path, "\n".join([HEADER, *rows, ""]))
    with pytest.raises(BadInput) as caught:
        list(read_judgments(path))
    assert (caught.value.line, caught.value.reason) == (line, reason)


OFF_SCALE = "is outside 1 (very low) to 5 (very high); rename the column to keep it as it is"


@pytest.mark.parametrize(
    ("column", "cell", "reason"),
    [
        ("spans", "[[0, 4], [3, 6]]", "spans '[[0, 4], [3, 6]]' overlap"),
        ("confidence", "0.5", "confidence '0.5' is not a whole number"),
        ("confidence", "0", f"confidence 0 {OFF_SCALE}"),
        ("confidence", "99", f"confidence 99 {OFF_SCALE}"),
        ("active_ms", "-5", "active_ms -5 is negative"),
        ("created_at", "noon", "created_at 'noon' is not a time in ISO 8601"),
        ("occasion", "first", "occasion 'first' is not a whole number"),
        ("occasion", "40000", "occasion 40000 is beyond 32767"),
        ("position", "3000000000", "position 3000000000 is beyond 2147483647"),
        ("superseded_at", "noon", "superseded_at 'noon' is not a time in ISO 8601"),
        (
            "reason_not_judged",
            "language",
            "there is a grade, 3, and a reason why there is none, language",
        ),
        ("note_json", "good", "note_json 'good' is not JSON"),
        ("note_json", "[1]", "note_json '[1]' is not a JSON string"),
        ("extra", '["a"]', "extra '[\"a\"]' is not a JSON object"),
        ("extra", '{"a": "\\u0000"}', "extra holds a NUL character"),
        ("extra", '{"a": "\\ud800"}', "extra holds half of a surrogate pair"),
    ],
)
def test_read_judgments_refuses_an_optional_cell_that_says_nothing(
    tmp_path: Path, column: str, cell: str, reason: str
) -> None:
    path = written(tmp_path, f"{HEADER}\t{column}\nq1\td1\tbob\t3\t{cell}\n")
    with pytest.raises(BadInput) as caught:
        list(read_judgments(path))
    assert (caught.value.line, caught.value.reason) == (2, reason)


def test_read_judgments_refuses_json_that_is_nested_too_deeply(tmp_path: Path) -> None:
    path = written(tmp_path, f"{HEADER}\textra\nq1\td1\tbob\t3\t{'[' * 100_000}\n")
    with pytest.raises(BadInput, match=r"line 2: extra .* is not JSON"):
        list(read_judgments(path))


@pytest.mark.parametrize("missing", ["query_id", "passage_id", "assessor", "grade"])
def test_read_judgments_without_a_needed_column_names_it(tmp_path: Path, missing: str) -> None:
    path = written(tmp_path, HEADER.replace(missing, "something") + "\n")
    with pytest.raises(BadInput, match=f"^votes.txt, line 1: there is no column {missing}"):
        list(read_judgments(path))


def test_read_judgments_of_an_empty_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="the file is empty"):
        list(read_judgments(written(tmp_path, "\n")))


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


def test_who_judged_is_said_for_a_file_that_does_not_tell(tmp_path: Path) -> None:
    path = written(tmp_path, "QUERY_ID\tDoc_Id\tGRADE\tConfidence\nq1\td1\t2\t4\n")
    (row,) = read_judgments(path, terms=Terms(assessor="nist"))
    assert (row.assessor, row.grade, row.confidence) == ("nist", 2, 4)
    with pytest.raises(BadInput, match="there is no column assessor among"):
        list(read_judgments(path))


@pytest.mark.parametrize(
    ("terms", "message"),
    [
        (
            OWN._replace(columns={**OWN.columns, "grade": "stars"}),
            "line 1: there is no column stars among Topic, DOC",
        ),
        (OWN._replace(columns={**OWN.columns, "note": "tale"}), "there is no column tale among"),
        (OWN._replace(grades={"Bad": 0}), "line 2: grade 'Highly relevant' is neither a whole"),
    ],
)
def test_names_that_the_file_has_not_are_refused(
    tmp_path: Path, terms: Terms, message: str
) -> None:
    with pytest.raises(BadInput, match=message):
        list(read_judgments(written(tmp_path, ELSEWHERE), terms=terms))
