from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from rest_framework import status
from rest_framework.permissions import AllowAny

TOO_LARGE = "too_large"
MOST_OF_A_STRANGER = 64 * 1024


class BodyLimit:
    """Middleware that refuses a request by the length it announces, before its body is read.

    A view whose `takes_uploads` is true takes as much as an upload may be, any other one what
    Django holds in memory. Where nobody has to be signed in it is far less, since nothing else is
    known of who sends it. What announces no length has no body for a WSGI application.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], *_: Any
    ) -> HttpResponse | None:
        most, announced = _most(getattr(view, "cls", None)), announced_length(request)
        if announced <= most:
            return None
        content = {"code": TOO_LARGE, "detail": too_large(announced, most)}
        return JsonResponse(content, status=status.HTTP_413_REQUEST_ENTITY_TOO_LARGE)


def _most(view: Any) -> int:
    """How many bytes a body may have for this view of the API, or for any other."""
    if getattr(view, "takes_uploads", False):
        return int(settings.MAX_UPLOAD_BYTES)
    if AllowAny in getattr(view, "permission_classes", ()):
        return MOST_OF_A_STRANGER
    return int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE or MOST_OF_A_STRANGER)


def announced_length(request: HttpRequest) -> int:
    """Content-Length; the web server lets nothing through that is no number."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    return int(length) if length.isdecimal() else 0


def too_large(n_bytes: int, most: int) -> str:
    return f"The request holds {n_bytes:,} bytes; at most {most:,} are taken here."
