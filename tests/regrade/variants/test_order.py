from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.variants.words import words_of
from tests.regrade.variants.changed import AWKWARD, changed

BOTH = ["swap_words", "swap_adjacent_words"]
texts = st.lists(st.sampled_from(["a", "bb", "c,", "(d)", ".", "\u05e9\u05dc", "\n"]), max_size=25)


def words(text: str) -> list[str]:
    return [text[start:end] for start, end in words_of(text)]


def test_swap_words_takes_any_other_word_of_the_sentence() -> None:
    found = {changed("a b, c.", kind="swap_words", amount="ones", seed=n) for n in range(60)}
    assert found == {"b, a c.", "c b, a.", "a c b,."}


def test_swap_adjacent_words_takes_a_neighbour() -> None:
    found = {changed("a b c", kind="swap_adjacent_words", amount="ones", seed=n) for n in range(60)}
    assert found == {"b a c", "a c b"}


def test_swap_words_keeps_to_a_sentence() -> None:
    found = {changed("a b. c. d e", kind="swap_words", amount="ones", seed=n) for n in range(60)}
    assert found == {"b a. c. d e", "a b. c. e d"}


@pytest.mark.parametrize("kind", BOTH)
def test_swap_one_swaps_in_each_sentence(kind: str) -> None:
    assert changed("a b. c. d e.", kind=kind, amount="one") == "b a. c. e d."


@pytest.mark.parametrize("kind", BOTH)
def test_swap_of_long_words_begins_with_a_long_one(kind: str) -> None:
    found = {
        changed("an ox horse", kind=kind, amount="ones", words="long", seed=n) for n in range(60)
    }
    others = {"an horse ox"} if kind == "swap_adjacent_words" else {"an horse ox", "horse ox an"}
    assert found == others


def test_swap_keeps_white_space_and_dots_in_place() -> None:
    assert changed("a \n b.  c", kind="swap_words", amount="one") == "b \n a.  c"


@pytest.mark.parametrize("kind", BOTH)
def test_swap_leaves_a_word_alone_in_its_sentence(kind: str) -> None:
    for text in ("", "one", "\U0001f600", ".", "a. b. c"):
        assert changed(text, kind=kind, amount=1.0) == text


@pytest.mark.parametrize("kind", BOTH)
@given(texts.map(" ".join), st.sampled_from([0.3, 1.0, "one", "ones"]), st.integers(0, 99))
def test_swap_keeps_the_words_of_each_sentence(
    kind: str, text: str, amount: float | str, seed: int
) -> None:
    new = changed(text, kind=kind, amount=amount, seed=seed)
    pairs = zip(text.split("."), new.split("."), strict=True)
    assert all(Counter(words(old)) == Counter(words(new)) for old, new in pairs)
    assert [len(old) for old in text.split(".")] == [len(part) for part in new.split(".")]


@pytest.mark.parametrize("kind", BOTH)
def test_swap_keeps_the_words_of_awkward_texts(kind: str) -> None:
    for text in AWKWARD:
        assert Counter(words(changed(text, kind=kind, amount=0.5))) == Counter(words(text))
