"""Grade scales: from a short text such as "1-5" or "0=No,1=Yes", with colours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from regrade.text.visible import has_text

N_KEYS = 10  # a digit for each grade; of more than these none has a key
MAX_GRADES = 21
MAX_STEPS = 101  # of a slider from 0 to 100, which recorded judgments may have been given by
MAX_VALUE = 2**15 - 1  # grades are stored in two bytes

# A sequential blue that stays in order for colour-blind eyes and on paper.
LIGHTEST, DARKEST = (0xE3, 0xE8, 0xF2), (0x04, 0x4F, 0x7F)
COLOUR = re.compile("#[0-9a-fA-F]{6}")


class GradeOption(NamedTuple):
    """One step of a scale; without a colour it gets its step of the sequential blue."""

    value: int
    name: str
    colour: str
    requires_span: bool
    description: str = ""


class ScalePreset(NamedTuple):
    """A preset scale; organizers can change everything in it before the campaign is made."""

    code: str
    name: str
    description: str
    grades: tuple[GradeOption, ...]


def parse_scale(text: str) -> list[GradeOption]:
    """Grades in ascending order from "1-5", "0,1,2" or "0=Wrong,1=Partial,2=Perfect*".

    A star after a name asks for a highlight with that grade. A range may be as long as a slider;
    such a campaign takes recorded judgments and is never opened.

    Raises:
        ValueError: an entry that is no grade, and whatever `checked_scale` refuses.
    """
    steps = _range(text)
    named = steps or [_entry(entry) for entry in text.split(",")]
    grades = [GradeOption(value, name, "", span) for value, name, span in named]
    return checked_scale(grades, most=MAX_STEPS if steps else MAX_GRADES)


def checked_scale(grades: Iterable[GradeOption], *, most: int = MAX_GRADES) -> list[GradeOption]:
    """The grades in ascending order, each with a colour of six small hexadecimal digits.

    Raises:
        ValueError: fewer than two or too many grades, a value or a name twice, a value too large
            to be stored, a grade without a name, or a colour that is none.
    """
    scale = sorted(grades)
    if not 2 <= len(scale) <= most:
        raise ValueError(f"a scale has 2 to {most} grades, this one has {len(scale)}")
    for grade, following in pairwise(scale):
        if grade.value == following.value:
            raise ValueError(f"the grade {grade.value} appears twice")
    names = [grade.name.strip() for grade in scale]
    for grade, name in zip(scale, names, strict=True):
        _check_grade(grade, names.count(name))
    return [
        grade._replace(name=name, colour=grade.colour.lower() or _colour(index / (len(scale) - 1)))
        for index, (grade, name) in enumerate(zip(scale, names, strict=True))
    ]


def _check_grade(grade: GradeOption, n_of_its_name: int) -> None:
    if not -MAX_VALUE <= grade.value <= MAX_VALUE:
        raise ValueError(f"the grade {grade.value} is beyond {MAX_VALUE}, as far as grades go")
    if not has_text(grade.name):
        raise ValueError(f"the grade {grade.value} has no name")
    if n_of_its_name > 1:
        raise ValueError(f"the name {grade.name} appears twice")
    if grade.colour and not COLOUR.fullmatch(grade.colour):
        raise ValueError(f"{grade.colour!r} is no colour; write six hexadecimal digits, as #044f7f")


def _range(text: str) -> list[tuple[int, str, bool]]:
    match = re.fullmatch(r"\s*(-?\d+)\s*-\s*(-?\d+)\s*", text)
    if match is None:
        return []
    return [(value, str(value), False) for value in range(_value(match[1]), _value(match[2]) + 1)]


def _entry(entry: str) -> tuple[int, str, bool]:
    digits, equals, named = (part.strip() for part in entry.partition("="))
    name, star, rest = (part.strip() for part in named.partition("*"))
    if not re.fullmatch(r"-?\d+", digits) or (equals and not name) or rest:
        raise ValueError(f"{entry!r} is no grade; write 1-5, or 0=Wrong,1=Partial,2=Perfect")
    return _value(digits), name or digits, bool(star)


def _value(digits: str) -> int:
    value = int(digits)
    if not -MAX_VALUE <= value <= MAX_VALUE:
        raise ValueError(f"the grade {value} is beyond {MAX_VALUE}, as far as grades go")
    return value


def _colour(share: float) -> str:
    steps = (round(low + share * (high - low)) for low, high in zip(LIGHTEST, DARKEST, strict=True))
    return "#" + "".join(f"{step:02x}" for step in steps)


def shown_colours(colours: Sequence[str]) -> list[str]:
    """The colours of a scale, the lowest grade first; who has none gets its step of the blue."""
    steps = sequential_colours(max(len(colours), 2))
    return [own or step for own, step in zip(colours, steps, strict=False)]


def sequential_colours(n: int) -> list[str]:
    """From lightest to darkest, for scales of two grades and more."""
    return [_colour(index / (n - 1)) for index in range(n)]


def _preset(
    code: str, name: str, description: str, *grades: tuple[int, str, str], marked_from: int = 100
) -> ScalePreset:
    options = (
        GradeOption(value, title, "", value >= marked_from, meaning)
        for value, title, meaning in grades
    )
    return ScalePreset(code, name, description, tuple(checked_scale(options)))


PRESETS = (
    _preset(
        "binary",
        "Relevant or not",
        "Two grades. Quick to judge and to explain; measures see no shades.",
        (0, "Not relevant", "Does not help with what was asked."),
        (1, "Relevant", "Helps with what was asked, in whole or in part."),
    ),
    _preset(
        "trec",
        "TREC, 0 to 3",
        "Four grades, as the Deep Learning tracks have them. Good for nDCG.",
        (0, "Irrelevant", "Has nothing to do with what was asked."),
        (1, "Related", "On the subject, but does not answer."),
        (2, "Highly relevant", "Holds an answer, though it is unclear or among other things."),
        (3, "Perfectly relevant", "Is entirely about the question, and contains the exact answer."),
    ),
    _preset(
        "five",
        "Five points, 1 to 5",
        "Five steps from not at all to fully. Fine shades, and more disagreement between people.",
        (1, "Not at all", "Off the subject."),
        (2, "Slightly", "Touches the subject, of no use to who asked."),
        (3, "Somewhat", "Says something useful, and leaves most open."),
        (4, "Mostly", "Answers most of what was asked."),
        (5, "Fully", "Answers all that was asked."),
    ),
    _preset(
        "fira",
        "FiRA, 0 to 3 with highlights",
        "Four grades; the upper two require highlighting the words that answer.",
        (0, "Wrong", "Has nothing to do with what was asked, or gets it wrong."),
        (1, "Topic", "On the subject, without a part of the answer."),
        (2, "Partial", "Holds a part of the answer."),
        (3, "Perfect", "Holds the whole answer."),
        marked_from=2,
    ),
)
