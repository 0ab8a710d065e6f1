from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.administration.sentences import sentence_of
from annotation.identity.links import DEFAULT_HOURS, MAX_HOURS
from annotation.models import AccountEvent, AccountEventKind
from annotation.people.api.joining_serializers import MAX_NAME, MAX_PASSWORD, TokenSerializer

MAX_PAGE = 1_000_000


class AccountsQuerySerializer(serializers.Serializer[Any]):
    search = serializers.CharField(
        default="", allow_blank=True, max_length=MAX_NAME, help_text="A part of the name."
    )
    page = serializers.IntegerField(default=1, min_value=1, max_value=MAX_PAGE)


class AccountSerializer(serializers.Serializer[Any]):
    """An account as administrators see it; rights exclude those that every administrator has."""

    id = serializers.IntegerField()
    username = serializers.CharField()
    may_organize = serializers.BooleanField()
    may_research = serializers.BooleanField()
    is_administrator = serializers.BooleanField(source="is_superuser")
    is_active = serializers.BooleanField()
    has_password = serializers.BooleanField()
    joined_on = serializers.DateField()
    last_sign_in_on = serializers.DateField(allow_null=True)
    n_campaigns = serializers.IntegerField()
    link_expires_at = serializers.DateTimeField(
        allow_null=True, help_text="When the open link to set a password ends; null: there is none."
    )


class AccountsSerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField()
    n_pages = serializers.IntegerField()
    accounts = AccountSerializer(many=True)


class HoursSerializer(serializers.Serializer[Any]):
    hours = serializers.IntegerField(default=DEFAULT_HOURS, min_value=1, max_value=MAX_HOURS)


class InvitedAccountSerializer(HoursSerializer):
    """A new account, whose owner sets the password by a link."""

    username = serializers.CharField(max_length=MAX_NAME)
    may_organize = serializers.BooleanField(default=False)
    may_research = serializers.BooleanField(default=False)
    is_administrator = serializers.BooleanField(default=False)


class AccountChangeSerializer(serializers.Serializer[Any]):
    """Fields to change; omitted fields keep their values."""

    may_organize = serializers.BooleanField(required=False)
    may_research = serializers.BooleanField(required=False)
    is_administrator = serializers.BooleanField(required=False)
    is_active = serializers.BooleanField(required=False)


class NewLinkSerializer(serializers.Serializer[Any]):
    """A new link: `/reset#` followed by the token, which is shown only once."""

    account_id = serializers.IntegerField(source="account.pk")
    username = serializers.CharField(source="account.username")
    token = serializers.CharField()
    expires_at = serializers.DateTimeField()


class AccountEventsQuerySerializer(serializers.Serializer[Any]):
    before = serializers.IntegerField(
        required=False, min_value=1, max_value=2**63 - 1, help_text="The id that a page ended at."
    )


class AccountEventSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    on = serializers.DateField()
    kind = serializers.ChoiceField(choices=AccountEventKind.choices)
    account = serializers.CharField(source="account.username")
    actor = serializers.SerializerMethodField()
    sentence = serializers.SerializerMethodField()

    def get_actor(self, event: AccountEvent) -> str | None:
        """Account that made the change; null for the command line."""
        return event.actor.get_username() if event.actor else None

    def get_sentence(self, event: AccountEvent) -> str:
        return sentence_of(event)


class AccountEventsSerializer(serializers.Serializer[Any]):
    events = AccountEventSerializer(many=True)
    before = serializers.IntegerField(allow_null=True)


class LinkLookSerializer(serializers.Serializer[Any]):
    """The account whose password the link sets."""

    username = serializers.CharField(source="account.username")
    expires_at = serializers.DateTimeField()


class LinkUseSerializer(TokenSerializer):
    password = serializers.CharField(max_length=MAX_PASSWORD, trim_whitespace=False)
