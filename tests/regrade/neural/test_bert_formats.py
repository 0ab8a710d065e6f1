from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.neural.bert_formats import SpecialTokens, joint_pair, mono_bert_pair, single, titled
from regrade.neural.packing import EncodedText
from regrade.neural.token_ids import token_ids_of
from tests.regrade.neural.small_models.tiny_bert import tokenizer_of
from tests.tiers import examples

MARKS = SpecialTokens(start=101, end=102)
A, B = list(range(1, 9)), list(range(21, 41))
WORDS = ["the", "bridge", "was", "closed", "carriages", "winter", "nobody", "unquestionably"]
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=30).map(" ".join)


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return tokenizer_of()


def test_single_stands_between_its_marks() -> None:
    assert single(MARKS, [5, 6, 7], 9) == EncodedText([101, 5, 6, 7, 102])


def test_single_of_a_longer_text_is_cut_at_its_end() -> None:
    assert single(MARKS, [5, 6, 7], 4).token_ids == [101, 5, 6, 102]


def test_single_of_an_empty_text_is_its_marks() -> None:
    assert single(MARKS, [], 9).token_ids == [101, 102]


def test_joint_pair_tells_the_query_with_its_marks_from_the_passage() -> None:
    pair = joint_pair(MARKS, [5, 6], [7, 8, 9], 512)
    assert pair == EncodedText([101, 5, 6, 102, 7, 8, 9, 102], n_first=4)


@pytest.mark.parametrize(
    ("max_tokens", "n_query", "n_passage"),
    [
        (31, 8, 20),  # fits
        (30, 8, 19),  # the longer one gives way
        (19, 8, 8),
        (18, 7, 8),  # neither fits into half
        (17, 7, 7),
        (5, 1, 1),
    ],
)
def test_joint_pair_cuts_the_longer_one_first(
    max_tokens: int, n_query: int, n_passage: int
) -> None:
    cut = [101, *A[:n_query], 102, *B[:n_passage], 102]
    assert joint_pair(MARKS, A, B, max_tokens) == EncodedText(cut, n_first=n_query + 2)


def test_joint_pair_of_an_empty_query_keeps_both_separators() -> None:
    assert joint_pair(MARKS, [], [7, 8], 512) == EncodedText([101, 102, 7, 8, 102], n_first=2)


@given(query=TEXTS, passage=TEXTS, max_tokens=st.integers(5, 80))
@examples(300)
def test_joint_pair_is_what_the_tokenizer_makes_of_two_texts(
    tokenizer: Any, query: str, passage: str, max_tokens: int
) -> None:
    of_query, of_passage = token_ids_of(tokenizer, [query, passage])
    pair = joint_pair(MARKS, of_query, of_passage, max_tokens)
    theirs = tokenizer(query, passage, truncation=True, max_length=max_tokens)
    assert pair.token_ids == theirs["input_ids"]
    assert pair.n_first == theirs["token_type_ids"].index(1)


@given(*[st.integers(0, 40).map(range)] * 2, st.integers(5, 30))
def test_joint_pair_needs_no_more_of_a_passage_than_shows_it_to_be_the_longer_one(
    query: range, passage: range, max_tokens: int
) -> None:
    cut = passage[: max(max_tokens, len(query) + 1)]
    assert joint_pair(MARKS, query, cut, max_tokens) == joint_pair(
        MARKS, query, passage, max_tokens
    )


def test_joint_pair_of_an_empty_passage_is_what_the_tokenizer_makes_in_a_batch(
    tokenizer: Any,
) -> None:
    # For a single pair, the tokenizer takes an empty second text for none.
    of_query, of_passage = token_ids_of(tokenizer, ["do fish grow", ""])
    pair = joint_pair(MARKS, of_query, of_passage, 512)
    assert pair.token_ids == tokenizer(["do fish grow"], [""])["input_ids"][0]


def test_mono_bert_pair_that_fits_is_not_cut() -> None:
    assert mono_bert_pair(MARKS, A, B, 512, 64) == joint_pair(MARKS, A, B, 512)


def test_mono_bert_pair_that_is_full_is_one_shorter_than_allowed() -> None:
    pair = mono_bert_pair(MARKS, [5] * 100, [7] * 1000, 512, 64)
    assert pair == EncodedText([101, *[5] * 62, 102, *[7] * 446, 102], n_first=64)
    assert len(pair.token_ids) == 511


def test_mono_bert_pair_gives_the_passage_what_a_short_query_leaves() -> None:
    pair = mono_bert_pair(MARKS, [5, 6], [7] * 1000, 512, 64)
    assert pair == EncodedText([101, 5, 6, 102, *[7] * 506, 102], n_first=4)


def test_mono_bert_pair_cuts_the_query_beside_a_short_passage_too() -> None:
    pair = mono_bert_pair(MARKS, [5] * 100, [7], 512, 64)
    assert pair.token_ids == [101, *[5] * 62, 102, 7, 102]


def test_titled_parts_the_title_from_the_text_as_one_segment() -> None:
    assert titled(MARKS, [5], [7, 8], 256) == EncodedText([101, 5, 102, 7, 8, 102])


def test_titled_without_a_title_is_the_text_alone() -> None:
    assert titled(MARKS, [], [7, 8], 256) == EncodedText([101, 7, 8, 102])


def test_titled_of_an_empty_text_keeps_both_separators() -> None:
    assert titled(MARKS, [5], [], 256).token_ids == [101, 5, 102, 102]


def test_titled_that_is_too_long_is_cut_at_the_text() -> None:
    assert titled(MARKS, [5, 6], B, 10).token_ids == [101, 5, 6, 102, *B[:5], 102]
