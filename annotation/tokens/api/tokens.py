from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access.lookup import account
from annotation.identity.links import MAX_PASSWORD
from annotation.models import ApiToken
from annotation.tokens.issuing import (
    MAX_NAME,
    NewToken,
    issue_own_token,
    issue_token,
    revoke_token,
    token_named,
    valid_tokens,
)
from ranking.http.request_fields import body_fields, query_fields, takes_no_fields
from ranking.http.scopes import PERSONAL, Scope
from ranking.http.tuple_serializer import RequestSerializer, RowSerializer, arguments


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The header as the API's description has it."""

    target_class = "annotation.tokens.authentication.TokenAuthentication"
    name = "tokenAuth"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class ApiTokenSerializer(RowSerializer):
    """A token of the requesting account, without its text."""

    model = ApiToken
    columns = ["id", "name", "scopes", "created_at", "expires_at", "last_used_at"]
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=[*Scope]))


class NewTokenRequestSerializer(RequestSerializer[Any]):
    derived_from = arguments(issue_token, "name", "days")
    password = serializers.CharField(trim_whitespace=False, max_length=MAX_PASSWORD)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=PERSONAL), default=[Scope.READ], max_length=9
    )


class TokenNameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=MAX_NAME)


class NewTokenSerializer(RowSerializer):
    """A new token; its text is shown only once."""

    model = NewToken
    columns = ["text"]
    token = ApiTokenSerializer()


class TokensView(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="token_list", responses=ApiTokenSerializer(many=True))
    @takes_no_fields
    def get(self, request: Request) -> Response:
        """Your valid tokens, the newest first."""
        return Response(ApiTokenSerializer(valid_tokens(account(request)), many=True).data)

    @extend_schema(
        operation_id="token_issue",
        request=NewTokenRequestSerializer,
        responses={201: NewTokenSerializer},
    )
    def post(self, request: Request) -> Response:
        """Make a token by which a program acts for you, within its scopes; takes your password."""
        fields = body_fields(request, NewTokenRequestSerializer)
        made = issue_own_token(account=account(request), **fields)
        return Response(NewTokenSerializer(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="token_revoke", parameters=[TokenNameSerializer], responses={204: None}
    )
    def delete(self, request: Request) -> Response:
        """Revoke a token of yours; it ends at once."""
        name = query_fields(request, TokenNameSerializer)["name"]
        revoke_token(token=token_named(account(request), name), actor=account(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
