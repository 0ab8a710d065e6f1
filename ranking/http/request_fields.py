"""Validated fields of a request: those that a view knows, each once, and no others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.http import QueryDict
from django.http.response import HttpResponseBase
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.serializers import (
    ListField,
    ListSerializer,
    MultipleChoiceField,
    Serializer,
)
from rest_framework.settings import api_settings

View = TypeVar("View")
P = ParamSpec("P")
Reply = TypeVar("Reply", bound=HttpResponseBase)

NO_BODY = "Nothing is read from a body here: send none."
UNKNOWN = "There is no such field here."
UNCHANGEABLE = "This cannot be set."
REPEATED = "This was given more than once."


def body_fields(
    request: Request,
    serializer: type[Serializer[Any]],
    *,
    is_part: bool = False,
    and_query: bool = False,
) -> dict[str, Any]:
    """The validated fields of the body.

    Args:
        is_part: these are some of the fields; another serializer reads all of them.
        and_query: the query has fields of its own; otherwise it has none.

    Raises:
        ValidationError: it names each field that does not fit, and why: one that does not exist,
            too, or that nobody can set.
    """
    if not and_query:
        _refuse(sent_query(request))
    return _checked(serializer(data=request.data), request.data, is_part=is_part)


def query_fields(
    request: Request,
    serializer: type[Serializer[Any]],
    *,
    is_part: bool = False,
    and_body: bool = False,
) -> dict[str, Any]:
    """The validated fields of the query string, as `body_fields` has those of a body."""
    if not and_body:
        _refuse_body(request)
    sent = sent_query(request)
    return _checked(serializer(data=sent), sent, is_part=is_part)


def sent_query(request: Request) -> QueryDict:
    """The fields of the query string without `format`, by which the answer's form was chosen."""
    sent = request.query_params.copy()
    sent.pop(api_settings.URL_FORMAT_OVERRIDE, None)
    return sent


def takes_no_fields(
    method: Callable[Concatenate[View, Request, P], Reply],
) -> Callable[Concatenate[View, Request, P], Reply]:
    """A view's method that refuses any field, in query and body."""

    @wraps(method)
    def checked(view: View, request: Request, /, *args: P.args, **kwargs: P.kwargs) -> Reply:
        _refuse(sent_query(request))
        _refuse_body(request)
        return method(view, request, *args, **kwargs)

    return checked


def _refuse_body(request: Request) -> None:
    if not isinstance(request.data, Mapping):
        raise ValidationError({api_settings.NON_FIELD_ERRORS_KEY: [NO_BODY]})
    _refuse(request.data)


def _refuse(names: Iterable[str]) -> None:
    if surplus := {name: [UNKNOWN] for name in names}:
        raise ValidationError(surplus)


def _checked(sent: Serializer[Any], data: Any, *, is_part: bool) -> dict[str, Any]:
    surplus = {} if is_part else dict(surplus_fields(sent, data))
    sent.is_valid(raise_exception=not surplus)
    if surplus:
        raise ValidationError({**surplus, **sent.errors})
    return dict(sent.validated_data)


def surplus_fields(serializer: Serializer[Any], data: Any) -> Iterator[tuple[str, Any]]:
    """Each field of the data that the serializer would pass over, and why it is refused."""
    if not isinstance(data, Mapping):
        return  # which is refused as a whole
    for name, value in data.items():
        field = serializer.fields.get(name)
        if field is None:
            yield name, [UNKNOWN]
        elif field.read_only:
            yield name, [UNCHANGEABLE]
        elif _is_repeated(data, name, field):
            yield name, [REPEATED]
        elif inner := _surplus_within(field, value):
            yield name, inner


def _is_repeated(data: Mapping[str, Any], name: str, field: Any) -> bool:
    takes_many = isinstance(field, ListField | ListSerializer | MultipleChoiceField)
    return isinstance(data, QueryDict) and not takes_many and len(data.getlist(name)) > 1


def _surplus_within(field: Any, value: Any) -> Any:
    if isinstance(field, Serializer):
        return dict(surplus_fields(field, value))
    if isinstance(field, ListField | ListSerializer) and isinstance(value, list):
        return _surplus_of_first(field, value)
    return None


def _surplus_of_first(field: Any, value: list[Any]) -> list[Any]:
    """Of the first entry that has any, in its place; the entries are usually of one making."""
    if field.max_length is not None and len(value) > field.max_length:
        return []  # which is refused as a whole
    for place, part in enumerate(value):
        if inner := _surplus_within(field.child, part):
            return [*({} for _ in range(place)), inner]
    return []
