from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.models import LabelSet
from evaluation.api.access import MayResearch, check_blind, labels_named
from evaluation.api.comparison_serializers import (
    ComparisonSerializer,
    QuestionSerializer,
    TopicDifferencesSerializer,
    TopicQuestionSerializer,
)
from evaluation.api.comparison_view import comparison_view, topic_differences
from evaluation.api.draws import check_draws
from evaluation.comparison import ComparedRuns, Contrast
from evaluation.exceptions import NotComparable
from evaluation.measure_list import measures_of
from evaluation.paired_options import paired_options
from evaluation.reports.latex import comparison_latex
from evaluation.reports.rows import comparison_table
from evaluation.services.compare_runs import Question, compare_runs
from ranking.management.tables import render
from ranking.models import Run
from ranking.services.lookup import all_by_name, by_name


class ComparisonView(APIView):
    permission_classes = [MayResearch]

    @extend_schema(
        operation_id="comparison_show",
        parameters=[QuestionSerializer],
        responses=ComparisonSerializer,
    )
    def get(self, request: Request) -> Response:
        asked = _asked(request, QuestionSerializer)
        view = comparison_view(_compare(request, asked), asked.get("baseline"))
        return Response(ComparisonSerializer(view).data)


class ComparisonCsvView(APIView):
    permission_classes = [MayResearch]

    @extend_schema(
        operation_id="comparison_csv",
        parameters=[QuestionSerializer],
        responses={(200, "text/csv"): OpenApiTypes.STR},
    )
    def get(self, request: Request) -> HttpResponse:
        compared = _compare(request, _asked(request, QuestionSerializer))
        return _file(render(comparison_table(compared), "csv") + "\n", "text/csv", "csv")


class ComparisonLatexView(APIView):
    permission_classes = [MayResearch]

    @extend_schema(
        operation_id="comparison_latex",
        parameters=[QuestionSerializer],
        responses={(200, "application/x-tex"): OpenApiTypes.STR},
    )
    def get(self, request: Request) -> HttpResponse:
        compared = _compare(request, _asked(request, QuestionSerializer))
        return _file(comparison_latex(compared), "application/x-tex", "tex")


class TopicDifferencesView(APIView):
    permission_classes = [MayResearch]

    @extend_schema(
        operation_id="comparison_topics",
        parameters=[TopicQuestionSerializer],
        responses=TopicDifferencesSerializer,
    )
    def get(self, request: Request) -> Response:
        asked = _asked(request, TopicQuestionSerializer)
        compared = _compare(request, asked)
        names = [measure.name for measure in compared.measures]
        contrast = _contrast(compared, asked["label_set"], asked["run"])
        if contrast is None or asked["measure"] not in names:
            raise NotComparable("The measure, run or label set is not part of this comparison.")
        differences = topic_differences(compared, contrast, names.index(asked["measure"]))
        return Response(TopicDifferencesSerializer(differences).data)


def _asked(request: Request, serializer: type[QuestionSerializer]) -> dict[str, Any]:
    asked = serializer(data=request.query_params)
    asked.is_valid(raise_exception=True)
    return dict(asked.validated_data)


def _compare(request: Request, asked: dict[str, Any]) -> ComparedRuns:
    question = Question(
        runs=all_by_name(Run, asked["runs"]),
        label_sets=all_by_name(LabelSet, asked["labels"]),
        measures=measures_of(asked["measures"]),
        baseline=by_name(Run, asked["baseline"]) if asked.get("baseline") else None,
        baseline_labels=labels_named(asked, "baseline_labels"),
        test=asked["test"],
        options=paired_options(
            test=asked["test"],
            **{name: asked[name] for name in ("seed", "permutations", "zero_method")},
            bound=asked.get("bound"),
        ),
        effect_sizes=asked["effect_sizes"],
        correction=asked["correction"],
        only_topics_of=labels_named(asked, "only_topics_of"),
        common_topics=asked["common_topics"],
    )
    check_blind(request, [*question.all_labels, question.only_topics_of])
    if question.test in ("randomization", "bootstrap"):
        n_tests = len(question.runs) * len(question.label_sets) * len(question.measures)
        check_draws(question.options.n_resamples, n_tests)
    return compare_runs(question=question)


def _contrast(compared: ComparedRuns, label_set: str, run: str) -> Contrast | None:
    contrasts = (
        contrast
        for block in compared.blocks
        for contrast in block.contrasts
        if (block.label_set.name, contrast.run.run.name) == (label_set, run)
    )
    return next(contrasts, None)


def _file(text: str, content_type: str, ending: str) -> HttpResponse:
    response = HttpResponse(text, content_type=f"{content_type}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="comparison.{ending}"'
    return response
