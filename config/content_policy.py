"""The Content-Security-Policy header of every answer: what a browser may load, run and connect to.

Django 6.0 brings such a middleware. This one reads its setting, SECURE_CSP, and goes with the move
to the next long-term release; a package would bring nonces and reports that nobody needs here.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase


class ContentPolicy:
    """Middleware; the first one, so that files and refusals of the others carry the header too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.policy = "; ".join(
            " ".join([directive, *sources]) for directive, sources in settings.SECURE_CSP.items()
        )

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response["Content-Security-Policy"] = self.policy
        return response
