from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions, status
from rest_framework.response import Response
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
    while isinstance(problems, list | tuple) and problems:
        problems = problems[0]
    return str(problems)
