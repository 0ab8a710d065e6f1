"""Whole numbers as files write them; a BadValue says why one is refused."""

from __future__ import annotations

import re

from regrade.files.errors import BadValue

INT16_MIN, INT16_MAX = -(2**15), 2**15 - 1
INT32_MAX, INT64_MAX = 2**31 - 1, 2**63 - 1
# Python's int() also takes "1_000" and digits of every script; no other tool does.
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")


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


def is_whole_number(text: str) -> bool:
    return _WHOLE_NUMBER.fullmatch(text) is not None


def _parse_whole_number(name: str, text: str) -> int:
    if not is_whole_number(text):
        raise BadValue(f"{name} {text!r} is not a whole number", code="not_a_whole_number")
    return int(text)
