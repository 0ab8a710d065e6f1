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
from ranking.http.downloads import as_file
from ranking.http.request_fields import query_fields

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
        return as_file(comparison_markdown(compared), "text/markdown", "comparison.md")


class ComparisonJsonView(CompareView):
    @_described("comparison_json", "application/json", ComparisonSerializer)
    def get(self, request: Request) -> HttpResponse:
        """The whole answer, as the address of the comparison gives it, as a file."""
        asked = query_fields(request, QuestionSerializer)
        answer = comparison_view(found_comparison(request, asked), asked.get("baseline"))
        text = json.dumps(answer, ensure_ascii=False, indent=2)
        return as_file(text, "application/json", "comparison.json")


class ComparisonParquetView(CompareView):
    @_described("comparison_parquet", PARQUET, OpenApiTypes.BINARY)
    def get(self, request: Request) -> HttpResponse:
        """The rows of the CSV in columns with types."""
        compared = found_comparison(request, query_fields(request, QuestionSerializer))
        return as_file(comparison_parquet(compared), PARQUET, "comparison.parquet")
