from __future__ import annotations

from typing import Any

from django.contrib.auth import login
from django.contrib.auth.models import User
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect, ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.exceptions import PeopleRefused
from annotation.models import Membership, Role
from annotation.people.accepting import accept_as_newcomer, accept_invitation
from annotation.people.api.joining_serializers import (
    AcceptRequestSerializer,
    InvitationLookSerializer,
    JoinedSerializer,
    NewAccountSerializer,
    SignUpLookSerializer,
    TokenSerializer,
)
from annotation.people.api.known_browser import remember
from annotation.people.api.throttles import AddressThrottle
from annotation.people.invitations import check_usable, invitation_behind
from annotation.people.sign_up import campaign_for_sign_up, sign_up, sign_up_as_newcomer
from ranking.http.request_fields import body_fields, takes_no_fields


@method_decorator(ensure_csrf_cookie, name="dispatch")
@method_decorator(csrf_protect, name="dispatch")
class JoiningView(APIView):
    """Base of views open to everybody, with or without an account."""

    permission_classes = [AllowAny]
    throttle_classes = [AddressThrottle]


class InvitationLookView(JoiningView):
    @extend_schema(
        operation_id="invitation_look", request=TokenSerializer, responses=InvitationLookSerializer
    )
    def post(self, request: Request) -> Response:
        """Show an invitation; its token is sent in the body, so that no log keeps it."""
        invitation = invitation_behind(body_fields(request, TokenSerializer)["token"])
        member = invitation.campaign.memberships.filter(user=request.user.pk or 0).first()
        if member is None:
            check_usable(invitation)
        offer = {
            "campaign": invitation.campaign,
            "role": invitation.role if member is None else member.role,
            "is_member": member is not None,
        }
        return Response(InvitationLookSerializer(offer).data)


class InvitationAcceptView(JoiningView):
    @extend_schema(
        operation_id="invitation_accept",
        request=AcceptRequestSerializer,
        responses=JoinedSerializer,
    )
    def post(self, request: Request) -> Response:
        """Join with the account that is signed in, or with a new one, which is then signed in."""
        asked = body_fields(request, AcceptRequestSerializer)
        token = asked["token"]
        if user := _signed_in(request, asked):
            member = accept_invitation(token=token, user=user)
        else:
            invitation_behind(token)
            member = accept_as_newcomer(token=token, **_new_account(asked))
        return _joined(request, member)


class SignUpView(JoiningView):
    @extend_schema(operation_id="sign_up_look", responses=SignUpLookSerializer)
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        """Show the campaign to its members, or to everybody if anybody may join."""
        members = Membership.objects.filter(campaign=campaign_id, user=request.user.pk or 0)
        member = members.select_related("campaign").first()
        offer = {
            "campaign": member.campaign if member else campaign_for_sign_up(campaign_id),
            "role": member.role if member else Role.ASSESSOR,
            "is_member": member is not None,
        }
        return Response(SignUpLookSerializer(offer).data)

    @extend_schema(operation_id="sign_up", request=NewAccountSerializer, responses=JoinedSerializer)
    def post(self, request: Request, campaign_id: int) -> Response:
        """Join a campaign open to everybody, with the signed-in account or a new one."""
        campaign_for_sign_up(campaign_id)
        asked = body_fields(request, NewAccountSerializer)
        if user := _signed_in(request, asked):
            member = sign_up(campaign_id=campaign_id, user=user)
        else:
            account = _new_account(asked)
            member = sign_up_as_newcomer(campaign_id=campaign_id, **account)
        return _joined(request, member)


def _signed_in(request: Request, asked: dict[str, Any]) -> User | None:
    """Who asks, if they have signed in; they must not ask for another account."""
    if not isinstance(request.user, User):
        return None
    if "username" in asked or "password" in asked:
        raise PeopleRefused(
            f"You are signed in as {request.user}; sign out first to make another account.",
            code="signed_in",
        )
    return request.user


def _new_account(asked: dict[str, Any]) -> dict[str, str]:
    if "username" not in asked or "password" not in asked:
        raise PeopleRefused(
            "Sign in, or choose a name and a password for a new account.", code="no_account"
        )
    return {"username": asked["username"], "password": asked["password"]}


def _joined(request: Request, member: Membership) -> Response:
    response = Response(JoinedSerializer(member).data)
    if not request.user.is_authenticated:
        assert member.user is not None
        login(request, member.user)
        remember(request, response, member.user.get_username())
    return response
