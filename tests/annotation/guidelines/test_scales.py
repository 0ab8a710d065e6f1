from __future__ import annotations

import re

import pytest

from annotation.guidelines.scales import (
    DARKEST,
    LIGHTEST,
    MAX_GRADES,
    PRESETS,
    GradeOption,
    ScalePreset,
    checked_scale,
    parse_scale,
    sequential_colours,
)


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


def test_parse_scale_takes_as_many_grades_as_people_choose_among() -> None:
    named = ",".join(f"{value}=Grade {value}" for value in range(MAX_GRADES))
    assert len(parse_scale(named)) == MAX_GRADES


def test_parse_scale_takes_a_range_as_long_as_a_slider() -> None:
    assert entries("0-100") == [(value, str(value)) for value in range(101)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "''"),
        ("a-b", "'a-b'"),
        ("1.5,2", "'1.5'"),
        ("0=,1=Yes", "'0='"),
        ("1,,2", "''"),
        ("5-1", "'5-1'"),
        ("1,2,1", "grade 1 appears twice"),
        ("3", "has 1"),
        ("3-3", "has 1"),
        (",".join(map(str, range(22))), "has 22"),
        ("0-101", "has 102"),
        ("-40000,0", "-40000"),
        ("1-100000000000", "100000000000"),
        ("0=Yes,1=Yes", "Yes appears twice"),
        ("0=1,1", "name 1 appears twice"),
    ],
)
def test_parse_scale_refuses_what_is_none(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        parse_scale(text)


def grade(value: int, name: str = "", colour: str = "") -> GradeOption:
    return GradeOption(value, name or str(value), colour, requires_span=False)


def test_checked_scale_sorts_and_keeps_what_was_said() -> None:
    said = GradeOption(1, "Yes", "#AABBCC", requires_span=True, description="It answers.")
    no, yes = checked_scale([said, grade(0)])
    assert (no.value, no.colour) == (0, "#e3e8f2")
    assert yes == said._replace(colour="#aabbcc")


@pytest.mark.parametrize(
    ("grades", "reason"),
    [
        ([], "has 0"),
        ([grade(1), grade(1, "one")], "grade 1 appears twice"),
        ([grade(1), grade(40000)], "40000"),
        ([grade(1), grade(2, " ")], "grade 2 has no name"),
        ([grade(1, "Yes"), grade(2, " Yes ")], "name Yes appears twice"),
        ([grade(1), grade(2, colour="red")], "'red'"),
        ([grade(1), grade(2, colour="#12345")], "'#12345'"),
    ],
)
def test_checked_scale_refuses_what_is_none(grades: list[GradeOption], reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        checked_scale(grades)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.code)
def test_every_preset_is_a_scale_that_says_what_its_grades_mean(preset: ScalePreset) -> None:
    assert checked_scale(preset.grades) == list(preset.grades)
    assert all(grade.description for grade in preset.grades)


def test_firas_upper_grades_ask_for_highlights() -> None:
    [fira] = [preset for preset in PRESETS if preset.code == "fira"]
    assert [(grade.name, grade.requires_span) for grade in fira.grades] == [
        ("Wrong", False),
        ("Topic", False),
        ("Partial", True),
        ("Perfect", True),
    ]


def test_sequential_colours_run_from_light_to_dark() -> None:
    assert sequential_colours(2) == ["#e3e8f2", "#044f7f"]
    assert sequential_colours(5) == [grade.colour for grade in parse_scale("1-5")]
