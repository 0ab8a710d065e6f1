from __future__ import annotations

import pytest

from regrade.files.errors import BadValue
from regrade.files.judging.mturk import Highlights, read_highlights
from tests.refusals import refused

TEXT = "a🌲b and no more"  # the tree takes two units in a browser, one code point here
LEVELS = ("very_low", "low", "medium", "high", "very_high")


def answer(entities: str, confidence: str = "{}") -> str:
    return f'[{{"answer_confidence": {confidence}, "words": {{"entities": [{entities}]}}}}]'


def span(start: object, end: object) -> str:
    return f'{{"startOffset": {start}, "endOffset": {end}, "label": "x"}}'


def read(text: str, passage: str = TEXT) -> Highlights:
    return read_highlights("answer", text, passage)


@pytest.mark.parametrize(
    ("entities", "spans"),
    [
        ("", ()),
        (span(0, 1), ((0, 1),)),
        (f"{span(8, 10)}, {span(0, 1)}", ((0, 1), (7, 9))),
        (span(1, 4), ((1, 3),)),
        (span(0, 16), ((0, len(TEXT)),)),
        (f"{span(0, 1)}, {span(0, 1)}", ((0, 1),)),
        (f"{span(5, 10)}, {span(8, 12)}", ((4, 11),)),
        (f"{span(5, 6)}, {span(6, 8)}", ((4, 5), (5, 7))),
        (span(6, 6), ()),
    ],
    ids=["none", "one", "sorted", "units", "whole", "twice", "overlap", "touch", "empty"],
)
def test_spans_become_code_points(entities: str, spans: tuple[tuple[int, int], ...]) -> None:
    assert read(answer(entities)).spans == spans


def test_an_offset_within_a_character_leaves_it_out() -> None:
    assert read(answer(span(0, 2))).spans == ((0, 1),)


@pytest.mark.parametrize("true", ["true", "True"])
@pytest.mark.parametrize(("level", "number"), list(zip(LEVELS, range(1, 6), strict=True)))
def test_confidence_is_the_level_that_was_ticked(true: str, level: str, number: int) -> None:
    false = true.replace("rue", "alse").replace("T", "F").replace("t", "f")
    ticks = ", ".join(f'"{name}": {true if name == level else false}' for name in LEVELS)
    assert read(answer("", f"{{{ticks}}}")).confidence == number


@pytest.mark.parametrize("levels", ["{}", '{"low": false}', '{"low": true, "high": true}', "null"])
def test_no_tick_or_several_are_no_confidence(levels: str) -> None:
    assert read(answer("", levels)).confidence is None


def test_words_in_quotes_are_no_constants() -> None:
    text = '[{"w": {"entities": [], "label": "True \\" None"}, "on": None}]'
    assert read(text) == Highlights((), None)


@pytest.mark.parametrize("text", ["", "  "])
def test_an_empty_answer_is_none(text: str) -> None:
    assert read(text) == Highlights(None, None)


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("[{'entities': []}]", "not_json", ""),
        ("[" * 100_000, "not_json", ""),
        ("[]", "no_highlights", ""),
        ("3", "no_highlights", ""),
        ('[{"grade": {"1": true}}]', "no_highlights", ""),
        (answer("7"), "not_spans", "holds 7"),
        (answer(span("true", 3)), "not_spans", ""),
        (answer(span(0, '"3"')), "not_spans", ""),
        (answer('{"startOffset": 1}'), "not_spans", ""),
        (answer(span(-1, 3)), "outside_passage", "[-1, 3)"),
        (answer(span(3, 17)), "outside_passage", "passage of 16 characters"),
        (answer(span(5, 3)), "outside_passage", ""),
    ],
)
def test_another_answer_is_refused(text: str, code: str, says: str) -> None:
    with refused(BadValue, code, says=says):
        read(text)
