"""Grade scales: from a short text such as "1-5" or "0=No,1=Yes", with colours."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

MAX_GRADES = 10  # one digit key each
MAX_VALUE = 2**15 - 1  # grades are stored in two bytes

# A sequential blue that stays in order for colour-blind eyes and on paper.
LIGHTEST, DARKEST = (0xE3, 0xE8, 0xF2), (0x04, 0x4F, 0x7F)


class GradeOption(NamedTuple):
    value: int
    name: str
    colour: str
    requires_span: bool


def parse_scale(text: str) -> list[GradeOption]:
    """Grades in ascending order from "1-5", "0,1,2" or "0=Wrong,1=Partial,2=Perfect*".

    A star after a name asks for a marked span with that grade.

    Raises:
        ValueError: an entry that is no grade, a value twice or too large to be stored, fewer
            than two or too many grades.
    """
    named = _range(text) or [_entry(entry) for entry in text.split(",")]
    named.sort()
    if not 2 <= len(named) <= MAX_GRADES:
        raise ValueError(f"a scale has 2 to {MAX_GRADES} grades, {text!r} has {len(named)}")
    for (value, _, _), (following, _, _) in pairwise(named):
        if value == following:
            raise ValueError(f"the grade {value} stands twice in {text!r}")
    return [
        GradeOption(value, name, _colour(i / (len(named) - 1)), requires_span)
        for i, (value, name, requires_span) in enumerate(named)
    ]


def _range(text: str) -> list[tuple[int, str, bool]]:
    match = re.fullmatch(r"\s*(-?\d+)\s*-\s*(-?\d+)\s*", text)
    if match is None:
        return []
    return [(value, str(value), False) for value in range(_value(match[1]), _value(match[2]) + 1)]


def _entry(entry: str) -> tuple[int, str, bool]:
    match = re.fullmatch(r"\s*(-?\d+)\s*(?:=\s*([^*]+?)\s*(\*?)\s*)?", entry)
    if match is None:
        raise ValueError(f"{entry!r} is no grade; write 1-5, or 0=Wrong,1=Partial,2=Perfect")
    return _value(match[1]), match[2] or match[1], bool(match[3])


def _value(digits: str) -> int:
    value = int(digits)
    if not -MAX_VALUE <= value <= MAX_VALUE:
        raise ValueError(f"the grade {value} is beyond {MAX_VALUE}, which is as far as grades go")
    return value


def _colour(share: float) -> str:
    steps = (round(low + share * (high - low)) for low, high in zip(LIGHTEST, DARKEST, strict=True))
    return "#" + "".join(f"{step:02x}" for step in steps)
