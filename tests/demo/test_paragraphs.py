from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from demo.paragraphs import ENOUGH_WORDS, FEW_WORDS, MANY_WORDS, count_words, cut_into_passages


def words(n: int, word: str = "word") -> str:
    return " ".join([word] * n)


def test_cut_into_passages_joins_the_lines_of_prose() -> None:
    assert cut_into_passages("Spruces live for very\nlong.\n") == ["Spruces live for very long."]


def test_cut_into_passages_keeps_the_lines_of_an_example() -> None:
    example = ">>> 1 +\n... 1\n2"
    assert cut_into_passages(example) == [example]


def test_cut_into_passages_keeps_the_lines_of_indented_code() -> None:
    assert cut_into_passages("   def spruce():\n   pass") == ["def spruce():\npass"]


def test_cut_into_passages_joins_indented_prose_too() -> None:
    assert cut_into_passages("   One line of words\n   and the rest.") == [
        "One line of words and the rest."
    ]


def test_cut_into_passages_keeps_a_list_apart_from_emphasis() -> None:
    assert cut_into_passages("* one\n* two") == ["* one\n* two"]
    assert cut_into_passages("*one* of four words\ntwo") == ["*one* of four words two"]


def test_cut_into_passages_parts_long_paragraphs() -> None:
    text = f"{words(ENOUGH_WORDS)}\n\n{words(ENOUGH_WORDS)}"
    assert [count_words(passage) for passage in cut_into_passages(text)] == [ENOUGH_WORDS] * 2


def test_cut_into_passages_puts_short_paragraphs_together() -> None:
    assert cut_into_passages("Short.\n\nShort too.") == ["Short.\n\nShort too."]


def test_cut_into_passages_keeps_an_example_with_what_announces_it() -> None:
    announced = f"{words(ENOUGH_WORDS)}:"
    assert len(cut_into_passages(f"{announced}\n\n{words(FEW_WORDS)}")) == 1


def test_cut_into_passages_leaves_no_short_rest() -> None:
    text = f"{words(ENOUGH_WORDS)}\n\n{words(FEW_WORDS - 1)}"
    assert len(cut_into_passages(text)) == 1


def test_cut_into_passages_cuts_a_long_paragraph_evenly_at_sentences() -> None:
    sentences = " ".join(["One two three four five."] * 60)  # 300 words
    assert [count_words(passage) for passage in cut_into_passages(sentences)] == [150, 150]


@given(st.text(alphabet="ab.: \n>", max_size=400))
def test_cut_into_passages_loses_no_word(text: str) -> None:
    assert " ".join(cut_into_passages(text)).split() == text.split()


@given(st.lists(st.integers(1, 90), max_size=12))
def test_cut_into_passages_makes_none_too_long(lengths: list[int]) -> None:
    text = "\n\n".join(map(words, lengths))
    assert all(count_words(passage) <= MANY_WORDS for passage in cut_into_passages(text))
