from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.neural.model_folder import find_model
from regrade.neural.networks import find_compute_device
from regrade.neural.t5.answers import DuoPrompt, MonoPrompt, kept_tokens
from regrade.neural.t5.loading import load_t5
from regrade.neural.token_ids import token_ids_of
from tests.regrade.neural.conftest import Saved
from tests.regrade.neural.small_models.tiny_t5 import PROMPT_PIECES

MONO = MonoPrompt([1, 2], [3], [4, 5, 6])
DUO = DuoPrompt([1, 2], [3], [4], [5, 6])
QUERY, FIRST, SECOND, THIRD = [10, 11], [20, 21, 22], [30], [40, 41, 42, 43]
WORDS = ["old", "stone", "bridge", "zebra", "東京", "naïve,", "Why?", "</s>", "a\nb", "\t", " ", ""]


@pytest.fixture(scope="module")
def tokenizer(saved_t5: Saved) -> Any:
    folder = saved_t5(pieces=PROMPT_PIECES)
    return load_t5(find_model(str(folder)), find_compute_device("cpu")).tokenizer


def mono(query: list[int], passage: list[int], max_tokens: int) -> list[int]:
    return list(MONO.of(query, passage, max_tokens).token_ids)


def duo(passages: list[list[int]], max_tokens: int, rows: range | None = None) -> list[list[int]]:
    rows = range(len(passages)) if rows is None else rows
    prompts = DUO.of_rows(QUERY, passages, rows, max_tokens)
    return [list(prompt.token_ids) for prompt in prompts]


def test_mono_prompt_holds_all_that_fits() -> None:
    expected = [1, 2, 10, 11, 3, 20, 21, 22, 4, 5, 6]
    assert mono(QUERY, FIRST, 11) == mono(QUERY, FIRST, 512) == expected


def test_mono_prompt_over_the_limit_cuts_the_passage_and_nothing_else() -> None:
    assert mono(QUERY, FIRST, 10) == [1, 2, 10, 11, 3, 20, 21, 4, 5, 6]


def test_mono_prompt_of_an_empty_passage_holds_the_rest() -> None:
    assert mono(QUERY, [], 512) == [1, 2, 10, 11, 3, 4, 5, 6]


def test_mono_prompt_with_an_endless_query_keeps_64_tokens_of_the_passage() -> None:
    ids = mono([10] * 9999, [20] * 9999, 512)
    assert (len(ids), ids.count(10), ids.count(20)) == (512, 442, 64)


def test_mono_prompt_with_little_room_halves_it() -> None:
    assert mono([10] * 9, [20] * 9, 11) == [1, 2, 10, 10, 10, 3, 20, 20, 4, 5, 6]


def test_mono_prompt_gives_the_room_of_a_long_query_to_no_short_passage() -> None:
    ids = mono([10] * 442, [20] * 9, 512)
    assert (ids.count(10), ids.count(20)) == (442, 9)


def test_duo_prompts_hold_each_passage_before_each_other_one() -> None:
    assert duo([FIRST, SECOND, THIRD], 512) == [
        [1, 2, 10, 11, 3, *FIRST, 4, *SECOND, 5, 6],
        [1, 2, 10, 11, 3, *FIRST, 4, *THIRD, 5, 6],
        [1, 2, 10, 11, 3, *SECOND, 4, *FIRST, 5, 6],
        [1, 2, 10, 11, 3, *SECOND, 4, *THIRD, 5, 6],
        [1, 2, 10, 11, 3, *THIRD, 4, *FIRST, 5, 6],
        [1, 2, 10, 11, 3, *THIRD, 4, *SECOND, 5, 6],
    ]


def test_duo_prompts_of_some_rows_are_those_of_all() -> None:
    passages = [FIRST, SECOND, THIRD, []]
    parts = duo(passages, 14, range(1)) + duo(passages, 14, range(1, 4))
    assert parts == duo(passages, 14)


def test_duo_prompts_over_the_limit_cut_the_longer_passage_first() -> None:
    # 8 tokens are no passage's: 4 remain, of which one passage leaves 1 to the other.
    assert duo([SECOND, THIRD], 12) == [
        [1, 2, 10, 11, 3, 30, 4, 40, 41, 42, 5, 6],
        [1, 2, 10, 11, 3, 40, 41, 42, 4, 30, 5, 6],
    ]


def test_duo_prompts_over_the_limit_cut_two_long_passages_alike() -> None:
    # 5 tokens remain; what no half can have is left free, so that order makes no difference.
    assert duo([FIRST, THIRD], 13) == [
        [1, 2, 10, 11, 3, 20, 21, 4, 40, 41, 5, 6],
        [1, 2, 10, 11, 3, 40, 41, 4, 20, 21, 5, 6],
    ]


@given(st.lists(st.integers(0, 40), min_size=2, max_size=5), st.integers(0, 50))
def test_kept_tokens_fill_the_room_and_no_more(lengths: list[int], room: int) -> None:
    kept = kept_tokens(lengths, room)
    for i, j in np.ndindex(kept.shape):
        used, wanted = kept[i, j] + kept[j, i], lengths[i] + lengths[j]
        if i != j:
            assert used == wanted if wanted <= room else room - 1 <= used <= room


@given(st.lists(st.integers(0, 40), min_size=2, max_size=5), st.integers(0, 30))
def test_kept_tokens_need_no_more_of_a_passage_than_the_room_in_all(
    lengths: list[int], room: int
) -> None:
    cut = [min(length, room) for length in lengths]
    assert kept_tokens(cut, room).tolist() == kept_tokens(lengths, room).clip(max=room).tolist()


@given(*[st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)] * 3)
def test_prompts_are_what_the_tokenizer_makes_of_whole_texts(
    tokenizer: Any, query: str, first: str, second: str
) -> None:
    names = ["Query:", "Document:", "Document0:", "Document1:", "Relevant:"]
    q, d, d0, d1, r, *texts = token_ids_of(tokenizer, [*names, query, first, second])
    end = [tokenizer.eos_token_id]
    one = MonoPrompt(q, d, r + end).of(texts[0], texts[1], 512)
    two = next(DuoPrompt(q, d0, d1, r + end).of_rows(texts[0], texts[1:], range(1), 512))
    assert [list(one.token_ids), list(two.token_ids)] == tokenizer(
        [
            f"Query: {query} Document: {first} Relevant:",
            f"Query: {query} Document0: {first} Document1: {second} Relevant:",
        ]
    )["input_ids"]
