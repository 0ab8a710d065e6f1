from __future__ import annotations

from typing import Any

from django.contrib.auth import update_session_auth_hash
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access.lookup import account
from annotation.identity.passwords import change_password
from annotation.people.api.known_browser import browser_that_knows
from annotation.people.api.throttles import address_of
from annotation.people.sign_in import Attempt
from ranking.http.request_fields import body_fields


class PasswordSerializer(serializers.Serializer[Any]):
    old = serializers.CharField(trim_whitespace=False)
    new = serializers.CharField(trim_whitespace=False)


class PasswordView(APIView):
    @extend_schema(
        operation_id="password_change", request=PasswordSerializer, responses={204: None}
    )
    def post(self, request: Request) -> Response:
        """Change one's own password; this session goes on, others end.

        Wrong passwords are counted as those of signing in are.
        """
        asked, user = body_fields(request, PasswordSerializer), account(request)
        known = browser_that_knows(request, user.get_username())
        attempt = Attempt(user.get_username(), address_of(request), known)
        if wait := attempt.begin():
            raise Throttled(wait)
        change_password(user=user, **asked)
        attempt.succeed()
        update_session_auth_hash(request._request, user)
        return Response(status=status.HTTP_204_NO_CONTENT)
