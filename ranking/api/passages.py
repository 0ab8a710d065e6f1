"""Passages of a collection, page by page or searched."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ranking.api.errors import RefusalSerializer
from ranking.api.permissions import ResearchOrOrganizeView
from ranking.api.request_fields import query_fields
from ranking.api.tuple_serializer import TupleSerializer
from ranking.collections.searching import FoundPassages, find_passages
from ranking.lookup import by_name
from ranking.models import Collection

MOST_PAGES = 10**8
LONGEST = 500


class PageField(serializers.IntegerField):
    """From 1; a page beyond the last is the last."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=MOST_PAGES, **{"default": 1, **options})


class PassagesQuerySerializer(serializers.Serializer[Any]):
    """A collection, and words to look for or the beginning of a doc_id."""

    name = serializers.CharField()
    search = serializers.CharField(default="", allow_blank=True, max_length=LONGEST)
    doc_id = serializers.CharField(default="", allow_blank=True, max_length=LONGEST)
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
