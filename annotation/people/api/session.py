"""Sign in and out and change a password, and the cookie that lists accounts a browser knows."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import authenticate, login, logout, update_session_auth_hash
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect, ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import Throttled
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access.lookup import account
from annotation.exceptions import SignInRefused
from annotation.identity.accounts import account_meant
from annotation.identity.links import change_email, change_password
from annotation.identity.rights import Rights
from annotation.mail.sending import MAX_ADDRESS, sends_mail
from annotation.people.api.throttles import AddressThrottle, address_of
from annotation.people.forgotten_passwords import request_new_password
from annotation.people.sign_in import Attempt
from ranking.http.request_fields import body_fields, takes_no_fields
from ranking.http.scopes import Scope
from ranking.http.tuple_serializer import RequestSerializer, RowSerializer, arguments

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


class SignInSerializer(serializers.Serializer[Any]):
    username = serializers.CharField()
    password = serializers.CharField(trim_whitespace=False)


class SessionSerializer(RowSerializer):
    model = Rights
    columns = ["username", "email", *Rights._fields, "sends_mail"]
    username = serializers.CharField(allow_null=True)
    email = serializers.CharField(allow_blank=True)
    sends_mail = serializers.BooleanField(
        help_text="Whether this installation sends e-mail: invitations, links for a new password."
    )


@method_decorator(ensure_csrf_cookie, name="dispatch")
@method_decorator(csrf_protect, name="dispatch")
class SessionView(APIView):
    """Who is signed in, and what they may do."""

    permission_classes = [AllowAny]
    token_scopes = {"GET": Scope.READ}
    throttle_classes = []  # attempts are counted, in what they try and from where

    @extend_schema(operation_id="session_show", responses=SessionSerializer)
    @takes_no_fields
    def get(self, request: Request) -> Response:
        """Get the account that is signed in, and its rights."""
        return Response(SessionSerializer(session_of(request)).data)

    @extend_schema(
        operation_id="session_start", request=SignInSerializer, responses=SessionSerializer
    )
    def post(self, request: Request) -> Response:
        """Sign in with username and password."""
        asked = body_fields(request, SignInSerializer)
        # Counted as written before any account is looked at, and then as the account's.
        attempts = [_counted(request, asked["username"])]
        username = account_meant(asked["username"])
        if username != User.normalize_username(asked["username"]):
            attempts.append(_counted(request, username))
        user = authenticate(request, username=username, password=asked["password"])
        if user is None:
            raise SignInRefused("The name or the password is wrong.")
        for attempt in attempts:
            attempt.succeed()
        login(request, user)
        request.user = user
        response = Response(SessionSerializer(session_of(request)).data)
        remember(request, response, username)
        return response

    @extend_schema(operation_id="session_end", responses={204: None})
    @takes_no_fields
    def delete(self, request: Request) -> Response:
        """Sign out."""
        logout(request)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _counted(request: Request, username: str) -> Attempt:
    attempt = Attempt(username, address_of(request), browser_that_knows(request, username))
    if wait := attempt.begin():
        raise Throttled(wait)
    return attempt


def session_of(request: Request) -> dict[str, object]:
    """Who is signed in, and what they may do."""
    return {
        "username": request.user.get_username() or None,
        "email": getattr(request.user, "email", ""),
        "sends_mail": sends_mail(),
        "may_organize": request.user.has_perm("annotation.may_organize"),
        "may_research": request.user.has_perm("ranking.may_research"),
        "is_administrator": request.user.is_superuser,
    }


class PasswordSerializer(RequestSerializer[Any]):
    derived_from = arguments(change_password, "old", "new")


class PasswordView(APIView):
    @extend_schema(
        operation_id="password_change", request=PasswordSerializer, responses={204: None}
    )
    def post(self, request: Request) -> Response:
        """Change one's own password; this session goes on, others end.

        Wrong passwords are counted as those of signing in are.
        """
        asked, user = body_fields(request, PasswordSerializer), account(request)
        attempt = _counted(request, user.get_username())
        change_password(user=user, **asked)
        attempt.succeed()
        update_session_auth_hash(request._request, user)
        return Response(status=status.HTTP_204_NO_CONTENT)


class EmailSerializer(RequestSerializer[Any]):
    derived_from = arguments(change_email, "password")
    email = serializers.CharField(allow_blank=True, max_length=MAX_ADDRESS)


class EmailView(APIView):
    @extend_schema(operation_id="email_change", request=EmailSerializer, responses={204: None})
    def post(self, request: Request) -> Response:
        """Change one's own e-mail address; wrong passwords are counted as when signing in."""
        asked, user = body_fields(request, EmailSerializer), account(request)
        attempt = _counted(request, user.get_username())
        change_email(user=user, **asked)
        attempt.succeed()
        return Response(status=status.HTTP_204_NO_CONTENT)


class ForgottenSerializer(serializers.Serializer[Any]):
    account = serializers.CharField(
        max_length=MAX_ADDRESS, help_text="The name of an account, or its e-mail address."
    )


@method_decorator(ensure_csrf_cookie, name="dispatch")
@method_decorator(csrf_protect, name="dispatch")
class ForgottenPasswordView(APIView):
    permission_classes = [AllowAny]
    throttle_classes = [AddressThrottle]

    @extend_schema(
        operation_id="password_forgotten", request=ForgottenSerializer, responses={204: None}
    )
    def post(self, request: Request) -> Response:
        """Send a link for a new password by e-mail. The answer is the same if there is no account.

        Without a mail server this is refused.
        """
        asked = body_fields(request, ForgottenSerializer)
        request_new_password(asked["account"])
        return Response(status=status.HTTP_204_NO_CONTENT)
