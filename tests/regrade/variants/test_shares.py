"""What each kind does over 10,000 words, held against its definition; every seed is fixed."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import pytest
from scipy.stats import chisquare

from tests.regrade.variants.changed import changed
from tests.tiers import thorough

N = 10_000
SHARES = (0.1, pytest.param(0.5, marks=thorough))
# Kind, its settings, a word that it can change, and what the text has as often as words are left.
CASES: list[tuple[str, dict[str, Any], str, str]] = [
    ("swap_characters", {}, "ab", "ab"),
    ("keyboard_typo", {}, "ab", "ab"),
    ("remove_stop_words", {}, "the", "the"),
    ("lemmatize", {}, "typos", "typos"),
    ("homophone", {}, "their", "their"),
    ("lower_case", {}, "Ab", "Ab"),
    ("remove_punctuation", {}, "ab,", ","),
    ("replace", {"pairs": [["ab", "cd"]]}, "ab", "ab"),
    ("correct_spelling", {}, "retreival", "retreival"),
]


def assert_share(n_changed: int, n: int, share: float) -> None:
    """Within four standard errors of a binomial share."""
    assert abs(n_changed - n * share) <= 4 * sqrt(n * share * (1 - share))


def assert_even(counts: list[int], weights: list[float] | None = None) -> None:
    whole = sum(counts)
    expected = [whole * weight for weight in weights or [1 / len(counts)] * len(counts)]
    assert chisquare(counts, expected).pvalue > 1e-4


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize(("kind", "more", "word", "sign"), CASES)
def test_a_number_changes_each_word_with_that_probability(
    kind: str, more: dict[str, Any], word: str, sign: str, share: float
) -> None:
    text = " ".join([word] * N)
    new = changed(text, kind=kind, amount=share, **more)
    assert_share(N - new.count(sign), N, share)


@pytest.mark.parametrize("share", SHARES)
def test_a_number_removes_each_space_with_that_probability(share: float) -> None:
    text = " ".join(["ab"] * (N + 1))
    new = changed(text, kind="remove_space", amount=share)
    assert_share(N - new.count(" "), N, share)


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("kind", ["swap_words", "swap_adjacent_words"])
def test_a_number_swaps_each_word_with_that_probability(kind: str, share: float) -> None:
    """Of two words in a sentence, each may be chosen to swap, and two swaps undo each other."""
    n_sentences = N // 2
    new = changed("a b. " * n_sentences, kind=kind, amount=share)
    assert_share(new.count("b a"), n_sentences, 2 * share * (1 - share))


def test_one_takes_each_word_of_a_sentence_as_likely() -> None:
    new = changed("ab ab ab ab ab. " * (N // 5), kind="swap_characters", amount="one")
    places = [sentence.split().index("ba") for sentence in new.split(".")[:-1]]
    assert new.count("ba") == N // 5
    assert_even([places.count(place) for place in range(5)])


@pytest.mark.parametrize(("text", "able"), [("ab ab. ab ab ab", 5), ("ab x ab y ab", 3)])
def test_ones_takes_each_word_of_a_text_that_can_change_as_likely(text: str, able: int) -> None:
    new = [changed(text, kind="swap_characters", amount="ones", key=n) for n in range(N)]
    assert {one.count("ba") for one in new} == {1}
    places = Counter(one.replace(".", "").split().index("ba") for one in new)
    assert len(places) == able
    assert_even(list(places.values()))


@pytest.mark.parametrize(
    ("kind", "word", "outcomes"),
    [
        ("swap_characters", "abcdef", {"bacdef", "acbdef", "abdcef", "abcedf", "abcdfe"}),
        ("keyboard_typo", "g", set("fhtyvb")),
        ("homophone", "vain", {"vane", "vein"}),
    ],
)
def test_a_word_becomes_each_of_its_outcomes_as_likely(
    kind: str, word: str, outcomes: set[str]
) -> None:
    new = Counter(changed(f"{word} " * N, kind=kind, amount=1).split())
    assert set(new) == outcomes
    assert_even(list(new.values()))


def test_swap_words_takes_each_pair_of_a_sentence_as_likely() -> None:
    new = Counter(changed("a b c d", kind="swap_words", amount="ones", key=n) for n in range(N))
    assert len(new) == 6
    assert_even(list(new.values()))


def test_swap_adjacent_words_goes_either_way_as_likely() -> None:
    """The ends of a sentence have one neighbour, the others two."""
    texts = [changed("a b c d", kind="swap_adjacent_words", amount="ones", key=n) for n in range(N)]
    new = Counter(texts)
    counts = [new[text] for text in ("b a c d", "a c b d", "a b d c")]
    assert sum(counts) == N
    assert_even(counts, [3 / 8, 2 / 8, 3 / 8])


def test_rotate_begins_at_each_word_as_likely() -> None:
    first = Counter(changed("a b c d e f g h i j", kind="rotate", key=n)[0] for n in range(N))
    assert len(first) == 10
    assert_even(list(first.values()))


def test_seeds_of_texts_and_variants_are_independent() -> None:
    pairs = Counter(
        tuple(changed("a b c", kind="rotate", key=n, seed=seed)[0] for seed in (1, 2))
        for n in range(N)
    )
    assert len(pairs) == 9
    assert_even(list(pairs.values()))
