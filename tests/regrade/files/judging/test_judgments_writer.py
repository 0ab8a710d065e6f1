from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from regrade.files.judging.judgments import read_judgments
from regrade.files.judging.judgments_writer import Layout, layout_of, write_judgments

COLUMNS = ("query_id", "doc_id", "assessor", "grade", "spans", "confidence", "note", "extra")
ROW: dict[str, Any] = {
    "query_id": "q1",
    "doc_id": "d,1",
    "assessor": "7KQ2M",
    "grade": 0,
    "spans": [[0, 4], [9, 12]],
    "confidence": None,
    "note": ' "so"\tand\r\nso, \\n é ',
    "extra": {"comment": '"a" "', "set": "7"},
}
BARE = ROW | {"grade": None, "spans": [], "note": "", "extra": {}}


def written(layout: Layout, *rows: dict[str, Any]) -> str:
    stream = io.BytesIO()
    write_judgments(stream, layout, COLUMNS, rows)
    return stream.getvalue().decode()


def test_a_table_has_a_header_and_a_line_a_row() -> None:
    assert written(Layout.TSV, BARE, BARE | {"doc_id": "d2"}) == (
        "query_id\tdoc_id\tassessor\tgrade\tspans\tconfidence\tnote_json\textra\n"
        "q1\td,1\t7KQ2M\t\t\t\t\t\n"
        "q1\td2\t7KQ2M\t\t\t\t\t\n"
    )


def test_commas_are_quoted() -> None:
    assert written(Layout.CSV, BARE).splitlines()[1] == 'q1,"d,1",7KQ2M,,,,,'


def test_csv_for_excel_begins_with_a_byte_order_mark() -> None:
    assert written(Layout.CSV_BOM, BARE) == "\ufeff" + written(Layout.CSV, BARE)


def test_json_lines_keep_types() -> None:
    assert written(Layout.JSONL, BARE) == (
        '{"query_id": "q1", "doc_id": "d,1", "assessor": "7KQ2M", "grade": null, "spans": [],'
        ' "confidence": null, "note": "", "extra": {}}\n'
    )


@pytest.mark.parametrize("layout", list(Layout))
def test_what_is_written_is_read_to_the_letter(layout: Layout, tmp_path: Path) -> None:
    path = tmp_path / f"judgments.{layout}"
    with path.open("wb") as stream:
        write_judgments(stream, layout, COLUMNS, [ROW, BARE | {"doc_id": "d2"}])
    first, second = read_judgments(path)
    assert (first.doc_id, first.grade, first.spans) == ("d,1", 0, ((0, 4), (9, 12)))
    assert (first.note, first.extra) == (ROW["note"], ROW["extra"])
    assert (second.grade, second.note, second.extra) == (None, "", {})


@pytest.mark.parametrize("doc_id", ["=1+1", "'=1+1", "-0.5", "@d", "\uff1dd", "'d"])
def test_an_id_that_a_spreadsheet_would_run_is_read_to_the_letter(
    doc_id: str, tmp_path: Path
) -> None:
    path = tmp_path / "judgments.csv"
    text = written(Layout.CSV, BARE | {"doc_id": doc_id})
    path.write_text(text)
    assert [row.doc_id for row in read_judgments(path)] == [doc_id]
    assert "q1,=" not in text


def test_a_cell_of_csv_never_begins_a_formula() -> None:
    text = written(Layout.CSV, ROW | {"note": "=1+1", "doc_id": "=1+1"})
    assert '"""=1+1"""' in text
    assert ",'=1+1," in text


def test_a_grade_below_zero_is_a_number() -> None:
    assert written(Layout.CSV, BARE | {"grade": -1}).endswith(",7KQ2M,-1,,,,\n")


@pytest.mark.parametrize(
    ("name", "layout"),
    [
        ("votes.tsv", Layout.TSV),
        ("votes.csv", Layout.CSV),
        ("votes.JSONL", Layout.JSONL),
        ("votes.parquet", Layout.PARQUET),
        ("votes.csv.gz", Layout.CSV),
        ("votes.parquet.gz", Layout.PARQUET),
        ("votes", Layout.TSV),
        ("-", Layout.TSV),
    ],
)
def test_the_layout_is_that_of_the_name(name: str, layout: Layout) -> None:
    assert layout_of(Path(name)) is layout
