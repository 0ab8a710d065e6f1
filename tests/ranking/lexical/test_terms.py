from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ranking.lexical.lexical_index import hash_term
from ranking.lexical.terms import number_terms, pack_terms
from tests.ranking.lexical.indexing import indexed

LETTERS = st.characters(exclude_categories=["Cs"])


@given(st.lists(st.text(LETTERS, max_size=9), max_size=9))
@settings(deadline=None, derandomize=True)
def test_pack_terms_hashes_as_one_by_one(terms: list[str]) -> None:
    hashes = pack_terms(terms).hashes

    assert hashes.tolist() == [hash_term(term.encode()) for term in terms]


def test_hash_term_is_fnv_1a() -> None:
    """The published value of a one-letter string."""
    assert hash_term(b"a") == 0xAF63DC4C8601EC8C


def test_number_terms_finds_each_term_and_no_other(tmp_path: Path) -> None:
    words = [f"w{i}" for i in range(500)] + ["é", "漢字"]
    index = indexed(tmp_path, [" ".join(words)])

    numbers = number_terms(index, [*words, "w500", "", "\U0001f600"]).tolist()

    assert [index.term_of(number) for number in numbers[:-3]] == words
    assert numbers[-3:] == [-1, -1, -1]


def test_number_terms_finds_as_the_index_does_one_by_one(tmp_path: Path) -> None:
    index = indexed(tmp_path, ["a b c dd"])

    singly = [index.number_of(term) for term in ["dd", "a", "e"]]
    assert number_terms(index, ["dd", "a"]).tolist() == singly[:2]
    assert singly[2] is None


def test_number_terms_with_one_hash_are_told_apart(tmp_path: Path) -> None:
    """64 bits do not meet by chance in a test, so here one term takes the other's hash."""
    index = indexed(tmp_path, ["a b"])
    hashes = np.full(2, index.term_hashes[index.number_of("b") or 0])
    met = replace(index, term_hashes=hashes)

    assert number_terms(met, ["b"]).tolist() == [index.number_of("b")] == [met.number_of("b")]
