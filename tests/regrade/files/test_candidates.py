from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from regrade.files.candidates import CandidateRecord, read_candidates
from regrade.files.errors import BadInput
from tests.regrade.files.writing import write

FIRST: dict[str, Any] = {
    "query_id": "q1",
    "query": "who  is",
    "passage_id": "d1",
    "bm25_rank": 1,
    "stratum": "high",
    "msmarco_relevant": 0,
    "passage": " to the letter ",
}
SECOND = FIRST | {"passage_id": "d2", "bm25_rank": 2, "passage": "other"}
OTHER_TOPIC = FIRST | {"query_id": "q2", "query": "why", "stratum": "medium"}


def test_read_candidates_reads_every_field(tmp_path: Path) -> None:
    assert list(read_candidates(_listed(tmp_path, FIRST))) == [
        CandidateRecord("q1", "who  is", "d1", " to the letter ", 1, 0, "high", 1)
    ]


def test_read_candidates_reads_gzip(tmp_path: Path) -> None:
    path = write(tmp_path, json.dumps(FIRST), "candidates.jsonl.gz")
    assert len(list(read_candidates(path))) == 1


@pytest.mark.parametrize("label", ["relevance", "label"])
def test_read_candidates_takes_other_names(tmp_path: Path, label: str) -> None:
    item = {"query_id": "q1", "query": "a", "doc_id": "d1", "text": "b", "rank": 3, label: 2}
    [record] = read_candidates(_listed(tmp_path, item))
    assert (record.doc_id, record.text, record.rank, record.relevance) == ("d1", "b", 3, 2)


def test_read_candidates_without_label_and_stratum_leaves_them_open(tmp_path: Path) -> None:
    item = FIRST | {"stratum": None, "msmarco_relevant": None}
    [record] = read_candidates(_listed(tmp_path, item))
    assert (record.relevance, record.stratum) == (None, None)


def test_read_candidates_takes_a_passage_for_two_queries(tmp_path: Path) -> None:
    assert len(list(read_candidates(_listed(tmp_path, FIRST, OTHER_TOPIC)))) == 2


def test_read_candidates_takes_blanks_around_a_query_for_no_other_one(tmp_path: Path) -> None:
    path = _listed(tmp_path, FIRST, SECOND | {"query": f"{FIRST['query']} "})
    assert len(list(read_candidates(path))) == 2


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"query": "who was"}, "topic q1 has another query than on line 1"),
        ({"stratum": "medium"}, "topic q1 has another stratum than on line 1"),
        ({"stratum": None}, "topic q1 has another stratum than on line 1"),
        ({"query_id": "q2", "passage_id": "d1"}, "passage d1 has another text than on line 1"),
        (
            {"passage_id": "d1", "passage": " to the letter "},
            "passage d1 of topic q1 appears twice, first on line 1",
        ),
        ({"bm25_rank": 1}, "rank 1 of topic q1 is taken on line 1"),
        ({"bm25_rank": 0}, "bm25_rank 0 is outside 1 to 2147483647"),
        ({"bm25_rank": "2"}, "bm25_rank is not a whole number: '2'"),
        ({"bm25_rank": None}, "the object has no bm25_rank or rank"),
        ({"msmarco_relevant": True}, "msmarco_relevant is not a whole number: True"),
        ({"msmarco_relevant": None, "label": "x"}, "label is not a whole number: 'x'"),
        ({"msmarco_relevant": None, "label": 2**15}, "label 32768 is outside -32768 to 32767"),
        ({"bm25_rank": None, "rank": "2"}, "rank is not a whole number: '2'"),
        ({"passage": None, "text": 7}, "text is not a string: 7"),
        ({"msmarco_relevant": 0.5}, "msmarco_relevant is not a whole number: 0.5"),
        ({"query": " "}, "the query of topic q1 is empty"),
        ({"passage_id": ""}, "the passage id is empty"),
        ({"query_id": "a b"}, "the query id 'a b' holds white space"),
    ],
)
def test_read_candidates_refuses_a_contradiction(
    tmp_path: Path, change: dict[str, Any], reason: str
) -> None:
    with pytest.raises(BadInput) as caught:
        list(read_candidates(_listed(tmp_path, FIRST, SECOND | change)))
    assert str(caught.value) == f"input, line 2: {reason}"


def test_read_candidates_refuses_an_empty_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^input: the file is empty$"):
        list(read_candidates(write(tmp_path, "\n")))


def _listed(folder: Path, *items: dict[str, Any]) -> Path:
    return write(folder, "\n".join(map(json.dumps, items)))
