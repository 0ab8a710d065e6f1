from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from regrade.neural.model_folder import find_model
from regrade.neural.networks import find_compute_device
from regrade.neural.t5.loading import load_t5
from regrade.neural.token_ids import (
    CHARACTERS_PER_TOKEN,
    first_token_ids,
    pair_token_ids,
    token_ids_of,
)
from tests.regrade.neural.conftest import Saved
from tests.regrade.neural.small_models.tiny_bert import tokenizer_of
from tests.regrade.neural.watched import Watched
from tests.tiers import examples

PARTS = ["old", "unquestionably", "東京", "naïve,", "I\u0307", "\u0301", "</s>", "[SEP]", "x" * 120]
GAPS = [" ", "  ", "\n", "\t ", " \x1c", "\u2003", "\u200b", "-"]
TEXTS = st.lists(st.sampled_from(PARTS + GAPS * 2), max_size=60).map("".join)


@pytest.fixture(scope="module", params=["BERT", "T5"])
def tokenizer(request: pytest.FixtureRequest, saved_t5: Saved) -> Any:
    if request.param == "BERT":
        return tokenizer_of()
    return load_t5(find_model(str(saved_t5())), find_compute_device("cpu")).tokenizer


def test_token_ids_of_texts_are_uncut_and_bare() -> None:
    ids = token_ids_of(tokenizer_of(), ["fish", "", "fish " * 1000])
    (fish,) = ids[0]
    assert ids[1:] == [[], [fish] * 1000]
    assert token_ids_of(tokenizer_of(), []) == []


@examples(300)
@given(text=TEXTS, n_tokens=st.integers(1, 12))
@example(text=" " * 100 + "old", n_tokens=3)
@example(text="old" + " " * 100, n_tokens=3)
def test_first_token_ids_are_those_of_the_whole_text(
    tokenizer: Any, text: str, n_tokens: int
) -> None:
    (whole,) = token_ids_of(tokenizer, [text])
    assert first_token_ids(tokenizer, ["old", text], n_tokens)[1] == whole[:n_tokens]


def test_first_token_ids_look_at_a_beginning_of_a_long_text() -> None:
    watched = Watched(tokenizer_of())
    (ids,) = first_token_ids(watched, ["spruces live long " * 10_000], 64)
    assert len(ids) == 64
    assert watched.seen == [pytest.approx(64 * CHARACTERS_PER_TOKEN, abs=8)]


def test_first_token_ids_look_at_all_where_the_beginning_has_too_few() -> None:
    watched = Watched(tokenizer_of())
    text = "x" * 5_000 + " spruces live"
    (ids,) = first_token_ids(watched, [text], 3)
    assert ids == token_ids_of(watched, [text])[0][:3]


def test_pair_token_ids_of_a_second_text_still_exceed_those_of_its_first() -> None:
    tokenizer = tokenizer_of()
    (fish,) = token_ids_of(tokenizer, ["fish"])[0]
    pairs = [("fish " * 20, "fish " * 30), ("", "fish")]
    found = pair_token_ids(tokenizer, pairs, 8)
    assert found == [([fish] * 20, [fish] * 21), ([], [fish])]


def test_pair_token_ids_of_no_pairs_are_none() -> None:
    assert pair_token_ids(tokenizer_of(), [], 8) == []
