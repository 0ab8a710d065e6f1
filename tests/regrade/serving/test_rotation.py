from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from regrade.serving.rotation import (
    draw_rotation,
    rotated,
    seam,
    spans_as_shown,
    spans_as_stored,
)
from regrade.text.spans import Span, checked_spans

TEXT = "the cat sat"  # shown from 4 on: "cat sat the ", a blank after "sat" and one after "the"
N, AT = len(TEXT), 4
KEYS = [str(i) for i in range(400)]
BLANKS = " \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000"
MARKS = "\u0301\u0308\ufe0f\u20dd"

texts = st.text(alphabet=st.sampled_from("ab漢字ไท𐍈😀🇩\u200d" + MARKS + BLANKS), max_size=30)


def in_pairs(offsets: Sequence[int]) -> list[Span]:
    return list(zip(offsets[::2], offsets[1::2], strict=False))


@st.composite
def marked(draw: st.DrawFn, *, shown: bool) -> tuple[int, int, list[Span]]:
    """A text's length, a rotation, and spans of the shown or the stored text."""
    n = draw(st.integers(1, 12))
    rotation = draw(st.integers(0, n - 1))
    borders = st.lists(st.integers(0, n + bool(rotation) * shown), max_size=8)
    spans = in_pairs(sorted(draw(borders)))
    return n, rotation, [(start, end) for start, end in spans if start < end]


def shown_places(n: int, rotation: int) -> list[int | None]:
    """For each character shown, its place in the stored text; None for the joining blank."""
    return [*range(rotation, n), None, *range(rotation)] if rotation else [*range(n)]


def covered(spans: Sequence[Span]) -> set[int]:
    return {place for start, end in spans for place in range(start, end)}


@pytest.mark.parametrize("text", ["", "cat", "  cat\n", "   ", "漢字漢字", "cat \u0301"])
def test_draw_rotation_leaves_a_text_without_two_words(text: str) -> None:
    assert {draw_rotation(text, key=key) for key in KEYS} == {0}


def test_draw_rotation_reaches_every_word_but_the_first() -> None:
    text = " 😀\u2003the cat\n\nsat 漢字\u3000end "
    starts = {match.start() for match in re.finditer("the|cat|sat|漢字|end", text)}
    assert {draw_rotation(text, key=key) for key in KEYS} == {0, *starts}


def test_draw_rotation_leaves_half_of_the_texts() -> None:
    assert 0.4 < sum(draw_rotation(TEXT, key=key) == 0 for key in KEYS) / len(KEYS) < 0.6


def test_draw_rotation_takes_every_word_as_often() -> None:
    drawn = [draw_rotation("a b c d e", key=str(i)) for i in range(4000)]
    assert all(400 < drawn.count(start) < 600 for start in (2, 4, 6, 8))


def test_draw_rotation_is_what_it_always_was() -> None:
    assert [draw_rotation("a b c d e", key=key) for key in KEYS[:8]] == [4, 8, 0, 0, 2, 0, 0, 0]


@given(texts, st.text())
def test_draw_rotation_begins_a_word(text: str, key: str) -> None:
    at = draw_rotation(text, key=key)
    if at:
        assert text[at - 1].isspace()
        assert not text[at].isspace()
        assert text[:at].strip()
        assert text[at] not in MARKS


def test_rotated_begins_at_the_rotation() -> None:
    assert rotated(TEXT, AT) == "cat sat the "


@given(texts)
def test_rotated_by_none_is_the_text(text: str) -> None:
    assert rotated(text, 0) == text


def test_the_seam_is_the_joining_blank() -> None:
    at = seam(TEXT, AT)
    assert at is not None
    shown = rotated(TEXT, AT)
    assert (shown[:at], shown[at], shown[at + 1 :]) == (TEXT[AT:], " ", TEXT[:AT])


def test_a_text_that_is_not_rotated_has_no_seam() -> None:
    assert seam(TEXT, 0) is None


@given(texts.filter(lambda text: len(text) > 1), st.data())
def test_rotated_holds_every_character_and_a_blank(text: str, data: st.DataObject) -> None:
    rotation = data.draw(st.integers(1, len(text) - 1))
    places = shown_places(len(text), rotation)
    assert rotated(text, rotation) == "".join(" " if at is None else text[at] for at in places)


@pytest.mark.parametrize("rotation", [-1, N, N + 1])
def test_a_rotation_outside_the_text_is_refused(rotation: int) -> None:
    with pytest.raises(ValueError, match=f"begin at {rotation}"):
        rotated(TEXT, rotation)
    with pytest.raises(ValueError, match="cannot begin"):
        spans_as_stored([], rotation=rotation, n_characters=N)
    with pytest.raises(ValueError, match="cannot begin"):
        spans_as_shown([], rotation=rotation, n_characters=N)


