"""Serializers derived from what services hold: `TupleSerializer[Step]` has a field for each field
of the NamedTuple or dataclass `Step`, `RequestSerializer[Step]` reads them, and `RowSerializer` has
some columns of a model or tuple. A text named `error` comes without the server's paths.

A request may also have arguments of the function that it calls:
`derived_from = arguments(create_pool, "name", "depth")`. They are listed, as a new parameter of a
service must not become a field by itself. A model among them stands for its name.

Limits and help of a field stand beside its type: `Annotated[int, {"min_value": 1}, "How many."]`. A
text that `is_prose` cannot be of invisible characters alone.
"""

from __future__ import annotations

import inspect
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from functools import cache, partial
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import FieldDoesNotExist
from django.db import models
from rest_framework import serializers
from rest_framework.fields import empty

from ranking.http.limited_list import LimitedList
from ranking.http.server_paths import PathFreeField
from ranking.http.text_field import TextField
from ranking.http.zone_field import ZoneField
from ranking.lookup import MAX_NAME

T = TypeVar("T")
AnyField = serializers.Field[Any, Any, Any, Any]

PLAIN: Mapping[Any, type[AnyField]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    str: serializers.CharField,
    datetime: serializers.DateTimeField,
    date: serializers.DateField,
    UUID: serializers.UUIDField,
    ZoneInfo: ZoneField,
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


class Named(NamedTuple):
    """The type of a tuple's field or a function's parameter, and its default if it has one."""

    hint: Any
    default: Any = empty


class TupleSerializer(serializers.Serializer[Any], Generic[T]):
    # As in a ModelSerializer, a declared field goes before one that would be derived. No docstring:
    # the schema would use it for tuples that have none.

    derived_from: ClassVar[Mapping[str, Named]] = {}

    def __class_getitem__(cls, shown: Any) -> Any:
        if shown is Any or isinstance(shown, TypeVar):  # of a kind of them
            return cls
        return _serializer_of(shown, cls)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        above = [vars(base).get("derived_from", {}) for base in reversed(cls.__mro__)]
        cls.derived_from = {name: named for each in above for name, named in each.items()}

    def get_fields(self) -> dict[str, AnyField]:
        declared = super().get_fields()
        shown = {
            key: declared[key] if key in declared else self.derived(key, named)
            for key, named in self.derived_from.items()
        }
        return shown | declared

    def derived(self, name: str, named: Named) -> AnyField:
        return _named_field(name, named.hint, type(self).__name__)


class RequestSerializer(TupleSerializer[T]):
    # What has a default may be left out, and cannot be null for being None then.

    def derived(self, name: str, named: Named) -> AnyField:
        owner, default = f"{type(self).__name__}.{name}", named.default
        if default is empty:
            return _field(named.hint, owner)
        hint = _without_none(named.hint) if default is None else named.hint
        if isinstance(default, tuple):
            default = partial(list, default)
        return _field(hint, owner, default=default)


class ChangesSerializer(TupleSerializer[T]):
    # What a request changes: each field may be left out, and then stays as it is.

    def derived(self, name: str, named: Named) -> AnyField:
        return _field(named.hint, f"{type(self).__name__}.{name}", required=False)


class MemberField(serializers.ChoiceField):
    """One of the members of an Enum, in a request by its value."""

    def __init__(self, members: type[Enum], **options: Any) -> None:
        self.members = members
        titled = getattr(members, "choices", None)  # of Django's Choices alone
        super().__init__(titled or [member.value for member in members], **options)

    def to_internal_value(self, data: Any) -> Any:
        return self.members(super().to_internal_value(data))


def arguments(called: Callable[..., Any], *names: str, **renamed: str) -> dict[str, Named]:
    """Parameters of a function, or fields of a tuple, that are fields of a request.

    `pair="pair_id"` calls the parameter `pair_id` `pair` in requests.
    """
    wanted = dict(zip(names, names, strict=True)) | renamed
    found = _fields_of(called) if isinstance(called, type) else _parameters(called, wanted)
    return {field: found[name] for field, name in wanted.items()}


def _parameters(function: Callable[..., Any], wanted: Mapping[str, str]) -> dict[str, Named]:
    # Of these alone: another parameter's type may be imported for the type checker only.
    found = {name: inspect.signature(function).parameters[name] for name in wanted.values()}
    listed = {"__annotations__": {name: one.annotation for name, one in found.items()}}
    scope = inspect.unwrap(function).__globals__
    hints = get_type_hints(type("Listed", (), listed), scope, None, True)
    return {name: Named(hints[name], _default(one.default)) for name, one in found.items()}


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
            "derived_from": _fields_of(shown),
        },
    )


def _fields_of(shown: Any) -> Mapping[str, Named]:
    hints = get_type_hints(shown, include_extras=True)
    if is_dataclass(shown):
        return {one.name: Named(hints[one.name], _default(one.default)) for one in fields(shown)}
    return {
        name: Named(hint, shown._field_defaults.get(name, empty)) for name, hint in hints.items()
    }


def _default(found: Any) -> Any:
    return empty if found is MISSING or found is inspect.Parameter.empty else found


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
        limits = [{"help_text": one} if isinstance(one, str) else one for one in args[:0:-1]]
        return _limited(args[0], owner, ChainMap(options, *limits))
    if kind in (Union, UnionType) and len(args) == 2 and NoneType in args:
        [other] = (arg for arg in args if arg is not NoneType)
        return _field(other, owner, **{**options, "allow_null": True})
    if kind is Literal:
        return serializers.ChoiceField(choices=args, **options)
    if kind in (list, tuple, Sequence):
        return _list_of(_field(args[0], owner), options)
    if kind in (dict, Mapping):
        return serializers.DictField(child=_field(args[1], owner), **options)
    if hint in PLAIN:
        return TextField(**options) if options.pop("is_prose", False) else PLAIN[hint](**options)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return MemberField(hint, **options)
    if isinstance(hint, type) and issubclass(hint, models.Model):
        return serializers.CharField(**{"max_length": MAX_NAME, **options})
    if hasattr(hint, "_fields") or is_dataclass(hint):
        serializer: AnyField = _serializer_of(hint, TupleSerializer)(**options)
        return serializer
    raise TypeError(f"{owner} is of {hint}, which has no field of its own: declare it there.")


def _limited(hint: Any, owner: str, options: Mapping[str, Any]) -> AnyField:
    return (
        serializers.ChoiceField(**options)
        if "choices" in options
        else _field(hint, owner, **options)
    )


def _without_none(hint: Any) -> Any:
    """The type without None, with its annotations."""
    if get_origin(hint) is Annotated:
        plain, *limits = get_args(hint)
        return Annotated[_without_none(plain), *limits]
    if get_origin(hint) not in (Union, UnionType):
        return hint
    [other] = (arg for arg in get_args(hint) if arg is not NoneType)
    return other


def _list_of(child: AnyField, options: Mapping[str, Any]) -> AnyField:
    if isinstance(child, serializers.BaseSerializer):
        return type(child)(many=True, **options)
    made = LimitedList if "max_length" in options else serializers.ListField
    return made(child=child, **options)
