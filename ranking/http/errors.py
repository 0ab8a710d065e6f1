from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions, serializers, status
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import exception_handler

from ranking.exceptions import NotFound, StorageFull, StorageRefused
from ranking.http.server_paths import without_paths
from ranking.http.unavailable import unavailable
from regrade.exceptions import RegradeError

FieldPath = tuple[str | int, ...]
STATUS: dict[type[RegradeError], int] = {
    NotFound: status.HTTP_404_NOT_FOUND,
    StorageFull: status.HTTP_507_INSUFFICIENT_STORAGE,
    StorageRefused: status.HTTP_503_SERVICE_UNAVAILABLE,
}
# Seconds to wait for what may pass, where the error itself knows none.
PASSING = {status.HTTP_429_TOO_MANY_REQUESTS: 1, status.HTTP_503_SERVICE_UNAVAILABLE: 60}
logger = logging.getLogger(__name__)


class RefusalSerializer(serializers.Serializer[Any]):
    """An error: a stable code and a sentence for people. `fields` has a sentence for each wrong
    field, if known; a nested field is named as in `rm3.fb_docs`.
    """

    code = serializers.CharField()
    detail = serializers.CharField()
    fields = serializers.DictField(  # type: ignore[assignment]
        child=serializers.CharField(), required=False
    )


REFUSALS = {400: RefusalSerializer, 403: RefusalSerializer, 404: RefusalSerializer}


def explain(error: Exception, context: dict[str, Any]) -> Response | None:
    """Every error as {code, detail}: a stable code and a sentence for people.

    One that may pass, of status 429 or 503, says in Retry-After when to try again.

    The sentence names no path on the server; the log has the full text.

    Where fields of the request are at fault `fields` has a sentence for each. An error whose
    `more` holds something adds it, such as the lines of a file that were bad.
    """
    response = _explained(error, context)
    if response is not None and response.status_code in PASSING:
        response.headers.setdefault("Retry-After", str(PASSING[response.status_code]))
    return response


def _explained(error: Exception, context: dict[str, Any]) -> Response | None:
    if isinstance(error, RegradeError):
        found = (code for kind, code in STATUS.items() if isinstance(error, kind))
        code = next(found, status.HTTP_400_BAD_REQUEST)
        sentence = _for_people(error)
        fields = {error.field: sentence} if error.field else {}
        body = _body(error.code, sentence, fields) | getattr(error, "more", {})
        return Response(body, status=code)
    error = unavailable(error) or error
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(error, exceptions.Throttled):
        response.data = _body(_code(error), _asked_to_wait(error), {})
    elif isinstance(error, exceptions.ValidationError):
        response.data = _body("invalid", *_invalid(response.data))
    else:
        response.data = _body(_code(error), without_paths(str(response.data["detail"])), {})
    response.data |= getattr(error, "more", {})
    return response


def _for_people(error: RegradeError) -> str:
    sentence = without_paths(str(error))
    if sentence != str(error):
        logger.warning("%s", error)
    return sentence


def _asked_to_wait(error: exceptions.Throttled) -> str:
    seconds: int = getattr(error, "wait", None) or 1
    span = f"{seconds} seconds" if seconds < 120 else f"{-(-seconds // 60)} minutes"
    return f"That was tried too often; wait {span} and try again."


def _body(code: str, detail: str, fields: dict[str, str]) -> dict[str, Any]:
    return {"code": code, "detail": detail} | ({"fields": fields} if fields else {})


def _code(error: Exception) -> str:
    if isinstance(error, Http404):
        return "not_found"
    if isinstance(error, PermissionDenied):
        return "permission_denied"
    return str(getattr(error, "default_code", "error"))


def _invalid(data: Any) -> tuple[str, dict[str, str]]:
    problems = dict(_problems(data))
    detail = "; ".join(
        ": ".join([*map(_path_part, path), sentence]) for path, sentence in problems.items()
    )
    return detail, {
        ".".join(map(str, path)): sentence for path, sentence in problems.items() if path
    }


def _problems(data: Any, path: FieldPath = ()) -> Iterator[tuple[FieldPath, str]]:
    """Errors by field path, nested fields included; of a list, only its first bad item."""
    if isinstance(data, dict):
        is_list = isinstance(next(iter(data), None), int)
        for key, inner in list(data.items())[: 1 if is_list else None]:
            is_field = key != api_settings.NON_FIELD_ERRORS_KEY
            yield from _problems(inner, (*path, key) if is_field else path)
    elif isinstance(data, list | tuple) and data:
        number = next((n for n, inner in enumerate(data) if inner), 0)
        is_part = isinstance(data[number], dict | list | tuple)
        yield from _problems(data[number], (*path, number) if is_part else path)
    else:
        yield path, str(data)


def _path_part(path: str | int) -> str:
    return f"number {path + 1}" if isinstance(path, int) else path