@pytest.mark.parametrize(
    ("shown", "stored"),
    [
        ([(0, 3)], [(4, 7)]),  # cat
        ([(8, 11)], [(0, 3)]),  # the
        ([(4, 11)], [(0, 3), (8, 11)]),  # sat the, across the seam
        ([(4, 7), (8, 11)], [(0, 3), (8, 11)]),
        ([(6, 8)], [(10, 11)]),  # t and the joining blank
        ([(7, 9)], [(0, 1)]),  # the joining blank and t
        ([(7, 8)], []),  # the joining blank
        ([(0, 12)], [(0, 11)]),  # everything
        ([(0, 3), (8, 12)], [(0, 7)]),  # "the " and "cat", which meet in the stored text
        ([(0, 2), (2, 3)], [(4, 6), (6, 7)]),  # two that touch stay two
        ([(8, 9), (0, 1)], [(0, 1), (4, 5)]),
        ([], []),
    ],
)
def test_spans_as_stored_of_a_rotated_text(shown: list[Span], stored: list[Span]) -> None:
    assert spans_as_stored(shown, rotation=AT, n_characters=N) == stored


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ([(4, 7)], [(0, 3)]),
        ([(0, 3)], [(8, 11)]),
        ([(0, 11)], [(0, 7), (8, 12)]),
        ([(2, 5)], [(0, 1), (10, 12)]),  # straddles the rotation
        ([(8, 11), (0, 3)], [(4, 7), (8, 11)]),
        ([], []),
    ],
)
def test_spans_as_shown_of_a_rotated_text(stored: list[Span], shown: list[Span]) -> None:
    assert spans_as_shown(stored, rotation=AT, n_characters=N) == shown


@given(marked(shown=True))
def test_spans_as_stored_covers_what_was_highlighted(case: tuple[int, int, list[Span]]) -> None:
    n, rotation, spans = case
    stored = spans_as_stored(spans, rotation=rotation, n_characters=n)
    places = shown_places(n, rotation)
    assert covered(stored) == {places[at] for at in covered(spans)} - {None}
    assert stored == checked_spans(stored, n_characters=n)


@given(marked(shown=False))
def test_spans_as_shown_covers_what_is_highlighted(case: tuple[int, int, list[Span]]) -> None:
    n, rotation, spans = case
    shown = spans_as_shown(spans, rotation=rotation, n_characters=n)
    places = shown_places(n, rotation)
    assert {places[at] for at in covered(shown)} == covered(spans)
    assert shown == checked_spans(shown, n_characters=n + bool(rotation))


@given(marked(shown=False))
@example((4, 2, [(1, 2), (2, 3)]))
def test_spans_come_back_from_the_shown_text(case: tuple[int, int, list[Span]]) -> None:
    """The same spans, but that two which touch at the rotation come back as one."""
    n, rotation, spans = case
    shown = spans_as_shown(spans, rotation=rotation, n_characters=n)
    back = spans_as_stored(shown, rotation=rotation, n_characters=n)
    meeting = [span for span in spans if rotation in span]
    if len(meeting) == 2:
        spans = sorted({*spans} - {*meeting} | {(meeting[0][0], meeting[1][1])})
    assert back == spans


@given(texts, st.text(), st.data())
def test_a_span_across_no_seam_holds_the_same_text(
    text: str, key: str, data: st.DataObject
) -> None:
    rotation = draw_rotation(text, key=key)
    shown = rotated(text, rotation)
    start = data.draw(st.integers(0, len(shown)))
    end = data.draw(st.integers(start, len(shown)))
    if start == end or start <= len(text) - rotation < end:
        return
    ((a, b),) = spans_as_stored([(start, end)], rotation=rotation, n_characters=len(text))
    assert text[a:b] == shown[start:end]


@pytest.mark.parametrize(
    ("spans", "reason"),
    [([(0, 13)], "12 characters"), ([(7, 7)], "no part"), ([(0, 8), (7, 9)], "overlap")],
)
def test_spans_as_stored_refuses_what_was_not_shown(
    spans: Sequence[Sequence[int]], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        spans_as_stored(spans, rotation=AT, n_characters=N)


@pytest.mark.parametrize(
    ("spans", "reason"),
    [([(0, 12)], "11 characters"), ([(5, 5)], "no part")],
)
def test_spans_as_shown_refuses_what_is_not_stored(
    spans: Sequence[Sequence[int]], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        spans_as_shown(spans, rotation=AT, n_characters=N)
    with pytest.raises(ValueError, match=reason):
        spans_as_stored(spans, rotation=0, n_characters=N)
