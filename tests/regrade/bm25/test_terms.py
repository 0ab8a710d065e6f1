from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.bm25.terms import document_frequency, number_terms, pack_terms
from tests.regrade.bm25.indexing import indexed
from tests.regrade.text.alike import ALIKE_BY_FNV_1A

LETTERS = st.characters(exclude_categories=["Cs"])


@given(st.lists(st.text(LETTERS, max_size=9), max_size=9))
def test_pack_terms_hashes_each_alone(terms: list[str]) -> None:
    hashes = pack_terms(terms).hashes.tolist()

    assert hashes == [pack_terms([term]).hashes[0] for term in terms]


def test_pack_terms_hashes_by_fnv_1a() -> None:
    """The published values of these strings."""
    published = [0xCBF29CE484222325, 0xAF63DC4C8601EC8C, 0x85944171F73967E8]

    assert pack_terms(["", "a", "foobar"]).hashes.tolist() == published


def test_number_terms_finds_each_term_and_no_other(tmp_path: Path) -> None:
    words = [f"w{i}" for i in range(500)] + ["é", "漢字"]
    index = indexed(tmp_path, [" ".join(words)])

    numbers = number_terms(index, [*words, "w500", "", "\U0001f600"]).tolist()

    assert [index.term_of(number) for number in numbers[:-3]] == words
    assert numbers[-3:] == [-1, -1, -1]


@pytest.mark.parametrize("words", ALIKE_BY_FNV_1A)
def test_number_terms_with_one_hash_are_told_apart(tmp_path: Path, words: tuple[str, str]) -> None:
    index = indexed(tmp_path, [" ".join(words)])

    numbers = number_terms(index, words)

    assert index.term_hashes[0] == index.term_hashes[1]
    assert tuple(map(index.term_of, numbers.tolist())) == words


def test_document_frequency_counts_texts(tmp_path: Path) -> None:
    index = indexed(tmp_path, ["a a b", "a", "c é"])

    frequencies = {term: document_frequency(index, term) for term in ["a", "b", "é", "z", ""]}
    assert frequencies == {"a": 2, "b": 1, "é": 1, "z": 0, "": 0}
