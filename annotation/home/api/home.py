from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access.lookup import account
from annotation.home.start import Start, start_of
from annotation.labels.api.labels import visible_labels
from ranking.http.request_fields import takes_no_fields
from ranking.http.scopes import READ_ONLY
from ranking.http.tuple_serializer import TupleSerializer


class HomeView(APIView):
    permission_classes = [IsAuthenticated]
    token_scopes = READ_ONLY

    @extend_schema(operation_id="home", responses=TupleSerializer[Start])
    @takes_no_fields
    def get(self, request: Request) -> Response:
        """The start page: work left to judge and settle, campaigns' needs, ongoing research."""
        start = start_of(account(request), visible_labels(request))
        return Response(TupleSerializer[Start](start).data)
