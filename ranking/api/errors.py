from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import exception_handler

from ranking.exceptions import NotFound, RegradeError


def explain(error: Exception, context: dict[str, Any]) -> Response | None:
    """Every refusal as {code, detail}: a stable code and a sentence for people.

    An error whose `more` holds something adds it, such as the lines of a file that were bad.
    """
    if isinstance(error, RegradeError):
        missing = isinstance(error, NotFound)
        code = status.HTTP_404_NOT_FOUND if missing else status.HTTP_400_BAD_REQUEST
        return Response({"code": error.code, "detail": str(error)}, status=code)
    response = exception_handler(error, context)
    if response is not None:
        told = {"code": _code(error), "detail": _detail(error, response.data)}
        response.data = told | getattr(error, "more", {})
    return response


def _code(error: Exception) -> str:
    if isinstance(error, Http404):
        return "not_found"
    if isinstance(error, PermissionDenied):
        return "permission_denied"
    if isinstance(error, exceptions.ValidationError):
        return "invalid"
    return str(getattr(error, "default_code", "error"))


def _detail(error: Exception, data: Any) -> str:
    if not isinstance(error, exceptions.ValidationError):
        return str(data["detail"])
    if isinstance(data, dict):
        return "; ".join(f"{field}: {_first(problems)}" for field, problems in data.items())
    return _first(data)


def _first(problems: Any) -> str:
    """The first problem, behind the place in a list or a field of a field where it is."""
    if isinstance(problems, list | tuple) and problems:
        place = next((n for n, inner in enumerate(problems) if inner), 0)
        inner = problems[place]
        return _first({place: inner} if isinstance(inner, dict) else inner)
    if isinstance(problems, dict) and problems:
        place, inner = next(iter(problems.items()))
        return f"{_place(place)}{_first(inner)}"
    return str(problems)


def _place(place: int | str) -> str:
    if isinstance(place, int):
        return f"number {place + 1}: "
    return "" if place == api_settings.NON_FIELD_ERRORS_KEY else f"{place}: "
