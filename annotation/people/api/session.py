from __future__ import annotations

from typing import Any

from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.models import User
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect, ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import Throttled
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.exceptions import SignInRefused
from annotation.identity.accounts import account_meant
from annotation.people.api.known_browser import browser_that_knows, remember
from annotation.people.api.throttles import address_of
from annotation.people.sign_in import Attempt
from ranking.http.request_fields import body_fields, takes_no_fields


class SignInSerializer(serializers.Serializer[Any]):
    username = serializers.CharField()
    password = serializers.CharField(trim_whitespace=False)


class SessionSerializer(serializers.Serializer[Any]):
    username = serializers.CharField(allow_null=True)
    may_organize = serializers.BooleanField()
    may_research = serializers.BooleanField()
    is_administrator = serializers.BooleanField()


@method_decorator(ensure_csrf_cookie, name="dispatch")
@method_decorator(csrf_protect, name="dispatch")
class SessionView(APIView):
    """Who is signed in, and what they may do."""

    permission_classes = [AllowAny]
    throttle_classes = []  # attempts are counted, in what they try and from where

    @extend_schema(operation_id="session_show", responses=SessionSerializer)
    @takes_no_fields
    def get(self, request: Request) -> Response:
        return Response(SessionSerializer(session_of(request)).data)

    @extend_schema(
        operation_id="session_start", request=SignInSerializer, responses=SessionSerializer
    )
    def post(self, request: Request) -> Response:
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
        "may_organize": request.user.has_perm("annotation.may_organize"),
        "may_research": request.user.has_perm("ranking.may_research"),
        "is_administrator": request.user.is_superuser,
    }
