from __future__ import annotations

from itertools import permutations, product

import pytest

from regrade.prose.short_names import short_names


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("team-full-REP_LLAMA team-full-BM25 team-full-BM25_RM3", "REP_LLAMA BM25 BM25_RM3"),
        ("team.bm25.top1000 team.t5.top1000", "bm25 t5"),
        ("bert_base berg_base", "bert berg"),
        ("bm25 bm25-rm3", "bm25 bm25-rm3"),
        ("run-1 run-2", "run-1 run-2"),
        ("k1-0.9 k1-1.9", "k1-0.9 k1-1.9"),
        ("team- team-a", "team- team-a"),
        ("a-b a-b", "a-b a-b"),
        ("team-alone", "team-alone"),
        ("", ""),
    ],
)
def test_names_are_cut_in_what_they_share(names: str, expected: str) -> None:
    assert short_names(names.split()) == expected.split()


def test_names_that_differ_stay_different_and_are_never_empty() -> None:
    parts = ("a", "b", "-", "a-", "a-a", "_b")
    names = {"".join(each) for each in product(parts, repeat=3)}
    for pair in permutations(names, 2):
        one, other = short_names(pair)
        assert one != other
        assert one
        assert other
