"""Parsers for cells of label and judgment files; a BadValue says why one is refused."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from itertools import pairwise
from typing import TypeAlias

from regrade.files.errors import BadValue
from regrade.files.json_lines import NUL_ESCAPE, SURROGATE_ESCAPE
from regrade.files.numbers import whole_or_none

Span: TypeAlias = tuple[int, int]

MAX_QUOTED = 80  # characters of a cell in a refusal


def parse_time(name: str, text: str) -> datetime:
    """A moment in ISO 8601, in UTC; without a zone it is read as UTC."""
    try:
        moment = datetime.fromisoformat(text)
        return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        reason = f"{name} {text!r} is not a time in ISO 8601"
        raise BadValue(reason, code="not_a_time") from error


def parse_spans(name: str, text: str) -> tuple[Span, ...]:
    """Half-open spans from a JSON list of [start, end], sorted; they may touch, not overlap."""
    try:
        spans = sorted(_parse_span(item) for item in _parse_list(text))
    except (TypeError, ValueError, RecursionError) as error:
        reason = f"{name} {text[:MAX_QUOTED]!r} is not a JSON list of [start, end]"
        raise BadValue(reason, code="not_spans") from error
    for (_, end), (start, _) in pairwise(spans):
        if start < end:
            raise BadValue(f"{name} {text[:MAX_QUOTED]!r} overlap", code="spans_overlap")
    return tuple(spans)


def parse_json_string(name: str, text: str) -> str:
    """A JSON string; null is an empty one."""
    value = _parse_json(name, text)
    if value is None or isinstance(value, str):
        return value or ""
    raise BadValue(f"{name} {text[:MAX_QUOTED]!r} is not a JSON string", code="not_a_string")


def parse_json_object(name: str, text: str) -> dict[str, str]:
    """The fields of a JSON object as text: what is no string becomes JSON, null is empty."""
    value = _parse_json(name, text)
    if isinstance(value, dict):
        return {field: as_text(content) for field, content in value.items()}
    raise BadValue(f"{name} {text[:MAX_QUOTED]!r} is not a JSON object", code="not_a_json_object")


def as_text(value: object) -> str:
    """A JSON value as the text of a cell; null is empty, and 3.0 is 3."""
    if value is None:
        return ""
    if (number := whole_or_none(value)) is not None:
        return str(number)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _parse_json(name: str, text: str) -> object:
    """A JSON value that PostgreSQL's text can hold."""
    if NUL_ESCAPE.search(text):
        raise BadValue(f"{name} holds a NUL character", code="nul_character")
    try:
        value: object = json.loads(text)
        if SURROGATE_ESCAPE.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise BadValue(f"{name} holds half of a surrogate pair", code="lone_surrogate") from error
    except (ValueError, RecursionError) as error:
        raise BadValue(f"{name} {text[:MAX_QUOTED]!r} is not JSON", code="not_json") from error
    return value


def _parse_list(text: str) -> list[object]:
    value = json.loads(text)
    if not isinstance(value, list):
        raise TypeError(f"{text!r} is no list")
    return value


def _parse_span(item: object) -> Span:
    if isinstance(item, list) and len(item) == 2:
        start, end = map(whole_or_none, item)
        if start is not None and end is not None and 0 <= start < end:
            return start, end
    raise ValueError(f"{item!r} is no span")
