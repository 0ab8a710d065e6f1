"""Cookie that lists the accounts a browser has signed in to. It opens none of them."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac

# Signing in and joining read it, which have no other path in common.
COOKIE, SALT, PATH = "known", "annotation.known_browser", "/api"
KEPT_FOR_S = 365 * 24 * 3600
MAX_ACCOUNTS = 10


class Known(NamedTuple):
    browser: str
    accounts: list[str]


def browser_that_knows(request: HttpRequest, username: str) -> str | None:
    """The browser's identifier, if it has signed in to the account before."""
    known = _known(request)
    return known.browser if known and _fingerprint(username) in known.accounts else None


def remember(request: HttpRequest, response: HttpResponseBase, username: str) -> None:
    """Add the account to the browser's cookie, which keeps the last few."""
    known = _known(request) or Known(token_urlsafe(16), [])
    others = [account for account in known.accounts if account != _fingerprint(username)]
    accounts = [*others, _fingerprint(username)][-MAX_ACCOUNTS:]
    response.set_cookie(
        COOKIE,
        signing.dumps([known.browser, accounts], salt=SALT),
        max_age=KEPT_FOR_S,
        path=PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _known(request: HttpRequest) -> Known | None:
    try:
        content = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=KEPT_FOR_S)
    except signing.BadSignature:
        return None
    return Known(*content)


def _fingerprint(username: str) -> str:
    return salted_hmac(SALT, username, algorithm="sha256").hexdigest()[:16]
