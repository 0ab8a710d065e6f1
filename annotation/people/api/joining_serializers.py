from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.models import CampaignState, Invitation, Role
from annotation.people.invitations import MAX_DAYS, MAX_USES

MAX_NAME, MAX_PASSWORD = 150, 1000


class JoinedCampaignSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=CampaignState.choices)


class NewAccountSerializer(serializers.Serializer[Any]):
    """A new account; a signed-in user sends neither field."""

    username = serializers.CharField(required=False, max_length=MAX_NAME)
    password = serializers.CharField(required=False, max_length=MAX_PASSWORD, trim_whitespace=False)


class TokenSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(allow_blank=True, trim_whitespace=False)


class AcceptRequestSerializer(NewAccountSerializer, TokenSerializer):
    pass


class InvitationLookSerializer(serializers.Serializer[Any]):
    """What an invitation offers, before it is accepted; to a member, the role that they have."""

    campaign = JoinedCampaignSerializer()
    role = serializers.ChoiceField(choices=Role.choices)
    is_member = serializers.BooleanField()


class JoinedSerializer(serializers.Serializer[Any]):
    campaign = JoinedCampaignSerializer()
    role = serializers.ChoiceField(choices=Role.choices)
    pseudonym = serializers.CharField()


class SignUpLookSerializer(serializers.Serializer[Any]):
    campaign = JoinedCampaignSerializer()
    role = serializers.ChoiceField(choices=Role.choices)
    is_member = serializers.BooleanField()


class InvitationRequestSerializer(serializers.Serializer[Any]):
    role = serializers.ChoiceField(choices=Role.choices, default=Role.ASSESSOR)
    days = serializers.IntegerField(min_value=1, max_value=MAX_DAYS, default=14)
    max_uses = serializers.IntegerField(min_value=1, max_value=MAX_USES, default=1)


class InvitationSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    role = serializers.ChoiceField(choices=Role.choices)
    max_uses = serializers.IntegerField()
    n_uses = serializers.IntegerField()
    expires_at = serializers.DateTimeField()
    revoked_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()
    created_by = serializers.SerializerMethodField()

    def get_created_by(self, invitation: Invitation) -> str | None:
        """The organizer who made it; null when it was made at the command line."""
        return invitation.created_by.get_username() if invitation.created_by else None


class NewInvitationSerializer(InvitationSerializer):
    """A new invitation. The token is shown only once; the link is `/join#` and the token."""

    token = serializers.CharField()
