"""A comparison that was asked for, as Markdown, JSON and Parquet."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from evaluation.api.access import CompareView
from evaluation.api.comparison_serializers import ComparisonSerializer, QuestionSerializer
from evaluation.api.comparison_view import comparison_view
from evaluation.api.comparisons import found_comparison
from evaluation.reports.parquet import comparison_parquet
from evaluation.reports.readable import comparison_markdown
from ranking.api.request_fields import query_fields

Get = TypeVar("Get", bound=Callable[..., HttpResponse])
PARQUET = "application/vnd.apache.parquet"


def _described(
    operation_id: str, content_type: str, body: Any = OpenApiTypes.STR
) -> Callable[[Get], Get]:
    return extend_schema(
        operation_id=operation_id,
        parameters=[QuestionSerializer],
        responses={(200, content_type): body},
    )


class ComparisonMarkdownView(CompareView):
    @_described("comparison_markdown", "text/markdown")
    def get(self, request: Request) -> HttpResponse:
        """A table as GitHub reads it, with the notes below."""
        compared = found_comparison(request, query_fields(request, QuestionSerializer))
        return _text(comparison_markdown(compared), "text/markdown", "md")


class ComparisonJsonView(CompareView):
    @_described("comparison_json", "application/json", ComparisonSerializer)
    def get(self, request: Request) -> HttpResponse:
        """The whole answer, as the address of the comparison gives it, as a file."""
        asked = query_fields(request, QuestionSerializer)
        view = comparison_view(found_comparison(request, asked), asked.get("baseline"))
        answer = ComparisonSerializer(view).data
        return _text(json.dumps(answer, ensure_ascii=False, indent=2), "application/json", "json")


class ComparisonParquetView(CompareView):
    @_described("comparison_parquet", PARQUET, OpenApiTypes.BINARY)
    def get(self, request: Request) -> HttpResponse:
        """The rows of the CSV in columns with types."""
        compared = found_comparison(request, query_fields(request, QuestionSerializer))
        return _file(comparison_parquet(compared), PARQUET, "parquet")


def _text(text: str, content_type: str, ending: str) -> HttpResponse:
    return _file(text.encode(), f"{content_type}; charset=utf-8", ending)


def _file(content: bytes, content_type: str, ending: str) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="comparison.{ending}"'
    return response
