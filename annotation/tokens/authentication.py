"""Requests that carry a token in their Authorization header."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from rest_framework import status
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import APIException
from rest_framework.request import Request

from annotation.identity.links import token_hash
from annotation.models import ApiToken
from ranking.http.scopes import Scope, scope_for

KEYWORD = b"bearer"
NOTED_EVERY = timedelta(minutes=1)  # so that a program that asks often writes seldom
HOW_TO = "Send it as the header Authorization: Bearer TOKEN."


class BadToken(APIException):
    """The header has no token that is valid now."""

    status_code = status.HTTP_401_UNAUTHORIZED
    default_code = "bad_token"
    auth_header = 'Bearer realm="Regrade"'


class OutOfScope(APIException):
    """The token is valid, but not for this request."""

    status_code = status.HTTP_403_FORBIDDEN
    default_code = "out_of_scope"


class TokenAuthentication(BaseAuthentication):
    """The account of the token in the header; without such a header another class decides.

    A request with a token needs no CSRF token: no browser sends the header by itself.
    """

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        keyword, *rest = get_authorization_header(request).split() or (b"",)
        if keyword.lower() != KEYWORD:
            return None
        token = _valid_token(rest)
        _check_scope(token, request)
        _note_use(token)
        return token.account, token


def _valid_token(given: list[bytes]) -> ApiToken:
    if len(given) != 1:
        raise BadToken(f"The header has no single token. {HOW_TO}")
    text = given[0].decode("ascii", errors="replace")
    found = ApiToken.objects.select_related("account").filter(token_hash=token_hash(text)).first()
    if found is None or not found.account.is_active:
        raise BadToken("This token is unknown; make one on the page of your account.")
    is_of_team = Scope.SUBMIT in found.scopes
    mend = "ask the organizer for another" if is_of_team else "make another"
    if found.revoked_at is not None:
        raise BadToken(f"The token {found} was revoked; {mend}.")
    if found.expires_at <= timezone.now():
        raise BadToken(f"The token {found} expired on {found.expires_at:%Y-%m-%d}; {mend}.")
    return found


def _check_scope(token: ApiToken, request: Request) -> None:
    view: Any = (request.parser_context or {}).get("view")
    needed = scope_for(view, request.method)
    if needed is None:
        raise OutOfScope("No token opens this address; it takes a person who signed in.")
    if needed not in token.scopes:
        raise OutOfScope(
            f"This needs the scope {needed}; the token {token} has {', '.join(token.scopes)}."
        )


def _note_use(token: ApiToken) -> None:
    now = timezone.now()
    before = Q(last_used_at=None) | Q(last_used_at__lt=now - NOTED_EVERY)
    ApiToken.objects.filter(before, pk=token.pk).update(last_used_at=now)
