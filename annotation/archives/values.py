"""Values of an archive, checked as the database would: type, length, range and choices."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import connection
from django.db.models import (
    BooleanField,
    DateTimeField,
    Field,
    FloatField,
    IntegerField,
    JSONField,
    TextField,
)

from regrade.files.errors import BadValue

MAX_DEPTH = 50


def read_json(line: bytes) -> Any:
    """A JSON value.

    Raises:
        BadValue: it is none, or none that the database takes.
    """
    try:
        value = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise BadValue("this is no JSON", code="not_json") from error
    _refuse_unstorable(value, 0)
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _refuse_unstorable(value: Any, depth: int) -> None:
    """Refuse characters that PostgreSQL takes in no text, and nesting without end."""
    if depth > MAX_DEPTH:
        raise BadValue(f"the value is nested deeper than {MAX_DEPTH}", code="nested_too_deep")
    if isinstance(value, str):
        if "\x00" in value or not _is_encodable(value):
            raise BadValue("a text has a character that cannot be stored", code="bad_character")
    elif isinstance(value, dict):
        for name, one in value.items():
            _refuse_unstorable(name, depth + 1)
            _refuse_unstorable(one, depth + 1)
    elif isinstance(value, list):
        for one in value:
            _refuse_unstorable(one, depth + 1)
    elif isinstance(value, float) and not math.isfinite(value):
        raise BadValue("a number is too large", code="out_of_range")


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def read_value(field: Field[Any, Any], value: Any) -> Any:
    """The value of a column.

    Raises:
        BadValue: the column does not take it.
    """
    if value is None:
        if not field.null:
            raise _bad(field, value, "null_refused", "is never null")
        return None
    if field.choices and not _is_choice(field, value):
        raise _bad(field, value, "unknown_choice", "has no such value")
    for kind, read in READERS.items():
        if isinstance(field, kind):
            return read(field, value)
    raise TypeError(f"no reader of {field}")


def _is_choice(field: Field[Any, Any], value: Any) -> bool:
    known = [choice for choice, _ in field.flatchoices]
    return value in known or (value == "" and field.blank)


def _read_bool(field: Field[Any, Any], value: Any) -> bool:
    if not isinstance(value, bool):
        raise _bad(field, value, "wrong_type", "is true or false")
    return value


def _read_integer(field: Field[Any, Any], value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _bad(field, value, "wrong_type", "is a whole number")
    least, most = connection.ops.integer_field_range(field.get_internal_type())
    if (least is not None and value < least) or (most is not None and value > most):
        raise _bad(field, value, "out_of_range", f"is from {least} to {most}")
    return value


def _read_float(field: Field[Any, Any], value: Any) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise _bad(field, value, "wrong_type", "is a number")
    try:
        return float(value)
    except OverflowError as error:
        raise _bad(field, value, "out_of_range", "is a number of 64 bits") from error


def _read_text(field: Field[Any, Any], value: Any) -> str:
    if not isinstance(value, str):
        raise _bad(field, value, "wrong_type", "is a text")
    return value


def _read_moment(field: Field[Any, Any], value: Any) -> datetime:
    rule = "is a date and time with its zone"
    try:
        moment = datetime.fromisoformat(value)
        in_utc = moment.astimezone(UTC)
    except (TypeError, ValueError, OverflowError) as error:
        raise _bad(field, value, "wrong_type", rule) from error
    if moment.tzinfo is None:
        raise _bad(field, value, "wrong_type", rule)
    return in_utc


def _read_document(field: Field[Any, Any], value: Any) -> Any:
    """Lists where the column has them, objects elsewhere."""
    wanted = list if isinstance(field.get_default(), list) else dict
    if not isinstance(value, wanted):
        raise _bad(field, value, "wrong_type", f"is a JSON {KINDS[wanted]}")
    return value


def _read_numbers(field: Field[Any, Any], value: Any) -> list[int]:
    if not isinstance(value, list):
        raise _bad(field, value, "wrong_type", "is a list of whole numbers")
    return [_read_integer(field.base_field, one) for one in value]  # type: ignore[attr-defined]


KINDS: Mapping[type, str] = {list: "list", dict: "object"}
READERS = {
    BooleanField: _read_bool,
    IntegerField: _read_integer,
    FloatField: _read_float,
    DateTimeField: _read_moment,
    JSONField: _read_document,
    TextField: _read_text,
    ArrayField: _read_numbers,
}


def _bad(field: Field[Any, Any], value: Any, code: str, rule: str) -> BadValue:
    return BadValue(f"{field.name or 'a number'} {rule}, not {_short(value)}", code=code)


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:60]}…"
