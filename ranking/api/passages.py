"""Passages of a collection, page by page or searched."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ranking.http.errors import RefusalSerializer
from ranking.http.page_field import PageField
from ranking.http.permissions import ResearchOrOrganizeView
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import RequestSerializer, TupleSerializer, arguments
from ranking.lookup import by_name
from ranking.models import Collection
from ranking.rankers.passage_search import FoundPassages, find_passages


class PassagesQuerySerializer(RequestSerializer[Any]):
    """A collection, and words to look for or the beginning of a doc_id."""

    derived_from = arguments(find_passages, "search", "doc_id")
    name = serializers.CharField()
    page = PageField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["search"] and attrs["doc_id"]:
            raise serializers.ValidationError(
                "Passages are found by words or by doc_id: leave search or doc_id out."
            )
        return attrs


class CollectionPassagesView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="collection_passages",
        parameters=[PassagesQuerySerializer],
        responses={
            200: TupleSerializer[FoundPassages],
            400: RefusalSerializer,
            404: RefusalSerializer,
        },
    )
    def get(self, request: Request) -> Response:
        """Passages in their order, by the beginning of their doc_id, or by words.

        Words are found by BM25 where an index of the collection is kept and up to date. No index
        is built.
        """
        asked = query_fields(request, PassagesQuerySerializer)
        found = find_passages(by_name(Collection, asked.pop("name"), field="name"), **asked)
        return Response(TupleSerializer[FoundPassages](found).data)
