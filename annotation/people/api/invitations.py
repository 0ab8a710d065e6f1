from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account, campaign_by_id
from annotation.access.permissions import OrganizersView
from annotation.models import Role
from annotation.people.api.joining_serializers import (
    InvitationRequestSerializer,
    InvitationSerializer,
    NewInvitationSerializer,
)
from annotation.people.invitations import create_invitation, revoke_invitation
from ranking.http.request_fields import body_fields, takes_no_fields
from ranking.lookup import first_of


class InvitationsView(OrganizersView):
    @extend_schema(operation_id="campaign_invitations", responses=InvitationSerializer(many=True))
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        invitations = campaign_by_id(campaign_id).invitations.select_related("created_by")
        return Response(InvitationSerializer(invitations, many=True).data)

    @extend_schema(
        operation_id="campaign_invite",
        request=InvitationRequestSerializer,
        responses={201: NewInvitationSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        asked = body_fields(request, InvitationRequestSerializer)
        made = create_invitation(
            campaign=campaign_by_id(campaign_id),
            role=Role(asked["role"]),
            days=asked["days"],
            max_uses=asked["max_uses"],
            actor=account(request),
        )
        row = {**InvitationSerializer(made.invitation).data, "token": made.token}
        return Response(row, status=status.HTTP_201_CREATED)


class InvitationView(OrganizersView):
    @extend_schema(operation_id="campaign_revoke_invitation", responses={204: None})
    @takes_no_fields
    def delete(self, request: Request, campaign_id: int, invitation_id: int) -> Response:
        invitations = campaign_by_id(campaign_id).invitations.filter(pk=invitation_id)
        invitation = first_of(invitations, "There is no such invitation to this campaign.")
        revoke_invitation(invitation=invitation, actor=account(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
