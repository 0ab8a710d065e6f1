from __future__ import annotations

from typing import Any

from django.contrib.auth import login
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

from annotation.access.lookup import account, campaign_by_id
from annotation.access.permissions import OrganizersView
from annotation.exceptions import PeopleRefused
from annotation.identity.links import MAX_PASSWORD
from annotation.identity.user_names import MAX_USER_NAME
from annotation.mail.sending import MAX_ADDRESS
from annotation.models import Campaign, Invitation, Membership, Role
from annotation.people.api.session import remember
from annotation.people.api.throttles import AddressThrottle
from annotation.people.invitations import (
    accept_as_newcomer,
    accept_invitation,
    check_usable,
    create_invitation,
    invitation_behind,
    revoke_invitation,
)
from annotation.people.joining import campaign_for_sign_up, sign_up, sign_up_as_newcomer
from annotation.people.limits import Limit, take
from annotation.people.mailed_invitations import MAX_ADDRESSES, Sent, invite_by_mail
from annotation.people.offers import Offer, invited, open_to_all
from ranking.http.limited_list import LimitedList
from ranking.http.request_fields import body_fields, takes_no_fields
from ranking.http.tuple_serializer import RequestSerializer, RowSerializer, arguments
from ranking.lookup import first_of

# How often one organizer sends invitations, each time to fifty addresses at most.
MAILED = Limit("mailed invitations", 20, 180.0, 60.0, 600.0)


class JoinedCampaignSerializer(RowSerializer):
    model = Campaign
    columns = ["id", "name", "state"]


class NewAccountSerializer(serializers.Serializer[Any]):
    """A new account; a signed-in user sends no field. Links for a new password go to `email`."""

    username = serializers.CharField(required=False, max_length=MAX_USER_NAME)
    email = serializers.CharField(required=False, allow_blank=True, max_length=MAX_ADDRESS)
    password = serializers.CharField(required=False, max_length=MAX_PASSWORD, trim_whitespace=False)


class TokenSerializer(RequestSerializer[Any]):
    derived_from = arguments(invitation_behind, "token")


class AcceptRequestSerializer(NewAccountSerializer, TokenSerializer):
    pass


class OfferSerializer(RowSerializer):
    __doc__ = Offer.__doc__

    model = Offer
    columns = Offer._fields
    campaign = JoinedCampaignSerializer()


class JoinedSerializer(serializers.Serializer[Any]):
    campaign = JoinedCampaignSerializer()
    role = serializers.ChoiceField(choices=Role.choices)
    pseudonym = serializers.CharField()


class InvitationRequestSerializer(RequestSerializer[Any]):
    derived_from = arguments(create_invitation, "role", "days", "max_uses")


class InvitationSerializer(RowSerializer):
    model = Invitation
    columns = [
        "id",
        "role",
        "max_uses",
        "sent_to",
        "n_uses",
        "expires_at",
        "revoked_at",
        "created_at",
    ]
    created_by = serializers.CharField(
        allow_null=True,
        help_text="The organizer who made it; null when it was made at the command line.",
    )


class NewInvitationSerializer(InvitationSerializer):
    """A new invitation. The token is shown only once; the link is `/join#` and the token."""

    token = serializers.CharField()


class MailedInvitationsRequestSerializer(RequestSerializer[Any]):
    derived_from = arguments(invite_by_mail, "role", "days")
    addresses = LimitedList(
        child=serializers.CharField(max_length=MAX_ADDRESS), max_length=MAX_ADDRESSES
    )


class SentInvitationSerializer(RowSerializer):
    """An invitation sent by e-mail. The token is shown only once, in case it was not sent."""

    model = Sent
    columns = ["id", "address", "token", "trouble"]
    paths = {"id": "invitation.id"}
    trouble = serializers.CharField(
        allow_null=True, help_text="Why the e-mail was not sent; null: the mail server took it."
    )


@method_decorator(ensure_csrf_cookie, name="dispatch")
@method_decorator(csrf_protect, name="dispatch")
class JoiningView(APIView):
    """Base of views open to everybody, with or without an account."""

    permission_classes = [AllowAny]
    throttle_classes = [AddressThrottle]


class InvitationLookView(JoiningView):
    @extend_schema(
        operation_id="invitation_look", request=TokenSerializer, responses=OfferSerializer
    )
    def post(self, request: Request) -> Response:
        """Show an invitation; its token is sent in the body, so that no log keeps it."""
        invitation = invitation_behind(body_fields(request, TokenSerializer)["token"])
        member = invitation.campaign.memberships.filter(user=request.user.pk or 0).first()
        if member is None:
            check_usable(invitation)
        return Response(OfferSerializer(invited(invitation, member)).data)


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
    @extend_schema(operation_id="sign_up_look", responses=OfferSerializer)
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        """Show the campaign to its members, or to everybody if anybody may join."""
        members = Membership.objects.filter(campaign=campaign_id, user=request.user.pk or 0)
        member = members.select_related("campaign").first()
        return Response(OfferSerializer(open_to_all(campaign_id, member)).data)

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
    if asked.keys() & {"username", "password", "email"}:
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
    fields = ("username", "password", "email")
    return {name: asked[name] for name in fields if name in asked}


def _joined(request: Request, member: Membership) -> Response:
    response = Response(JoinedSerializer(member).data)
    if not request.user.is_authenticated:
        assert member.user is not None
        login(request, member.user)
        remember(request, response, member.user.get_username())
    return response


class InvitationsView(OrganizersView):
    @extend_schema(operation_id="campaign_invitations", responses=InvitationSerializer(many=True))
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        """Invitations to a campaign."""
        invitations = campaign_by_id(campaign_id).invitations.select_related("created_by")
        return Response(InvitationSerializer(invitations, many=True).data)

    @extend_schema(
        operation_id="campaign_invite",
        request=InvitationRequestSerializer,
        responses={201: NewInvitationSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Make an invitation; the answer alone has its link."""
        asked = body_fields(request, InvitationRequestSerializer)
        campaign = campaign_by_id(campaign_id)
        made = create_invitation(campaign=campaign, actor=account(request), **asked)
        row = {**InvitationSerializer(made.invitation).data, "token": made.token}
        return Response(row, status=status.HTTP_201_CREATED)


class MailedInvitationsView(OrganizersView):
    @extend_schema(
        operation_id="campaign_invite_by_mail",
        request=MailedInvitationsRequestSerializer,
        responses={201: SentInvitationSerializer(many=True)},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Send each address an invitation for one person by e-mail."""
        asked = body_fields(request, MailedInvitationsRequestSerializer)
        if wait := take(MAILED, str(account(request).pk)):
            raise Throttled(wait)
        campaign = campaign_by_id(campaign_id)
        sent = invite_by_mail(campaign=campaign, actor=account(request), **asked)
        rows = SentInvitationSerializer(sent, many=True).data
        return Response(rows, status=status.HTTP_201_CREATED)


class InvitationView(OrganizersView):
    @extend_schema(operation_id="campaign_revoke_invitation", responses={204: None})
    @takes_no_fields
    def delete(self, request: Request, campaign_id: int, invitation_id: int) -> Response:
        """Revoke an invitation; its link opens nothing any more."""
        invitations = campaign_by_id(campaign_id).invitations.filter(pk=invitation_id)
        invitation = first_of(invitations, "There is no such invitation to this campaign.")
        revoke_invitation(invitation=invitation, actor=account(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
