from __future__ import annotations

from typing import Any

from django.contrib.auth import login
from django.contrib.auth.models import User
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account
from annotation.access.permissions import AdministratorsView
from annotation.administration.changing import change_account, invite_account
from annotation.administration.listing import find_accounts, person, sentence_of
from annotation.identity.links import (
    NewLink,
    make_link,
    revoke_link,
    set_password_by_link,
    usable_link,
)
from annotation.identity.log import account_events
from annotation.identity.rights import Rights
from annotation.models import AccountEvent, PasswordLink
from annotation.people.api.joining import JoiningView, TokenSerializer
from annotation.people.api.session import SessionSerializer, remember, session_of
from annotation.people.api.throttles import address_of
from annotation.people.sign_in import LinkAttempt
from ranking.http.page_field import PageField, PartQuerySerializer
from ranking.http.request_fields import body_fields, query_fields, takes_no_fields
from ranking.http.tuple_serializer import (
    ChangesSerializer,
    RequestSerializer,
    RowSerializer,
    TupleSerializer,
    arguments,
)
from ranking.pages import Page, Part


class AccountsQuerySerializer(RequestSerializer[Any]):
    derived_from = arguments(find_accounts, "search", "page")
    page = PageField()


class AccountSerializer(RowSerializer):
    """An account as administrators see it; rights exclude those that every administrator has."""

    model = User
    columns = ["id", "username", "may_organize", "may_research", "is_administrator", "is_active"]
    paths = {"is_administrator": "is_superuser"}
    may_organize = serializers.BooleanField()
    may_research = serializers.BooleanField()
    has_password = serializers.BooleanField()
    joined_on = serializers.DateField()
    last_sign_in_on = serializers.DateField(allow_null=True)
    n_campaigns = serializers.IntegerField()
    link_expires_at = serializers.DateTimeField(
        allow_null=True, help_text="When the open link to set a password ends; null: there is none."
    )


class AccountsSerializer(TupleSerializer[Page]):
    rows = AccountSerializer(many=True)


class HoursSerializer(RequestSerializer[Any]):
    derived_from = arguments(make_link, "hours")


class InvitedAccountSerializer(RequestSerializer[Rights]):
    """A new account, whose owner sets the password by a link."""

    derived_from = arguments(invite_account, "username", "hours")


class AccountChangeSerializer(ChangesSerializer[Rights]):
    """Fields to change; omitted fields keep their values."""

    is_active = serializers.BooleanField(required=False)


class NewLinkSerializer(RowSerializer):
    """A new link: `/reset#` followed by the token, which is shown only once."""

    model = NewLink
    columns = ["account_id", "account.username", "token", "expires_at"]
    paths = {"account_id": "account.id"}


class AccountEventSerializer(RowSerializer):
    model = AccountEvent
    columns = ["id", "on", "kind", "account", "actor"]
    actor = serializers.SerializerMethodField()
    sentence = serializers.SerializerMethodField()

    def get_actor(self, event: AccountEvent) -> str | None:
        """Account that made the change; null for the command line, and for e-mails."""
        return event.actor.get_username() if event.actor else None

    def get_sentence(self, event: AccountEvent) -> str:
        return sentence_of(event)


class AccountEventsSerializer(TupleSerializer[Part]):
    rows = AccountEventSerializer(many=True)


class LinkLookSerializer(RowSerializer):
    """The account whose password the link sets, and who made the link."""

    model = PasswordLink
    columns = ["account.username", "expires_at"]
    created_by = serializers.CharField(
        allow_null=True, help_text="Null when the link was made at the command line."
    )


class LinkUseSerializer(RequestSerializer[Any]):
    derived_from = arguments(set_password_by_link, "token", "password")


class AccountsView(AdministratorsView):
    @extend_schema(
        operation_id="accounts", parameters=[AccountsQuerySerializer], responses=AccountsSerializer
    )
    def get(self, request: Request) -> Response:
        """Accounts that can sign in, by name, a page at a time."""
        page = find_accounts(**query_fields(request, AccountsQuerySerializer))
        return Response(AccountsSerializer(page).data)

    @extend_schema(
        operation_id="account_make",
        request=InvitedAccountSerializer,
        responses={201: NewLinkSerializer},
    )
    def post(self, request: Request) -> Response:
        """Make an account, and the link by which its owner sets a password; it is shown once."""
        asked = body_fields(request, InvitedAccountSerializer)
        rights = Rights(**{name: asked[name] for name in Rights._fields})
        link = invite_account(
            username=asked["username"], rights=rights, hours=asked["hours"], actor=account(request)
        )
        return _made(link)


class AccountView(AdministratorsView):
    @extend_schema(
        operation_id="account_change",
        request=AccountChangeSerializer,
        responses=AccountSerializer,
    )
    def patch(self, request: Request, account_id: int) -> Response:
        """Change an account's rights, or whether it can sign in."""
        changes = body_fields(request, AccountChangeSerializer)
        change_account(account=person(account_id), changes=changes, actor=account(request))
        return Response(AccountSerializer(person(account_id)).data)


class PasswordLinkView(AdministratorsView):
    @extend_schema(
        operation_id="account_make_link",
        request=HoursSerializer,
        responses={201: NewLinkSerializer},
    )
    def post(self, request: Request, account_id: int) -> Response:
        """Make a link by which its owner sets the password; it is shown once, older ones end."""
        hours = body_fields(request, HoursSerializer)["hours"]
        return _made(make_link(account=person(account_id), hours=hours, actor=account(request)))

    @extend_schema(operation_id="account_revoke_link", responses={204: None})
    @takes_no_fields
    def delete(self, request: Request, account_id: int) -> Response:
        """Revoke the password link of an account; it opens nothing any more."""
        revoke_link(account=person(account_id), actor=account(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class AccountEventsView(AdministratorsView):
    @extend_schema(
        operation_id="account_events",
        parameters=[PartQuerySerializer],
        responses=AccountEventsSerializer,
    )
    def get(self, request: Request) -> Response:
        """Changes to accounts, newest first, a page at a time."""
        events = account_events(**query_fields(request, PartQuerySerializer))
        return Response(AccountEventsSerializer(events).data)


def _made(link: NewLink) -> Response:
    return Response(NewLinkSerializer(link).data, status=status.HTTP_201_CREATED)


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
