from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.serving.rotation import rotated, rotation_points, spans_as_shown, spans_as_stored
from regrade.variants import RecipeError, recipe_of, vary
from tests.refusals import refused
from tests.regrade.neural.small_models.tiny_bert import PACKAGED
from tests.regrade.variants.changed import AWKWARD, changed

ROTATE = recipe_of({"kind": "rotate"})
texts = st.lists(st.sampled_from(["ab", "c.", "\u0301x", "\U0001f600", "\u05e9"]), max_size=9)
# Each word once, so that a rotated text tells where it was cut.
distinct = texts.map(lambda words: " ".join(f"{word}{n}" for n, word in enumerate(words)))


def test_rotate_begins_at_each_word() -> None:
    found = {changed("a b  c", kind="rotate", seed=seed) for seed in range(40)}
    assert found == {"a b  c", "b  c a ", "c a b  "}


@given(texts.map(" ".join), st.integers(0, 99))
def test_rotate_cuts_and_joins_as_campaigns_do(text: str, seed: int) -> None:
    ways = [rotated(text, at) for at in [0, *rotation_points(text)]]
    assert vary(ROTATE, text, seed=seed, key=0).text in ways


@given(distinct, st.integers(0, 99), st.lists(st.integers(0, 30), max_size=6, unique=True))
def test_rotate_moves_spans_as_campaigns_do(text: str, seed: int, borders: list[int]) -> None:
    varied = vary(ROTATE, text, seed=seed, key=0)
    assert varied.mapping is not None
    [at] = {at for at in [0, *rotation_points(text)] if rotated(text, at) == varied.text}
    borders = sorted(border for border in borders if border <= len(text))
    spans = list(zip(borders[::2], borders[1::2], strict=False))
    shown = varied.mapping.spans_to_variant(spans)
    assert shown == spans_as_shown(spans, rotation=at, n_characters=len(text))
    back = spans_as_stored(shown, rotation=at, n_characters=len(text))
    assert varied.mapping.spans_to_original(shown) == back


@pytest.mark.parametrize("text", ["", "one", " one ", "\U0001f600", "\u6f22\u5b57", "a \u0301b"])
def test_rotate_leaves_a_text_of_one_word(text: str) -> None:
    assert {changed(text, kind="rotate", seed=seed) for seed in range(20)} == {text}


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("a b. c d", "a b."),
        (" a\n b ", " a\n b "),
        (" a\n b  c", " a\n b"),
        ("", ""),
        ("\U0001f600 \u05e9\u05dc \u05d5", "\U0001f600 \u05e9\u05dc"),
    ],
)
def test_truncate_words_keeps_the_first(text: str, first: str) -> None:
    assert changed(text, kind="truncate_words", n_words=2) == first


@pytest.mark.parametrize(
    ("n_tokens", "first"),
    [(1, "The"), (2, "The ty"), (3, "The typo"), (4, "The typos"), (5, "The typos! ")],
)
def test_truncate_tokens_keeps_the_first(n_tokens: int, first: str) -> None:
    new = changed("The typos! ", kind="truncate_tokens", n_tokens=n_tokens, tokenizer=str(PACKAGED))
    assert new == first


def test_truncate_tokens_keeps_a_beginning() -> None:
    """Of all but a lone surrogate, which a tokenizer of Rust cannot read."""
    for text in (text for text in AWKWARD if not text.startswith("\ud800")):
        new = changed(text, kind="truncate_tokens", n_tokens=2, tokenizer=str(PACKAGED))
        assert text.startswith(new)


def test_truncate_tokens_names_the_folder_without_a_tokenizer(tmp_path: Path) -> None:
    with refused(RecipeError, "tokenizer_missing") as caught:
        changed("a", kind="truncate_tokens", n_tokens=1, tokenizer=str(tmp_path))
    assert str(tmp_path) in str(caught.value)
