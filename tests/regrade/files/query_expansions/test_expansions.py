from __future__ import annotations

import json
from pathlib import Path

import pytest

from regrade.files.errors import BadInput
from regrade.files.query_expansions.expansions import ExpansionRecord, read_expansions
from tests.refusals import refused
from tests.regrade.files.writing import write

TWO = [
    ExpansionRecord("d1", ["how old do spruces get", "spruce age"], 1),
    ExpansionRecord("d2", ["what are cones"], 2),
]


@pytest.mark.parametrize(
    ("id_name", "queries_name"),
    [("id", "predicted_queries"), ("doc_id", "queries"), ("docno", "querygen")],
)
def test_read_expansions_takes_lists_under_each_name(
    tmp_path: Path, id_name: str, queries_name: str
) -> None:
    lines = [json.dumps({id_name: r.doc_id, queries_name: r.queries}) for r in TWO]
    assert list(read_expansions(write(tmp_path, "\n".join(lines), "queries.jsonl.gz"))) == TWO


def test_read_expansions_takes_a_text_with_a_query_a_line(tmp_path: Path) -> None:
    lines = [json.dumps({"id": r.doc_id, "queries": "\n".join(r.queries) + "\n"}) for r in TWO]
    assert list(read_expansions(write(tmp_path, "\n".join(lines)))) == TWO


def test_read_expansions_takes_whole_numbers_for_doc_ids(tmp_path: Path) -> None:
    path = write(tmp_path, '{"id": 7, "queries": ["why"]}')
    assert [record.doc_id for record in read_expansions(path)] == ["7"]


@pytest.mark.parametrize("header", ["", "doc_id\tquery\n", "docno\tpredicted_queries\n"])
def test_read_expansions_gathers_tab_separated_lines_of_a_passage(
    tmp_path: Path, header: str
) -> None:
    content = f"{header}d1\thow old do spruces get\nd1\tspruce age\n\nd2\twhat are cones\n"
    records = read_expansions(write(tmp_path, content))
    assert [(r.doc_id, r.queries) for r in records] == [(r.doc_id, r.queries) for r in TWO]


def test_read_expansions_says_where_each_passage_begins(tmp_path: Path) -> None:
    path = write(tmp_path, "d1\ta\nd1\tb\n\nd2\tc\n")
    assert [record.line for record in read_expansions(path)] == [1, 4]


def test_read_expansions_yields_a_passage_again_that_comes_back(tmp_path: Path) -> None:
    path = write(tmp_path, "d1\ta\nd2\tb\nd1\tc\n")
    assert [record.doc_id for record in read_expansions(path)] == ["d1", "d2", "d1"]


@pytest.mark.parametrize(
    "content", ['{"id": "d1", "queries": [" ", "", "a \\n b"]}', "d1\t \nd1\ta   b \n"]
)
def test_read_expansions_leaves_empty_queries_out_and_collapses_blanks(
    tmp_path: Path, content: str
) -> None:
    (record,) = read_expansions(write(tmp_path, content))
    assert record.queries == ["a b"]


@pytest.mark.parametrize(
    "content", ['{"id": "d1", "queries": []}', '{"id": "d1", "queries": ""}', "d1\t\n"]
)
def test_read_expansions_yields_a_passage_without_queries(tmp_path: Path, content: str) -> None:
    assert list(read_expansions(write(tmp_path, content))) == [ExpansionRecord("d1", [], 1)]


@pytest.mark.parametrize(
    ("content", "code", "line", "says"),
    [
        ('{"id": "d1"}', "field_missing", 1, "predicted_queries or queries or querygen"),
        ('{"queries": ["a"]}', "field_missing", 1, "id or doc_id"),
        ('{"id": "d1", "queries": 3}', "not_a_string", 1, "queries is not a string: 3"),
        ('{"id": "d1", "queries": ["a", 3]}', "not_a_string", 1, "one of queries"),
        ('{"id": "d 1", "queries": ["a"]}', "id_with_white_space", 1, "'d 1'"),
        ('{"id": "d1", "queries": ["a"]}\n{"id": "d2"', "not_json", 2, ""),
        ("d1\ta\nd2\tb\t0.7\n", "column_count", 2, "3 columns"),
        ("d1\ta\nd2\n", "column_count", 2, "1 column; "),
        ("\tmisses its doc_id\n", "id_empty", 1, "doc_id"),
        ("doc_id\tquery\n", "no_records", None, "passages"),
        ("one query of the first passage\n", "unknown_file_kind", 1, ""),
        ("<DOC>\n", "other_file_kind", None, "TREC SGML or XML"),
    ],
)
def test_read_expansions_refuses_what_it_cannot_use(
    tmp_path: Path, content: str, code: str, line: int | None, says: str
) -> None:
    path = write(tmp_path, content)
    with refused(BadInput, code, line=line, says=says):
        list(read_expansions(path))
