from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from regrade.files.errors import BadInput
from regrade.files.judging.tables import Header, Names, TableRow, parse_table
from regrade.files.lines import Line
from tests.refusals import refused

REQUIRED: tuple[Names, ...] = (("query_id",), ("passage_id", "doc_id"))


def parse(text: str, required: Sequence[Names] = REQUIRED) -> list[TableRow]:
    lines = (Line(number, line) for number, line in enumerate(text.split("\n"), start=1))
    return list(parse_table(Path("votes"), lines, Header(required)))


def test_parse_table_of_tabs() -> None:
    rows = parse('query_id\tdoc_id\tnote\nq1\td1\t"as, it" is\n\nq2\td1\t\n')
    assert rows == [
        TableRow(2, {"query_id": "q1", "passage_id": "d1", "note": '"as, it" is'}),
        TableRow(4, {"query_id": "q2", "passage_id": "d1", "note": ""}),
    ]


def test_parse_table_of_commas_with_line_breaks_in_quotes() -> None:
    rows = parse('\npassage_id,"query_id",note\nd1,q1,"one,\n\n""two"""\n\nd2,q1,\n')
    assert rows == [
        TableRow(3, {"passage_id": "d1", "query_id": "q1", "note": 'one,\n\n"two"'}),
        TableRow(7, {"passage_id": "d2", "query_id": "q1", "note": ""}),
    ]


def test_parse_table_of_objects_turns_values_into_text() -> None:
    (row,) = parse(
        '{"query_id": 7, "doc_id": "d1", "a": null, "b": [[0, 4], "é"], "c": 1.5, "d": true}'
    )
    assert row.cells == {
        "query_id": "7",
        "passage_id": "d1",
        "a": "",
        "b": '[[0, 4], "é"]',
        "c": "1.5",
        "d": "true",
    }


@pytest.mark.parametrize(
    ("text", "code", "line", "says"),
    [
        ("query_id\tnote\n", "column_missing", 1, "passage_id or doc_id among query_id, note"),
        ('{"query_id": 1, "doc_id": 2}\n{"doc_id": 2}', "column_missing", 2, "query_id among"),
        ("query_id\tdoc_id\tdoc_id\n", "column_twice", 1, "2 columns say the same: doc_id, doc_id"),
        ("query_id\tdoc_id\tpassage_id\n", "column_twice", 1, "doc_id, passage_id"),
        ("query_id\tdoc_id\na\ta\tnote", "mixed_columns", 2, "3 fields where the header has 2"),
        ("query_id,doc_id\nq1,d1\nq1", "mixed_columns", 3, "1 fields"),
        ('query_id,doc_id\nq1,"d1\nq2,d1', "not_csv", 2, "unexpected end of data"),
        ('query_id,doc_id\nq1,"d1"x', "not_csv", 2, "',' expected"),
        ('query_id,doc_id\n"q\n1",d1\nq2\n', "mixed_columns", 4, ""),
    ],
)
def test_parse_table_refuses_what_is_no_table(text: str, code: str, line: int, says: str) -> None:
    with refused(BadInput, code, line=line, says=says):
        parse(text)
