"""Values that no browser of ours sends, put in place of each field of a request.

What validates a request is found by listening: the serializers that run while a sensible one is
answered. Each field of theirs gets all values without HTTP, which takes milliseconds; over HTTP go
those that validation lets through, since only they reach what stands behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from copy import copy
from typing import Any, NamedTuple
from unittest.mock import patch

from django.core.exceptions import ValidationError as DjangoValidationError
from django.http import QueryDict
from rest_framework.exceptions import APIException
from rest_framework.fields import CharField, Field, FloatField, IntegerField, SkipField, empty
from rest_framework.serializers import Serializer

from regrade.exceptions import RegradeError

Place = tuple[str | int, ...]
LONG = "x" * 300_000
# By class: of each, the first that is let through stands for the others of it.
TEXTS: dict[str, tuple[Any, ...]] = {
    "no text": ("",),
    "NUL": ("\0", "a\0b"),
    "text": ("'; --",),
    "digits": ("1" * 5000,),
    "no number": ("NaN", "inf"),
    "small": (0, 1.5, True, "\u0663"),
    "below zero": (-1,),
    "large": (2**63, -(2**63) - 1, 10**300, 1e308, 2**31, 2**15),
}
VALUES: dict[str, tuple[Any, ...]] = {
    **TEXTS,
    "long": (LONG,),
    "nothing": (None,),
    "list": ([], [[]], [None], [{}], [[0, 2**63]], [2**63]),
    "object": ({}, {"a": {}}),
}
# Where a number is a text, these are texts like any other.
WRITTEN_NUMBERS = {"no number", "small", "below zero", "large"}
HALF_CHARACTERS = ("\ud800", "a\udfffb")


class Validated(NamedTuple):
    """What a serializer was given."""

    serializer: Serializer[Any]
    data: Any

    @property
    def is_flat(self) -> bool:
        """A query, or what stands beside a file in a form: every value is a text."""
        return isinstance(self.data, QueryDict)

    def let_through(self) -> Iterator[tuple[Place, str, Any]]:
        """Values that pass, by place and class. A serializer that breaks raises."""
        for place, field in fields_of(self.serializer):
            for kind, values in (TEXTS if self.is_flat else VALUES).items():
                is_text = kind in WRITTEN_NUMBERS and self._reads_as_text(field)
                for value in values:
                    if self._passes(place, field, value):
                        yield place, "text" if is_text else kind, value

    def _reads_as_text(self, field: Field[Any, Any, Any, Any]) -> bool:
        return isinstance(field, CharField) or (
            self.is_flat and not isinstance(field, IntegerField | FloatField)
        )

    def _passes(self, place: Place, field: Field[Any, Any, Any, Any], value: Any) -> bool:
        """Whether the field takes it, which is quickly seen, and all of them together."""
        data = changed(self.data, place, value)
        try:
            with suppress(SkipField):  # an empty text is none at all
                field.run_validation(field.get_value(data) if self.is_flat else value)
            self.serializer.run_validation(data)
        except (APIException, DjangoValidationError, RegradeError):
            return False
        except Exception as error:
            error.add_note(f"{str(value)[:40]} at {place}")
            raise
        return True


@contextmanager
def listening() -> Iterator[list[Validated]]:
    """Collects what serializers are given by views; not those within others."""
    heard, run = list[Validated](), Serializer.run_validation

    def note(serializer: Serializer[Any], data: Any = empty) -> Any:
        if serializer.root is serializer:
            heard.append(Validated(serializer, data))
        return run(serializer, data)

    with patch.object(Serializer, "run_validation", note):
        yield heard


def fields_of(
    serializer: Serializer[Any],
) -> Iterator[tuple[Place, Field[Any, Any, Any, Any]]]:
    """Each field that is read from a request, those within others included."""
    for name, field in serializer.fields.items():
        if not field.read_only:
            yield (name,), field
            inner = getattr(field, "child", field)
            within: Place = (name,) if inner is field else (name, 0)
            if isinstance(inner, Serializer):
                yield from (((*within, *place), part) for place, part in fields_of(inner))


def changed(data: Any, place: Place, value: Any) -> Any:
    """The data with another value at one place, which is made where it is not."""
    first, *rest = place
    if isinstance(data, QueryDict):
        flat: Any = copy(data)
        flat[str(first)] = str(value)
        return flat
    if isinstance(first, int):
        parts: list[Any] = data if isinstance(data, list) and data else [{}]
        whole, *others = parts
        return [changed(whole, tuple(rest), value) if rest else value, *others]
    known: dict[Any, Any] = data if isinstance(data, dict) else {}
    return {**known, first: changed(known.get(first), tuple(rest), value) if rest else value}
