"""What a cell of a label or judgment file says; a ValueError's text is the reason to refuse it."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from itertools import pairwise
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]

INT16_MIN, INT16_MAX = -(2**15), 2**15 - 1
# Python's int() also takes "1_000" and digits of every script; no other tool does.
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")


def parse_small_number(name: str, text: str) -> int:
    """A whole number that the database holds in two bytes."""
    number = _parse_whole_number(name, text)
    if not INT16_MIN <= number <= INT16_MAX:
        raise ValueError(f"{name} {number} is outside {INT16_MIN} to {INT16_MAX}")
    return number


def parse_count(name: str, text: str) -> int:
    """A whole number from 0."""
    number = _parse_whole_number(name, text)
    if number < 0:
        raise ValueError(f"{name} {number} is negative")
    return number


def parse_time(name: str, text: str) -> datetime:
    """A moment in ISO 8601, in UTC; without a zone it is read as UTC."""
    try:
        moment = datetime.fromisoformat(text)
        return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{name} {text!r} is not a time in ISO 8601") from error


def parse_spans(name: str, text: str) -> tuple[Span, ...]:
    """Half-open spans from a JSON list of [start, end], sorted; they may touch, not overlap."""
    try:
        spans = sorted(_parse_span(item) for item in _parse_list(text))
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"{name} {text!r} is not a JSON list of [start, end]") from error
    for (_, end), (start, _) in pairwise(spans):
        if start < end:
            raise ValueError(f"{name} {text!r} overlap")
    return tuple(spans)


def _parse_whole_number(name: str, text: str) -> int:
    if not _WHOLE_NUMBER.fullmatch(text):
        raise ValueError(f"{name} {text!r} is not a whole number")
    return int(text)


def _parse_list(text: str) -> list[object]:
    value = json.loads(text)
    if not isinstance(value, list):
        raise TypeError(f"{text!r} is no list")
    return value


def _parse_span(item: object) -> Span:
    # The type itself is asked for: true is an int to isinstance.
    if isinstance(item, list) and [type(end) for end in item] == [int, int]:
        start, end = item
        if 0 <= start < end:
            return start, end
    raise ValueError(f"{item!r} is no span")
