from __future__ import annotations

from typing import Any, TypeAlias

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account
from evaluation.api.access import CompareView, check_blind
from evaluation.api.comparison_serializers import (
    ComparisonJobSerializer,
    ComparisonSerializer,
    LatexQuestionSerializer,
    QuestionSerializer,
)
from evaluation.api.comparison_view import comparison_view
from evaluation.comparisons.asking import ask_comparison, find_comparison
from evaluation.comparisons.comparing import Question
from evaluation.comparisons.questions import question_of
from evaluation.comparisons.results import ComparedRuns, Contrast
from evaluation.exceptions import ComparisonFailed, ComparisonUnderWay, NotComparable
from evaluation.families.letters import letter_comparison, refuse_long_letters
from evaluation.models import ComparisonJob
from evaluation.reports.latex import LatexOptions, comparison_latex
from evaluation.reports.parquet import comparison_parquet
from evaluation.reports.readable import comparison_markdown
from evaluation.reports.rows import comparison_table
from ranking.http.downloads import as_file
from ranking.http.formats import FormatsSerializer, in_formats
from ranking.http.request_fields import body_fields, query_fields
from regrade.tables import csv_of_rows

LATEX_FIELDS = ("form", "letters")
Answer: TypeAlias = ComparedRuns | ComparisonJob
ANSWERS = {200: ComparisonSerializer, 202: ComparisonJobSerializer}


class ComparisonView(CompareView):
    @extend_schema(
        operation_id="comparison_show",
        parameters=[LatexQuestionSerializer, FormatsSerializer],
        responses=in_formats(ANSWERS, "csv", "tex", "md", "parquet"),
    )
    def get(self, request: Request) -> Response:
        """A requested comparison, or its progress while a worker computes it.

        As a file it is there once it is computed. `form` and `letters` are of LaTeX alone.
        """
        asked = query_fields(request, LatexQuestionSerializer)
        for name in LATEX_FIELDS:
            if name in request.query_params:
                raise ValidationError({name: ["This is for format=tex alone."]})
            asked.pop(name, None)
        return _answer(_find(request, asked), asked)

    @extend_schema(operation_id="comparison_ask", request=QuestionSerializer, responses=ANSWERS)
    def post(self, request: Request) -> Response:
        """Compare runs and freeze the result; workers compute long ones: ask again for those."""
        asked = body_fields(request, QuestionSerializer)
        question = asked_question(request, asked)
        answer = ask_comparison(question=question, asked=asked, asked_by=account(request))
        return _answer(_unfailed(answer), asked)

    def as_csv(self, request: Request) -> HttpResponse:
        return as_file(csv_of_rows(comparison_table(_asked_for(request))), "csv", "comparison")

    def as_md(self, request: Request) -> HttpResponse:
        return as_file(comparison_markdown(_asked_for(request)), "md", "comparison")

    def as_parquet(self, request: Request) -> HttpResponse:
        return as_file(comparison_parquet(_asked_for(request)), "parquet", "comparison")

    def as_tex(self, request: Request) -> HttpResponse:
        asked = query_fields(request, LatexQuestionSerializer)
        form, method, letters = asked.pop("form"), asked.pop("letters", None), None
        compared = found_comparison(request, asked)
        if method is not None:
            refuse_long_letters(compared, method)
            letters = letter_comparison(compared, method)
        return as_file(comparison_latex(compared, LatexOptions(form, letters)), "tex", "comparison")


def asked_question(request: Request, asked: dict[str, Any]) -> Question:
    question = question_of(asked)
    check_blind(request, [*question.all_labels, question.only_topics_of])
    return question


def _find(request: Request, asked: dict[str, Any]) -> Answer:
    return _unfailed(find_comparison(question=asked_question(request, asked), asked=asked))


def _unfailed(answer: Answer) -> Answer:
    if isinstance(answer, ComparisonJob) and answer.failed_at is not None:
        raise ComparisonFailed(answer.error)
    return answer


def _answer(answer: Answer, asked: dict[str, Any]) -> Response:
    if isinstance(answer, ComparisonJob):
        return Response(ComparisonJobSerializer(answer).data, status=status.HTTP_202_ACCEPTED)
    # As the serializer describes it, which would copy it value by value: a test compares the two.
    return Response(comparison_view(answer, asked.get("baseline")))


def _asked_for(request: Request) -> ComparedRuns:
    return found_comparison(request, query_fields(request, QuestionSerializer))


def found_comparison(request: Request, asked: dict[str, Any]) -> ComparedRuns:
    answer = _find(request, asked)
    if isinstance(answer, ComparisonJob):
        raise ComparisonUnderWay(
            f"A worker has done {answer.n_done:,} of the {answer.n_tests:,} tests: ask again when"
            " the page shows this comparison."
        )
    return answer


def point_of(compared: ComparedRuns, asked: dict[str, Any]) -> tuple[Contrast, int]:
    """The contrast that a request names, and its measure's place among the measures.

    Raises:
        NotComparable: the comparison has no such run, label set or measure.
    """
    names = [measure.name for measure in compared.measures]
    contrast = _contrast(compared, asked["label_set"], asked["run"])
    if contrast is None or asked["measure"] not in names:
        raise NotComparable(
            "The measure, run or label set is not part of this comparison.",
            code="not_in_comparison",
        )
    return contrast, names.index(asked["measure"])


def _contrast(compared: ComparedRuns, label_set: str, run: str) -> Contrast | None:
    contrasts = (
        contrast
        for block in compared.blocks
        for contrast in block.contrasts
        if (block.label_set.name, contrast.run.run.name) == (label_set, run)
    )
    return next(contrasts, None)
