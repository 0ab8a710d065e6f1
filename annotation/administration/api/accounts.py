from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account
from annotation.access.permissions import AdministratorsView
from annotation.administration.api.serializers import (
    AccountChangeSerializer,
    AccountEventsQuerySerializer,
    AccountEventsSerializer,
    AccountSerializer,
    AccountsQuerySerializer,
    AccountsSerializer,
    HoursSerializer,
    InvitedAccountSerializer,
    NewLinkSerializer,
)
from annotation.administration.changing import change_account, invite_account
from annotation.administration.listing import find_accounts, person
from annotation.identity.links import NewLink, make_link, revoke_link
from annotation.identity.log import events_before
from annotation.identity.rights import Rights
from ranking.http.request_fields import body_fields, query_fields, takes_no_fields


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
        revoke_link(account=person(account_id), actor=account(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class AccountEventsView(AdministratorsView):
    @extend_schema(
        operation_id="account_events",
        parameters=[AccountEventsQuerySerializer],
        responses=AccountEventsSerializer,
    )
    def get(self, request: Request) -> Response:
        """What was done to accounts, the newest first, a page at a time."""
        asked = query_fields(request, AccountEventsQuerySerializer)
        return Response(AccountEventsSerializer(events_before(asked.get("before"))).data)


def _made(link: NewLink) -> Response:
    return Response(NewLinkSerializer(link).data, status=status.HTTP_201_CREATED)
