"""CSV files as responses, with a byte order mark where the request asks for one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from ranking.http.request_fields import REPEATED
from regrade.csv_cells import BOM

View = TypeVar("View")
P = ParamSpec("P")
NAME = "bom"


class BomSerializer(serializers.Serializer[Any]):
    bom = serializers.BooleanField(
        default=False,
        help_text="Begin with a byte order mark, by which Excel knows that the file is UTF-8.",
    )


def csv_file(
    method: Callable[Concatenate[View, Request, P], HttpResponse],
) -> Callable[Concatenate[View, Request, P], HttpResponse]:
    """A view's method that answers with CSV and does not know of `bom` in its query."""

    @wraps(method)
    def answered(
        view: View, request: Request, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        is_marked = _taken_out(request)
        response = method(view, request, *args, **kwargs)
        if is_marked:
            response.content = BOM.encode() + response.content
        return response

    return answered


def _taken_out(request: Request) -> bool:
    """Whether a byte order mark is asked for; the query has the other fields alone after this."""
    others = request.query_params.copy()
    given = others.pop(NAME, [])
    if len(given) > 1:
        raise ValidationError({NAME: [REPEATED]})
    asked = BomSerializer(data={NAME: given[0]} if given else {})
    asked.is_valid(raise_exception=True)
    request._request.GET = others  # type: ignore[assignment]  # which may be changed, and is not
    return bool(asked.validated_data[NAME])
