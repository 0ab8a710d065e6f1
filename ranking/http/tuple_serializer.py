"""Serializers derived from NamedTuples: `TupleSerializer[Step]` has a field for each field of
`Step`. A text named `error` comes without the server's paths.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Any,
    ClassVar,
    Generic,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from django.db.models.enums import ChoicesType
from rest_framework import serializers

from ranking.http.server_paths import PathFreeField

T = TypeVar("T", bound=tuple[Any, ...])
AnyField = serializers.Field[Any, Any, Any, Any]

PLAIN: Mapping[Any, type[AnyField]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    str: serializers.CharField,
    datetime: serializers.DateTimeField,
    date: serializers.DateField,
}


class TupleSerializer(serializers.Serializer[Any], Generic[T]):
    # As in a ModelSerializer, a declared field goes before one that would be derived. No docstring:
    # the schema would use it for tuples that have none.

    hints: ClassVar[Mapping[str, Any]] = {}

    def __class_getitem__(cls, shown: type[T]) -> Any:
        return _serializer_of(shown)

    def get_fields(self) -> dict[str, AnyField]:
        declared, name = super().get_fields(), type(self).__name__
        shown = {
            key: declared[key] if key in declared else _named_field(key, hint, name)
            for key, hint in self.hints.items()
        }
        return shown | declared


@cache
def _serializer_of(shown: Any) -> Any:
    """One class a tuple, as the schema has one component a name."""
    has_docstring = not shown.__doc__.startswith(f"{shown.__name__}(")
    return type(
        f"{shown.__name__}Serializer",
        (TupleSerializer,),
        {
            "__doc__": shown.__doc__ if has_docstring else None,
            "__module__": shown.__module__,
            "hints": get_type_hints(shown),
        },
    )


def _named_field(name: str, hint: Any, owner: str) -> AnyField:
    if (name, hint) == ("error", str):
        return PathFreeField()
    return _field(hint, f"{owner}.{name}")


def _field(hint: Any, owner: str, **options: Any) -> AnyField:
    """The field for a type hint.

    Raises:
        TypeError: there is none for such a type.
    """
    kind, args = get_origin(hint), get_args(hint)
    if kind in (Union, UnionType) and len(args) == 2 and NoneType in args:
        [other] = set(args) - {NoneType}
        return _field(other, owner, allow_null=True)
    if kind is Literal:
        return serializers.ChoiceField(choices=args, **options)
    if kind in (list, tuple, Sequence):
        return _list_of(_field(args[0], owner), options)
    if kind in (dict, Mapping):
        return serializers.DictField(child=_field(args[1], owner), **options)
    if hint in PLAIN:
        return PLAIN[hint](**options)
    if isinstance(hint, ChoicesType):
        return serializers.ChoiceField(choices=hint.choices, **options)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return serializers.ChoiceField(choices=[member.value for member in hint], **options)
    if hasattr(hint, "_fields"):
        serializer: AnyField = _serializer_of(hint)(**options)
        return serializer
    raise TypeError(f"{owner} is of {hint}, which has no field of its own: declare it there.")


def _list_of(child: AnyField, options: Mapping[str, Any]) -> AnyField:
    if isinstance(child, serializers.BaseSerializer):
        return type(child)(many=True, **options)
    return serializers.ListField(child=child, **options)
