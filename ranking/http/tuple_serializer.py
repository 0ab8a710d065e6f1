"""Serializers derived from what services hold: `TupleSerializer[Step]` has a field for each field
of the NamedTuple or dataclass `Step`, `RequestSerializer[Step]` reads them, and `RowSerializer` has
some columns of a model or tuple. A text named `error` comes without the server's paths.

Limits and help of a field stand beside its type: `Annotated[int, {"min_value": 1}]`.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
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

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.db.models.enums import ChoicesType
from rest_framework import serializers

from ranking.http.limited_list import LimitedList
from ranking.http.server_paths import PathFreeField

T = TypeVar("T")
AnyField = serializers.Field[Any, Any, Any, Any]

PLAIN: Mapping[Any, type[AnyField]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    str: serializers.CharField,
    datetime: serializers.DateTimeField,
    date: serializers.DateField,
}


COLUMNS: Mapping[type[models.Field[Any, Any]], type[AnyField]] = {
    models.BooleanField: serializers.BooleanField,
    models.IntegerField: serializers.IntegerField,
    models.AutoField: serializers.IntegerField,
    models.FloatField: serializers.FloatField,
    models.TextField: serializers.CharField,
    models.CharField: serializers.CharField,
    models.ForeignKey: serializers.CharField,
    models.DateTimeField: serializers.DateTimeField,
    models.DateField: serializers.DateField,
}


class TupleSerializer(serializers.Serializer[Any], Generic[T]):
    # As in a ModelSerializer, a declared field goes before one that would be derived. No docstring:
    # the schema would use it for tuples that have none.

    hints: ClassVar[Mapping[str, Any]] = {}

    def __class_getitem__(cls, shown: Any) -> Any:
        if isinstance(shown, TypeVar):  # of a kind of them
            return cls
        return _serializer_of(shown, cls)

    def get_fields(self) -> dict[str, AnyField]:
        declared = super().get_fields()
        shown = {
            key: declared[key] if key in declared else self.derived(key, hint)
            for key, hint in self.hints.items()
        }
        return shown | declared

    def derived(self, name: str, hint: Any) -> AnyField:
        return _named_field(name, hint, type(self).__name__)


class RequestSerializer(TupleSerializer[T]):
    # What has a default may be left out, and cannot be null for being None then.

    defaults: ClassVar[Mapping[str, Any]] = {}

    def derived(self, name: str, hint: Any) -> AnyField:
        owner = f"{type(self).__name__}.{name}"
        if name not in self.defaults:
            return _field(hint, owner)
        default = self.defaults[name]
        return _field(_without_none(hint) if default is None else hint, owner, default=default)


class ChangesSerializer(TupleSerializer[T]):
    # What a request changes: each field may be left out, and then stays as it is.

    def derived(self, name: str, hint: Any) -> AnyField:
        return _field(hint, f"{type(self).__name__}.{name}", required=False)


class RowSerializer(serializers.Serializer[Any]):
    # No docstring, as above. `columns` are those shown of `model`, in their order: a model, a tuple
    # or a dataclass, or what has attributes of these names. "job.status" is the `status` of its
    # `job`; `paths` has columns that are named otherwise: {"run": "job.run.name"}. Declared fields
    # go before them. As a `ModelSerializer`, but for limits of what is stored, which say nothing in
    # an answer.

    model: ClassVar[type[Any]]
    columns: ClassVar[Sequence[str]] = ()
    paths: ClassVar[dict[str, str]] = {}
    is_part: ClassVar[bool] = False  # of a request that may leave any of them out

    def get_fields(self) -> dict[str, AnyField]:
        declared = super().get_fields()
        sources = {path.rpartition(".")[2]: path for path in self.columns} | self.paths
        shown = {
            name: declared[name] if name in declared else self.at_path(name, path)
            for name, path in sources.items()
        }
        return shown | declared

    def at_path(self, name: str, path: str) -> AnyField:
        options: dict[str, Any] = {"required": False} if self.is_part else {}
        if path != name:
            options["source"] = path
        return _field_at(self.model, path, f"{type(self).__name__}.{name}", options)


@cache
def _serializer_of(shown: Any, base: Any) -> Any:
    """One class a tuple, as the schema has one component a name."""
    has_docstring = not shown.__doc__.startswith(f"{shown.__name__}(")
    return type(
        f"{shown.__name__}Serializer",
        (base,),
        {
            "__doc__": shown.__doc__ if has_docstring else None,
            "__module__": shown.__module__,
            "hints": get_type_hints(shown, include_extras=True),
            "defaults": _defaults_of(shown),
        },
    )


def _defaults_of(shown: Any) -> Mapping[str, Any]:
    if is_dataclass(shown):
        return {one.name: one.default for one in fields(shown) if one.default is not MISSING}
    return dict(shown._field_defaults)


def _field_at(owner: Any, path: str, shown: str, options: dict[str, Any]) -> AnyField:
    """The field for what stands at a path of attributes; null where a step before it may be."""
    *steps, last = path.split(".")
    for step in steps:
        owner, may_be_none = _behind(_attribute(owner, step))
        if may_be_none:
            options["allow_null"] = True
    found = _attribute(owner, last)
    if not isinstance(found, models.Field):
        return _field(found, shown, **options)
    if isinstance(found, models.ForeignKey) and last == found.attname:
        options |= {"allow_null": True} if found.null else {}
        return _column(found.target_field, **options)
    return _column(found, **options)


def _attribute(owner: Any, name: str) -> Any:
    """The column of a model, or else the type of an attribute or property."""
    if issubclass(owner, models.Model):
        with suppress(FieldDoesNotExist):
            return owner._meta.get_field(name)
    hints = get_type_hints(owner, include_extras=True)
    if name in hints:
        return hints[name]
    found = inspect.getattr_static(owner, name)
    return get_type_hints(found.fget if isinstance(found, property) else found.func)["return"]


def _behind(found: Any) -> tuple[Any, bool]:
    """The class of what an attribute holds, and whether it may hold None."""
    if isinstance(found, models.Field):
        return found.related_model, found.null
    plain = _without_none(found)
    return plain, plain is not found


def _column(column: Any, **options: Any) -> AnyField:
    """The field for a column of a model."""
    if column.null:
        options["allow_null"] = True
    if isinstance(column, ArrayField):
        return serializers.ListField(child=_column(column.base_field), **options)
    if column.choices:
        options |= {"allow_blank": True} if column.blank else {}
        return serializers.ChoiceField(choices=column.choices, **options)
    kinds = [made for kind, made in COLUMNS.items() if isinstance(column, kind)]
    if not kinds:
        raise TypeError(f"{column} has no field of its own: declare it.")
    return kinds[0](**options)


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
    if kind is Annotated:
        return _field(args[0], owner, **options, **args[1])
    if kind in (Union, UnionType) and len(args) == 2 and NoneType in args:
        [other] = set(args) - {NoneType}
        return _field(other, owner, **{**options, "allow_null": True})
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
    if hasattr(hint, "_fields") or is_dataclass(hint):
        serializer: AnyField = _serializer_of(hint, TupleSerializer)(**options)
        return serializer
    raise TypeError(f"{owner} is of {hint}, which has no field of its own: declare it there.")


def _without_none(hint: Any) -> Any:
    """The type without None, with its annotations."""
    if get_origin(hint) is Annotated:
        return Annotated[_without_none(get_args(hint)[0]), get_args(hint)[1]]
    if get_origin(hint) not in (Union, UnionType):
        return hint
    [other] = set(get_args(hint)) - {NoneType}
    return other


def _list_of(child: AnyField, options: Mapping[str, Any]) -> AnyField:
    if isinstance(child, serializers.BaseSerializer):
        return type(child)(many=True, **options)
    made = LimitedList if "max_length" in options else serializers.ListField
    return made(child=child, **options)
