from __future__ import annotations

from random import Random

import pytest

from regrade.variants.words import (
    WordRule,
    choose,
    considered,
    core_of,
    sentences_of,
    words_kept,
    words_of,
)


def read(text: str, spans: list[tuple[int, int]]) -> list[str]:
    return [text[start:end] for start, end in spans]


def test_words_of_ends_words_at_white_space_and_dots() -> None:
    text = " The (red)\u3000fox, 3.5 m.\nEnd"
    assert read(text, words_of(text)) == ["The", "(red)", "fox,", "3", "5", "m", "End"]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("", []),
        ("...", []),
        ("one two", [["one", "two"]]),
        ("one two. three.. 3.5 ", [["one", "two"], ["three"], ["3"], ["5"]]),
    ],
)
def test_sentences_of_splits_at_every_dot(text: str, sentences: list[list[str]]) -> None:
    assert [read(text, words) for words in sentences_of(text)] == sentences


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        ("any", ["is", "it", "a", "(very)", "good?", "fox"]),
        ("long", ["(very)", "good?"]),
        ("longest", ["(very)", "good?"]),
    ],
)
def test_considered_counts_letters_and_digits(rule: WordRule, kept: list[str]) -> None:
    text = "is it a (very) good? fox"
    assert read(text, list(considered(text, words_of(text), rule))) == kept


@pytest.mark.parametrize("rule", ["long", "longest"])
def test_considered_takes_all_of_the_longest_where_none_is_long(rule: WordRule) -> None:
    text = "is the fox a ox"
    assert read(text, list(considered(text, words_of(text), rule))) == ["the", "fox"]


def test_words_kept_looks_at_each_sentence_where_one_of_each_is_asked_for() -> None:
    text = "an ox. a horse"
    sentences = sentences_of(text)
    by_sentence = words_kept(text, sentences, "one", "long")
    in_all = words_kept(text, sentences, "ones", "long")
    assert by_sentence is not None
    assert in_all is not None
    assert read(text, sorted(by_sentence)) == ["an", "ox", "horse"]
    assert read(text, sorted(in_all)) == ["horse"]


@pytest.mark.parametrize(
    ("word", "core"), [("fox", "fox"), ("(fox's)", "fox's"), ("--", ""), ("\U0001f600a", "a")]
)
def test_core_of_leaves_punctuation_out(word: str, core: str) -> None:
    start, end = core_of(word, (0, len(word)))
    assert word[start:end] == core


def test_choose_takes_another_where_one_cannot_change() -> None:
    groups = [["a", "b", "c"], ["d"], []]
    for seed in range(50):
        assert choose(groups, "one", Random(seed), lambda word: word in "cd") == ["c", "d"]
        assert choose(groups, "ones", Random(seed), lambda word: word == "b") == ["b"]


def test_choose_takes_nothing_where_nothing_can_change() -> None:
    for amount in ("one", "ones", 1.0):
        assert choose([["a", "b"]], amount, Random(1), lambda _: False) == []


def test_choose_takes_all_with_probability_1() -> None:
    assert choose([["a"], ["b"]], 1.0, Random(1), lambda _: True) == ["a", "b"]
