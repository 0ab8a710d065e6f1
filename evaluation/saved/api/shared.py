from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from evaluation.comparisons.question import family_of
from evaluation.library.links import comparison_behind
from evaluation.models import SavedComparison
from evaluation.saved.saving import FrozenRow, frozen_rows
from ranking.http.errors import REFUSALS
from ranking.http.request_fields import body_fields
from ranking.http.tuple_serializer import RequestSerializer, TupleSerializer, arguments


class SharedComparison(NamedTuple):
    """A saved comparison as anybody with its link reads it, without people, ids or texts."""

    name: str
    note: str
    frozen_at: datetime
    test: str
    correction: str
    family: str
    baseline_labels: str | None
    rows: Sequence[FrozenRow]


class LinkTokenSerializer(RequestSerializer[Any]):
    derived_from = arguments(comparison_behind, "token")


class SharedComparisonView(APIView):
    permission_classes = [AllowAny]

    @property
    def default_response_headers(self) -> dict[str, str]:
        """No search engine lists it, and no page that it leads to receives the token."""
        hidden = {"X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer"}
        return {**super().default_response_headers, **hidden}

    @extend_schema(
        operation_id="comparison_shared",
        request=LinkTokenSerializer,
        responses={200: TupleSerializer[SharedComparison], **REFUSALS},
    )
    def post(self, request: Request) -> Response:
        """Read a saved comparison by its link; the token is in the body, so that no log keeps it.

        An account is not required. A stranger needs no CSRF token either: nothing is written.
        """
        shared = _shared(comparison_behind(body_fields(request, LinkTokenSerializer)["token"]))
        return Response(TupleSerializer[SharedComparison](shared).data)


def _shared(saved: SavedComparison) -> SharedComparison:
    return SharedComparison(
        name=saved.name,
        note=saved.note,
        frozen_at=saved.comparison.created_at,
        test=saved.comparison.spec["test"],
        correction=saved.comparison.spec["correction"],
        family=family_of(saved.asked),
        baseline_labels=saved.asked.get("baseline_labels"),
        rows=frozen_rows(saved),
    )
