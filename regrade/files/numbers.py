"""Whole numbers as files write them, 3.0 for 3 too; a BadValue says why one is refused.

Programs that know only one kind of number, or keep gaps in a column of them, write 3.0.
"""

from __future__ import annotations

import re

from regrade.files.errors import BadValue
from regrade.limits import INT16_MAX, INT16_MIN, INT64_MAX

MOST_EXACT = 2**53  # doubles beyond it leave out whole numbers
# Python's int() also takes "1_000" and digits of every script; no other tool does.
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
_DECIMAL_NUMBER = re.compile(r"[+-]?([0-9]{1,18}(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")


def parse_small_number(name: str, text: str) -> int:
    """A whole number that the database holds in two bytes."""
    number = _parse_whole_number(name, text)
    if not INT16_MIN <= number <= INT16_MAX:
        reason = f"{name} {number} is outside {INT16_MIN} to {INT16_MAX}"
        raise BadValue(reason, code="out_of_range")
    return number


def parse_count(name: str, text: str, most: int = INT64_MAX) -> int:
    """A whole number from 0."""
    number = _parse_whole_number(name, text)
    if number < 0:
        raise BadValue(f"{name} {number} is negative", code="out_of_range")
    if number > most:
        raise BadValue(f"{name} {number} is beyond {most}", code="out_of_range")
    return number


def parse_probability(name: str, text: str) -> float:
    """A number above 0 and up to 1."""
    if not _DECIMAL_NUMBER.fullmatch(text):
        raise BadValue(f"{name} {text!r} is not a number", code="not_a_number")
    number = float(text)
    if not 0 < number <= 1:
        raise BadValue(f"{name} {text} is not above 0 and up to 1", code="out_of_range")
    return number


def is_whole_number(text: str) -> bool:
    return _WHOLE_NUMBER.fullmatch(without_zeros(text)) is not None


def without_zeros(text: str) -> str:
    """The text without a decimal part that is 0: "3" for "3.0"; any other text as it is."""
    whole, _, zeros = text.partition(".")
    return whole if zeros and not zeros.strip("0") else text


def whole_or_none(value: object) -> int | None:
    """A JSON number that is whole, 3.0 too; None for anything else, true and false among it."""
    if isinstance(value, float) and value.is_integer() and abs(value) < MOST_EXACT:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _parse_whole_number(name: str, text: str) -> int:
    if _WHOLE_NUMBER.fullmatch(text):
        return int(text)
    if not is_whole_number(text):
        raise BadValue(f"{name} {text!r} is not a whole number", code="not_a_whole_number")
    return int(without_zeros(text))
