from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.text.spans import Span
from regrade.variants import KINDS, OffsetMap, recipe_of, vary
from regrade.variants.offsets import directions
from regrade.variants.step import Edit, replacing, written
from tests.regrade.variants.changed import AWKWARD, EVERY_SETTING, every_recipe

MOVES = {
    "swap_characters",
    "remove_space",
    "swap_words",
    "swap_adjacent_words",
    "remove_stop_words",
    "rotate",
    "truncate_words",
}
"""Kinds that write nothing but a joining blank."""
words = st.sampled_from(
    ["the", "Cats,", "a", "typos.", "(their", "\u05e9\u05dc", "\U0001f600", "3.5"]
)
texts = st.one_of(st.lists(words, max_size=12).map(" ".join), st.sampled_from(AWKWARD), st.text())


def mapped(text: str, seed: int, shown: object) -> tuple[str, OffsetMap]:
    varied = vary(recipe_of(shown), text, seed=seed, key=0)  # type: ignore[arg-type]
    assert varied.mapping is not None
    return varied.text, varied.mapping


def of_edits(text: str, edits: list[Edit]) -> OffsetMap:
    return OffsetMap((directions(text, edits),), len(text), len(written(text, edits)))


def covered(spans: list[Span]) -> set[int]:
    return {place for start, end in spans for place in range(start, end)}


@given(texts, st.integers(0, 9), st.sampled_from(every_recipe()))
def test_a_character_and_its_image_know_each_other(text: str, seed: int, shown: object) -> None:
    new, mapping = mapped(text, seed, shown)
    forth = {
        (at, to)
        for at in range(len(text))
        for to in covered(mapping.spans_to_variant([(at, at + 1)]))
    }
    back = {
        (at, to)
        for to in range(len(new))
        for at in covered(mapping.spans_to_original([(to, to + 1)]))
    }
    assert forth == back


@given(texts, st.integers(0, 9), st.sampled_from(sorted(MOVES)))
def test_characters_that_move_stay_the_same(text: str, seed: int, kind: str) -> None:
    new, mapping = mapped(text, seed, {"kind": kind, **EVERY_SETTING[kind]})
    images = [mapping.spans_to_variant([(at, at + 1)]) for at in range(len(text))]
    assert all(len(image) <= 1 for image in images)
    found = {image[0][0]: text[at] for at, image in enumerate(images) if image}
    assert all(new[to] == character for to, character in found.items())
    assert len(new) - len(found) == (kind == "rotate" and new != text)


@given(texts, st.integers(0, 9), st.sampled_from(every_recipe()), st.lists(st.integers(0, 60)))
def test_spans_go_where_their_characters_go(
    text: str, seed: int, shown: object, borders: list[int]
) -> None:
    _, mapping = mapped(text, seed, shown)
    borders = sorted({border for border in borders if border <= len(text)})
    spans = list(zip(borders[::2], borders[1::2], strict=False))
    alone = [mapping.spans_to_variant([(at, at + 1)]) for at in sorted(covered(spans))]
    whole = mapping.spans_to_variant(spans)
    assert covered(whole) == {place for image in alone for place in covered(image)}
    assert whole == sorted(whole)


@given(texts, st.integers(0, 9))
def test_order_noise_is_undone_by_the_way_back(text: str, seed: int) -> None:
    shown = [{"kind": kind, "amount": 0.5} for kind in ("swap_words", "swap_characters")]
    _, mapping = mapped(text, seed, shown)
    whole = [(0, len(text))] if text else []
    assert mapping.spans_to_original(mapping.spans_to_variant(whole)) == whole


def test_a_removed_span_disappears_and_one_around_it_closes() -> None:
    mapping = of_edits("search the typos", [(7, 11, ())])
    assert mapping.spans_to_variant([(7, 10)]) == []
    assert mapping.spans_to_variant([(0, 16)]) == [(0, 12)]
    assert mapping.spans_to_original([(0, 12)]) == [(0, 7), (11, 16)]


def test_a_span_that_is_torn_apart_becomes_several() -> None:
    edits: list[Edit] = [(0, 1, ((4, 5, None),)), (4, 5, ((0, 1, None),))]
    mapping = of_edits("a b c", edits)
    assert mapping.spans_to_variant([(0, 3)]) == [(1, 3), (4, 5)]
    assert mapping.spans_to_original([(1, 3), (4, 5)]) == [(0, 3)]


def test_spans_that_touch_stay_apart() -> None:
    mapping = of_edits("abcd e", [(4, 5, ())])
    assert mapping.spans_to_variant([(0, 2), (2, 4)]) == [(0, 2), (2, 4)]


def test_spans_that_touch_at_a_rewritten_word_stay_apart() -> None:
    mapping = of_edits("ab typos", [replacing(3, 8, "tpyos")])
    assert mapping.spans_to_variant([(0, 3), (3, 8)]) == [(0, 3), (3, 8)]


@pytest.mark.parametrize(
    ("span", "image"),
    [((0, 4), (0, 4)), ((3, 5), (3, 4)), ((4, 5), None), ((0, 5), (0, 4)), ((2, 3), (2, 3))],
)
def test_the_letters_that_a_lemma_keeps_correspond(span: Span, image: Span | None) -> None:
    mapping = of_edits("typos", [replacing(0, 5, "typo")])
    assert mapping.spans_to_variant([span]) == ([image] if image else [])


def test_the_rest_of_a_rewritten_word_corresponds_as_a_whole() -> None:
    mapping = of_edits("a feetish b", [replacing(2, 9, "footloosish")])
    assert mapping.spans_to_variant([(3, 4)]) == [(3, 10)]
    assert mapping.spans_to_variant([(3, 4), (4, 5)]) == [(3, 10)]
    assert mapping.spans_to_original([(5, 6)]) == [(3, 6)]
    assert mapping.spans_to_variant([(6, 9)]) == [(10, 13)]


def test_spans_outside_the_text_are_refused() -> None:
    _, mapping = mapped("a b c", 1, {"kind": "truncate_words", "n_words": 1})
    with pytest.raises(ValueError, match=r"\[3, 6\) is no part of a text of 5 characters"):
        mapping.spans_to_variant([(3, 6)])
    with pytest.raises(ValueError, match=r"\[0, 2\) is no part of a text of 1 characters"):
        mapping.spans_to_original([(0, 2)])


def test_what_rewrites_texts_maps_nothing() -> None:
    assert {name for name, kind in KINDS.items() if not kind.maps_offsets} == {
        "back_translate",
        "custom",
    }
