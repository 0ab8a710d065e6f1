from __future__ import annotations

import re

import pytest

from annotation.scales import DARKEST, LIGHTEST, MAX_GRADES, parse_scale


def entries(text: str) -> list[tuple[int, str]]:
    return [(grade.value, grade.name) for grade in parse_scale(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1-5", [(1, "1"), (2, "2"), (3, "3"), (4, "4"), (5, "5")]),
        (" 0 - 1 ", [(0, "0"), (1, "1")]),
        ("-2--1", [(-2, "-2"), (-1, "-1")]),
        ("0,1,2", [(0, "0"), (1, "1"), (2, "2")]),
        ("2,0", [(0, "0"), (2, "2")]),
        ("0=No,1=Yes", [(0, "No"), (1, "Yes")]),
        ("0 = Not at all , 1 = A bit", [(0, "Not at all"), (1, "A bit")]),
        ("-1=Spam,0", [(-1, "Spam"), (0, "0")]),
    ],
)
def test_parse_scale_orders_and_names_the_grades(
    text: str, expected: list[tuple[int, str]]
) -> None:
    assert entries(text) == expected


def test_parse_scale_star_asks_for_a_span() -> None:
    scale = parse_scale("0=Wrong,1=Partial*,2=Perfect *")
    assert [(grade.name, grade.requires_span) for grade in scale] == [
        ("Wrong", False),
        ("Partial", True),
        ("Perfect", True),
    ]


def test_parse_scale_colours_go_from_light_to_dark() -> None:
    def channels(colour: str) -> tuple[int, ...]:
        return tuple(bytes.fromhex(colour.removeprefix("#")))

    colours = [channels(grade.colour) for grade in parse_scale("1-5")]
    assert (colours[0], colours[-1]) == (LIGHTEST, DARKEST)
    assert sorted(colours, key=sum, reverse=True) == colours
    assert len(set(colours)) == 5


def test_parse_scale_colours_are_hexadecimal() -> None:
    assert all(re.fullmatch("#[0-9a-f]{6}", grade.colour) for grade in parse_scale("0-9"))


def test_parse_scale_takes_as_many_grades_as_there_are_digit_keys() -> None:
    assert len(parse_scale("0-9")) == MAX_GRADES


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no grade"),
        ("a-b", "no grade"),
        ("1.5,2", "'1.5' is no grade"),
        ("0=,1=Yes", "'0=' is no grade"),
        ("1,,2", "'' is no grade"),
        ("5-1", "'5-1' is no grade"),
        ("1,2,1", "the grade 1 stands twice"),
        ("3", "has 1"),
        ("3-3", "has 1"),
        ("0-10", "has 11"),
        ("0,40000", "40000 is beyond"),
        ("-40000,0", "-40000 is beyond"),
        ("1-100000000000", "is beyond"),
    ],
)
def test_parse_scale_refuses_what_is_none(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        parse_scale(text)
