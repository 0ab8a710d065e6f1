from __future__ import annotations

from pathlib import Path

import pytest

from regrade.files.errors import BadInput
from regrade.files.judging.pairs import PairLine, read_pairs


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
    ("text", "line", "reason"),
    [
        ("q1\n", 1, "a pair takes two columns, query_id and passage_id"),
        ("q1\td1\nq1\td2\t1\n", 2, "3 columns where the lines before have 2"),
        ("q1\td 1\n", 1, "the passage id 'd 1' holds white space"),
        ("\td1\n", 1, "the query id is empty"),
        (
            "q1 0 d1 1\n",
            1,
            "this is a line of qrels or a run; give a header line that names the columns",
        ),
        (
            "q1\tQ0\td1\t1\t9.5\ttag\n",
            1,
            "this is a line of qrels or a run; give a header line that names the columns",
        ),
        ("query_id\tnote\n", 1, "there is no column passage_id or doc_id among query_id, note"),
        ("query_id\tdoc_id\n", None, "the file holds no pairs"),
        ("\n\n", None, "the file is empty"),
    ],
)
def test_read_pairs_names_line_and_reason(
    tmp_path: Path, text: str, line: int | None, reason: str
) -> None:
    with pytest.raises(BadInput) as caught:
        list(read_pairs(written(tmp_path, text)))
    assert (caught.value.line, caught.value.reason) == (line, reason)
