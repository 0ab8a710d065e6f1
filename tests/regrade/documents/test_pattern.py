from __future__ import annotations

import pytest

from regrade.documents import DocumentPattern, Place


@pytest.mark.parametrize(
    ("pattern", "doc_id", "place"),
    [
        (r"(.+)#(\d+)", "D123#4", Place("D123", 4)),
        (r"(.+)-(\d+)", "clueweb09-en0000-01-02003-0", Place("clueweb09-en0000-01-02003", 0)),
        (r"(.+)_(\d+)", "D1059584_0", Place("D1059584", 0)),
        (r"(.+)#.*", "D123#intro", Place("D123", None)),
        (r"(.+?)(?:#(\d+))?", "D123", Place("D123", None)),
        (r"(.+)#(\d+)", "D123", None),
        (r"D(\d)", "D12", None),
    ],
)
def test_a_pattern_finds_document_and_position(
    pattern: str, doc_id: str, place: Place | None
) -> None:
    assert DocumentPattern(pattern).place(doc_id) == place


@pytest.mark.parametrize(
    ("pattern", "doc_id", "reason"),
    [
        (r"(.*)#(\d+)", "#4", "in #4"),
        (r"(.+)#(.+)", "D1#a", "D1#a, 'a'"),
        (r"(.+)#(.+)", "D1#-1", "D1#-1"),
        (r"(.+)#(.+)", "D1#2147483648", "2147483647"),
        (r"(.+)_(\d+)", "msmarco_passage_01_2345", "MS MARCO v2"),
    ],
)
def test_an_id_that_says_something_else_is_refused(pattern: str, doc_id: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        DocumentPattern(pattern).place(doc_id)


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [("(", "'\\('"), (".+", "0 groups"), ("(.)(.)(.)", "3 groups")],
)
def test_a_pattern_without_its_groups_is_refused(pattern: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        DocumentPattern(pattern)
