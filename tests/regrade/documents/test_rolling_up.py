from __future__ import annotations

from pathlib import Path

import pytest

from regrade.documents import By, DocumentLabel, DocumentPattern, roll_up_labels
from regrade.files.judging import read_qrels
from tests.real.real_data import DATA, needs_real_data
from tests.tiers import thorough

LABELS = [
    DocumentLabel("q1", "a", 1),
    DocumentLabel("q2", "a", 3),
    DocumentLabel("q1", "a", 2),
    DocumentLabel("q1", "b", 0),
    DocumentLabel("q1", "c", -2),
    DocumentLabel("q1", "a", -1),
    DocumentLabel("q1", "c", -1),
]


@pytest.mark.parametrize(("by", "value"), [("max", 2), ("sum", 3)])
def test_roll_up_labels_by_hand(by: By, value: int) -> None:
    assert roll_up_labels(LABELS, by) == [
        DocumentLabel("q1", "a", value),
        DocumentLabel("q2", "a", 3),
        DocumentLabel("q1", "b", 0),
        DocumentLabel("q1", "c", -1),
    ]


@needs_real_data
@pytest.mark.parametrize("by", ["max", pytest.param("sum", marks=thorough)])
def test_the_documents_of_fira_come_out_of_its_snippets(by: By, real_data: Path) -> None:
    """FiRA's own labels of 2,003 documents, of 24,198 snippets: plain maximum and plain sum."""
    snippet = DocumentPattern(r"(.+)_(\d+)")
    fira = DATA / "fira19"
    labels = [
        DocumentLabel(line.query_id, place.document_id, line.relevance)
        for line in read_qrels(fira / "fira-trec19-qrels-snippets.txt.gz")
        if (place := snippet.place(line.doc_id))
    ]
    published = read_qrels(fira / f"fira-trec19-notrec-qrels-docs-{by}.txt.gz")
    expected = {DocumentLabel(line.query_id, line.doc_id, line.relevance) for line in published}
    rolled = roll_up_labels(labels, by)
    assert (len(labels), len(rolled)) == (24_198, 2_003)
    assert set(rolled) == expected
