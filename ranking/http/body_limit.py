from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from rest_framework import status
from rest_framework.permissions import AllowAny

TOO_LARGE = "too_large"
# Of anybody at all: a sign-in and an invitation are some hundred bytes.
SHORT_BYTES = 64_000


class BodyLimit:
    """Middleware that refuses a request by the length it announces, before its body is read.

    A view whose `takes_uploads` is true takes as much as an upload may be, one that asks nobody's
    name what the web server gathers before a thread takes it up, any other one what Django holds
    in memory. What announces no length has no body for a WSGI application.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], *_: Any
    ) -> HttpResponse | None:
        announced, most = announced_length(request), _most(getattr(view, "cls", None))
        if announced <= most:
            return None
        content = {"code": TOO_LARGE, "detail": too_large(announced, most)}
        return JsonResponse(content, status=status.HTTP_413_REQUEST_ENTITY_TOO_LARGE)


def _most(view: Any) -> int:
    if getattr(view, "takes_uploads", False):
        return settings.MAX_UPLOAD_BYTES
    if AllowAny in getattr(view, "permission_classes", (AllowAny,)):
        return SHORT_BYTES
    return settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def announced_length(request: HttpRequest) -> int:
    """The request's Content-Length; the web server rejects any that is no number."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    return int(length) if length.isdecimal() else 0


def too_large(n_bytes: int, most: int) -> str:
    return f"The request holds {n_bytes:,} bytes; at most {most:,} are taken here."
