"""Who may keep an answer: nobody, unless the answer itself says otherwise."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase


class PrivateAnswers:
    """Middleware: what is not public says so, lest a proxy or a shared computer keep it.

    Built files and the application's page, the same for everybody, have a header of their own.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response
