from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from regrade.files.candidates import CandidateRecord, read_candidates
from regrade.files.errors import BadInput
from tests.refusals import refused
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


@pytest.mark.parametrize("label", ["relevance", "label"])
def test_read_candidates_takes_other_names(tmp_path: Path, label: str) -> None:
    item = {"query_id": "q1", "query": "a", "doc_id": "d1", "text": "b", "rank": 3, label: 2}
    [record] = read_candidates(_listed(tmp_path, item))
    assert (record.doc_id, record.text, record.rank, record.relevance) == ("d1", "b", 3, 2)


def test_read_candidates_that_are_not_ranked_need_no_rank(tmp_path: Path) -> None:
    topic = {"description": "It asks who.", "narrative": None}
    path = _listed(tmp_path, *(item | topic | {"bm25_rank": None} for item in (FIRST, SECOND)))
    first, second = read_candidates(path, are_ranked=False)
    assert (first.rank, first.description, first.narrative) == (None, "It asks who.", "")
    assert second.doc_id == "d2"


def test_read_candidates_without_label_and_stratum_leaves_them_open(tmp_path: Path) -> None:
    item = FIRST | {"stratum": None, "msmarco_relevant": None}
    [record] = read_candidates(_listed(tmp_path, item))
    assert (record.relevance, record.stratum) == (None, None)


def test_read_candidates_takes_whole_floats_and_a_text_that_is_null(tmp_path: Path) -> None:
    item = FIRST | {"bm25_rank": 4.0, "msmarco_relevant": 1.0, "passage": None}
    [record] = read_candidates(_listed(tmp_path, item))
    assert (record.rank, record.relevance, record.text) == (4, 1, None)


def test_read_candidates_takes_a_passage_for_two_queries(tmp_path: Path) -> None:
    assert len(list(read_candidates(_listed(tmp_path, FIRST, OTHER_TOPIC)))) == 2


def test_read_candidates_takes_blanks_around_a_query_for_no_other_one(tmp_path: Path) -> None:
    path = _listed(tmp_path, FIRST, SECOND | {"query": f"{FIRST['query']} "})
    assert len(list(read_candidates(path))) == 2


TWICE = {"passage_id": "d1", "passage": " to the letter "}
UNLABELLED: dict[str, Any] = {"msmarco_relevant": None}


@pytest.mark.parametrize(
    ("change", "code", "says"),
    [
        ({"query": "who was"}, "other_query", "topic q1 has another query than on line 1"),
        ({"description": "It."}, "other_description", "topic q1 has another description than on"),
        ({"stratum": "medium"}, "other_stratum", "line 1"),
        ({"stratum": None}, "other_stratum", "topic q1"),
        ({"query_id": "q2", "passage_id": "d1"}, "other_text", "passage d1"),
        (TWICE, "passage_twice", "passage d1 of topic q1 appears twice, first on line 1"),
        ({"bm25_rank": 1}, "rank_twice", "rank 1 of topic q1"),
        ({"bm25_rank": 0}, "out_of_range", "bm25_rank 0 is outside 1 to 2147483647"),
        ({"bm25_rank": "2"}, "not_a_whole_number", "bm25_rank is not a whole number: '2'"),
        ({"bm25_rank": None}, "field_missing", "bm25_rank or rank"),
        ({"msmarco_relevant": True}, "not_a_whole_number", "msmarco_relevant"),
        ({"msmarco_relevant": 0.5}, "not_a_whole_number", "0.5"),
        (UNLABELLED | {"label": "x"}, "not_a_whole_number", "label is not a whole number: 'x'"),
        (UNLABELLED | {"label": 2**15}, "out_of_range", "label 32768"),
        ({"bm25_rank": None, "rank": "2"}, "not_a_whole_number", "rank is"),
        ({"passage": None, "text": 7}, "not_a_string", "text is not a string: 7"),
        ({"query": " \u200b"}, "query_empty", "topic q1"),
        ({"passage_id": ""}, "id_empty", "passage id"),
        ({"query_id": "a b"}, "id_with_white_space", "query id 'a b'"),
    ],
)
def test_read_candidates_refuses_a_contradiction(
    tmp_path: Path, change: dict[str, Any], code: str, says: str
) -> None:
    path = _listed(tmp_path, FIRST, SECOND | change)
    with refused(BadInput, code, line=2, says=says):
        list(read_candidates(path))


def _listed(folder: Path, *items: dict[str, Any]) -> Path:
    return write(folder, "\n".join(map(json.dumps, items)))
