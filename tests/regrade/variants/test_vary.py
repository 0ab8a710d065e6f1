from __future__ import annotations

import hashlib
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.variants import recipe_of, vary, vary_text
from tests.regrade.variants.changed import AWKWARD, EVERY_SETTING, TEXT, every_recipe
from tests.tiers import thorough

LONG = "Their typos were\u00a0Fond of a searhc, well-known to all. " * 10_000  # 100,000 words
# The first digits of SHA-256 over 50 variants of TEXT; a rule that gives others is another version.
KEPT = {
    "swap_characters": "97c1780fdf72",
    "keyboard_typo": "4ea9ee279b81",
    "remove_space": "f335a2fe9cec",
    "swap_words": "d9a642ff0d27",
    "swap_adjacent_words": "5ccd605e22cd",
    "lemmatize": "8513eb17014b",
    "remove_stop_words": "a312c1d38f30",
    "homophone": "d886f944726a",
    "lower_case": "ddcc5f41dfd2",
    "remove_punctuation": "1ff228c969b8",
    "replace": "bc50ddbdb452",
    "correct_spelling": "7dd4cfa0be72",
    "rotate": "7ebe678ea691",
    "truncate_words": "6f1014079612",
}


def digest(shown: object, texts: list[str]) -> str:
    recipe = recipe_of(shown)  # type: ignore[arg-type]
    joined = "\0".join(vary_text(recipe, text, seed=7, key=key) for key, text in enumerate(texts))
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()[:12]


@pytest.mark.parametrize("kind", EVERY_SETTING)
def test_the_rule_of_a_kind_gives_the_same_bytes_as_ever(kind: str) -> None:
    assert digest({"kind": kind, **EVERY_SETTING[kind]}, [TEXT] * 50) == KEPT[kind]


@given(st.permutations(range(12)), st.sampled_from(every_recipe()))
def test_vary_text_gives_the_same_in_any_order(order: list[int], shown: object) -> None:
    recipe = recipe_of(shown)  # type: ignore[arg-type]
    texts = [AWKWARD[key % len(AWKWARD)] + TEXT for key in range(12)]
    expected = [vary_text(recipe, text, seed=3, key=key) for key, text in enumerate(texts)]
    found = {key: vary_text(recipe, texts[key], seed=3, key=key) for key in order}
    assert [found[key] for key in range(12)] == expected


@pytest.mark.parametrize("shown", every_recipe())
def test_vary_gives_the_text_of_vary_text(shown: dict[str, Any]) -> None:
    recipe = recipe_of(shown)
    for text, seed in product(AWKWARD, range(2)):
        varied = vary(recipe, text, seed=seed, key=1)
        assert varied.text == vary_text(recipe, text, seed=seed, key=1)


def test_vary_text_depends_on_seed_and_key() -> None:
    recipe = recipe_of({"kind": "swap_characters", "amount": 0.5})
    cases: list[tuple[int, int | str]] = [(1, 1), (2, 1), (1, 2), (1, "1")]
    assert len({vary_text(recipe, TEXT, seed=seed, key=key) for seed, key in cases}) == len(cases)


def test_steps_of_the_same_kind_draw_apart() -> None:
    once, twice = ([{"kind": "rotate"}] * n for n in (1, 2))
    text = " ".join(map(str, range(50)))
    after = vary_text(recipe_of(once), text, seed=1, key=0)
    assert vary_text(recipe_of(twice), text, seed=1, key=0) != vary_text(
        recipe_of(once), after, seed=1, key=0
    )


def test_a_first_step_does_the_same_with_and_without_others() -> None:
    first = {"kind": "swap_words", "amount": "ones"}
    both = [first, {"kind": "truncate_words", "n_words": 99}]
    assert vary_text(recipe_of(both), TEXT, seed=1, key=0) == vary_text(
        recipe_of(first), TEXT, seed=1, key=0
    )


@thorough
@pytest.mark.parametrize("shown", every_recipe())
def test_vary_takes_a_text_of_100_000_words(shown: dict[str, Any]) -> None:
    varied = vary(recipe_of(shown), LONG, seed=1, key=0)
    assert varied.text
    assert varied.mapping is not None
    [first, *_] = varied.mapping.spans_to_original([(0, len(varied.text))])
    assert 0 <= first[0] < first[1] <= len(LONG)


@pytest.mark.parametrize("amount", ["ones", pytest.param("one", marks=thorough)])
@pytest.mark.parametrize(
    "kind", ["homophone", "swap_words", pytest.param("swap_characters", marks=thorough)]
)
def test_vary_takes_100_000_words_that_cannot_change(kind: str, amount: str) -> None:
    fields = {"kind": kind, "amount": amount}
    text = "\U0001f600 " * 100_000 if kind != "swap_words" else "\U0001f600. " * 100_000
    assert vary_text(recipe_of(fields), text, seed=1, key=0) == text
