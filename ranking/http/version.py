from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ranking.http.request_fields import takes_no_fields
from ranking.http.scopes import READ_ONLY
from regrade import __version__


class VersionSerializer(serializers.Serializer[Any]):
    version = serializers.CharField()


class VersionView(APIView):
    """Which version of Regrade answers."""

    permission_classes = [AllowAny]
    token_scopes = READ_ONLY

    @extend_schema(operation_id="version", responses=VersionSerializer)
    @takes_no_fields
    def get(self, request: Request) -> Response:
        """Get the version of this installation."""
        return Response(VersionSerializer({"version": __version__}).data)
