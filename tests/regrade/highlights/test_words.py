from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.highlights import WordCount, count_words
from regrade.highlights.words import highlighted_words, split_words

TEXT = "The bridge was closed to carriages"
spans = st.tuples(st.integers(0, 20), st.integers(1, 9)).map(lambda at: (at[0], at[0] + at[1]))


def test_highlighted_words_are_those_that_a_span_touches() -> None:
    words = split_words(TEXT)
    assert [TEXT[slice(*word)] for word in words] == TEXT.split()
    touched = highlighted_words([[(6, 12), (21, 22)], []], words)  # "idge w", a blank
    assert touched.tolist() == [[False, True, True, False, False, False], [False] * 6]


def test_count_words_counts_answers_and_not_spans() -> None:
    answers = [[(0, 1), (2, 8)], [(4, 10)], []]  # "T" and "e bri" of one answer: the word once
    assert count_words("The bridge\n\nwas", answers) == [
        WordCount(0, 3, 1),
        WordCount(4, 10, 2),
        WordCount(12, 15, 0),
    ]


def test_count_words_counts_code_points() -> None:
    """A character beyond the first 65,536 counts as one, as in stored spans."""
    assert count_words("𝄞 note", [[(2, 6)]]) == [WordCount(0, 1, 0), WordCount(2, 6, 1)]


def test_count_words_without_answers_or_words_is_of_nobody() -> None:
    assert count_words("a b", []) == [WordCount(0, 1, 0), WordCount(2, 3, 0)]
    assert count_words(" \n", [[(0, 1)]]) == []


def test_count_words_of_a_span_that_holds_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\(3, 3\)"):
        count_words(TEXT, [[(3, 3)]])


@given(st.text(alphabet="ab \n", max_size=20), st.lists(st.lists(spans, max_size=3), max_size=4))
def test_count_words_agrees_with_a_count_by_sets(
    text: str, answers: list[list[tuple[int, int]]]
) -> None:
    touched = [{at for span in highlights for at in range(*span)} for highlights in answers]
    assert count_words(text, answers) == [
        (start, end, sum(bool(points & set(range(start, end))) for points in touched))
        for start, end in split_words(text)
    ]
