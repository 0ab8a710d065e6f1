from __future__ import annotations

from pathlib import Path

import pytest

from regrade.files.errors import BadInput
from regrade.files.judging.pairs import PairLine, read_pairs
from tests.refusals import refused


def written(folder: Path, text: str) -> Path:
    path = folder / "pairs.txt"
    path.write_bytes(text.encode())
    return path


@pytest.mark.parametrize(
    "text",
    [
        "q1\td1\nq2\td1\n",
        "q1 d1 first\nq2 d1 second\n",
        "query_id\tdoc_id\tpriority\nq1\td1\tall\nq2\td1\t\n",
        "priority,passage_id,query_id\nall,d1,q1\n,d1,q2\n",
        "query-id\tcorpus-id\tscore\nq1\td1\t1\nq2\td1\t0\n",
        '{"query_id": "q1", "passage_id": "d1", "bm25_rank": 1}\n{"query_id":"q2","doc_id":"d1"}\n',
    ],
    ids=["tabs", "blanks", "header", "csv", "beir", "jsonl"],
)
def test_read_pairs(tmp_path: Path, text: str) -> None:
    pairs = [pair[:2] for pair in read_pairs(written(tmp_path, text))]
    assert pairs == [("q1", "d1"), ("q2", "d1")]


def test_read_pairs_yields_each_pair_where_it_stands_first(tmp_path: Path) -> None:
    text = "query_id\tpassage_id\tassessor\nq1\td1\tbob\nq1\td1\tann\nq1\td2\tann\n"
    pairs = list(read_pairs(written(tmp_path, text)))
    assert pairs == [PairLine("q1", "d1", 2), PairLine("q1", "d2", 4)]


@pytest.mark.parametrize(
    ("text", "code", "line", "says"),
    [
        ("q1\n", "column_count", 1, ""),
        ("q1\td1\nq1\td2\t1\n", "mixed_columns", 2, "3 columns where the lines before have 2"),
        ("q1\td 1\n", "id_with_white_space", 1, "'d 1'"),
        ("\td1\n", "id_empty", 1, "query id"),
        ("q1 0 d1 1\n", "not_pairs", 1, ""),
        ("q1\tQ0\td1\t1\t9.5\ttag\n", "not_pairs", 1, ""),
        ("query_id\tnote\n", "column_missing", 1, "passage_id or doc_id among query_id, note"),
        ("query_id\tdoc_id\n", "no_records", None, "pairs"),
    ],
)
def test_read_pairs_refuses_what_is_no_list(
    tmp_path: Path, text: str, code: str, line: int | None, says: str
) -> None:
    path = written(tmp_path, text)
    with refused(BadInput, code, line=line, says=says):
        list(read_pairs(path))
