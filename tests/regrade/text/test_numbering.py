from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.text import numbering
from regrade.text.analyzer import ENGLISH, PRETOKENIZED, Analyzer
from regrade.text.characters import load_characters
from regrade.text.numbering import TermNumbering
from regrade.text.word_rules import CharacterClass
from tests.regrade.text.alike import ALIKE_BY_FNV_1A

MEMBERS = [
    [chr(point) for point in np.flatnonzero(load_characters().classes == each)[:40]]
    for each in CharacterClass
]
ANY_CLASS = st.sampled_from(MEMBERS).flatmap(st.sampled_from)
TEXT = st.text(ANY_CLASS, max_size=30) | st.text(max_size=20)
ANALYZERS = st.sampled_from([ENGLISH, PRETOKENIZED, Analyzer("standard", "none", "none")])


def terms_of(numbering: TermNumbering, texts: Sequence[str]) -> list[list[str]]:
    found = numbering.number(texts)
    ends = zip(found.starts, found.starts[1:], strict=False)
    return [[numbering.terms[term] for term in found.numbers[a:b]] for a, b in ends]


@given(ANALYZERS, st.lists(TEXT, max_size=5))
def test_number_agrees_with_analyze(analyzer: Analyzer, texts: list[str]) -> None:
    assert terms_of(TermNumbering(analyzer), texts) == [analyzer.analyze(text) for text in texts]


def test_number_gives_numbers_in_order_of_first_sight() -> None:
    found = TermNumbering(ENGLISH).number(["b a b", "", "c a"])
    assert (found.numbers.tolist(), found.starts.tolist()) == ([0, 0, 1], [0, 2, 2, 3])


def test_number_types_are_those_of_the_index() -> None:
    found = TermNumbering(ENGLISH).number(["word"])
    assert (found.numbers.dtype.name, found.starts.dtype.name) == ("int32", "int64")


def test_number_of_no_texts_is_empty() -> None:
    found = TermNumbering(ENGLISH).number([])
    assert (found.numbers.tolist(), found.starts.tolist()) == ([], [0])


def test_number_remembers_terms_across_calls() -> None:
    terms = TermNumbering(ENGLISH)
    terms.number(["cats and dogs"])
    assert terms.number(["Dog!", "cat's"]).numbers.tolist() == [1, 0]


def test_number_tells_forms_apart_that_differ_in_nul_or_length() -> None:
    words = ["\0a", "a", "\0\0a", "abcdefg", "abcdefgh", "abcdefg\0", "a" * 255]
    terms = TermNumbering(PRETOKENIZED)
    terms.number([" ".join(words)])
    assert terms.terms == words


@pytest.mark.parametrize("words", ALIKE_BY_FNV_1A)
def test_number_tells_forms_apart_that_have_one_hash(words: tuple[str, str]) -> None:
    terms = TermNumbering(PRETOKENIZED)
    found = terms.number([" ".join(words), " ".join(reversed(words))])
    assert (tuple(terms.terms), found.numbers.tolist()) == (words, [0, 1, 1, 0])


def test_number_grows_its_table_within_a_text() -> None:
    words = [f"w{i}{'x' * (i % 60)}" for i in range(numbering.N_SLOTS * 2)]
    terms = TermNumbering(PRETOKENIZED)
    found = terms.number(["", " ".join(words), words[5]])
    assert found.numbers.tolist() == [*range(len(words)), 5]
    assert terms.terms == words


def test_number_of_a_hundred_thousand_words_in_one_text() -> None:
    found = TermNumbering(ENGLISH).number(["word " * 100_000])
    assert found.starts.tolist() == [0, 100_000]


def test_number_pairs_surrogates_as_analyze_does() -> None:
    text = "a\ud83d\ude00b \ud83d c"
    assert terms_of(TermNumbering(PRETOKENIZED), [text, "d"]) == [PRETOKENIZED.analyze(text), ["d"]]
