from __future__ import annotations

from django.contrib.auth import login
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.administration.api.serializers import LinkLookSerializer, LinkUseSerializer
from annotation.identity.links import set_password_by_link, usable_link
from annotation.models import PasswordLink
from annotation.people.api.joining import JoiningView
from annotation.people.api.joining_serializers import TokenSerializer
from annotation.people.api.known_browser import remember
from annotation.people.api.session import SessionSerializer, session_of
from annotation.people.api.throttles import address_of
from annotation.people.sign_in import LinkAttempt
from ranking.http.request_fields import body_fields


class LinkView(JoiningView):
    throttle_classes = []  # attempts are counted with those to sign in

    def link(self, request: Request, token: str) -> PasswordLink:
        attempt = LinkAttempt(address_of(request))
        if wait := attempt.begin():
            raise Throttled(wait)
        link = usable_link(token)
        attempt.succeed()
        return link


class LinkLookView(LinkView):
    @extend_schema(
        operation_id="password_link_look", request=TokenSerializer, responses=LinkLookSerializer
    )
    def post(self, request: Request) -> Response:
        """Show whose password a link sets; its token is in the body, so that no log keeps it."""
        token = body_fields(request, TokenSerializer)["token"]
        return Response(LinkLookSerializer(self.link(request, token)).data)


class LinkUseView(LinkView):
    @extend_schema(
        operation_id="password_link_use", request=LinkUseSerializer, responses=SessionSerializer
    )
    def post(self, request: Request) -> Response:
        """Set the password and sign in; the account's other sessions end, and so does the link."""
        asked = body_fields(request, LinkUseSerializer)
        self.link(request, asked["token"])
        user = set_password_by_link(**asked)
        login(request, user)
        request.user = user
        response = Response(SessionSerializer(session_of(request)).data)
        remember(request, response, user.get_username())
        return response
