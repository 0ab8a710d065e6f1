from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.access import CompareView, asked_scores
from evaluation.api.score_serializers import (
    ScoresQuestionSerializer,
    ScoresSerializer,
    SystemsQuestionSerializer,
    SystemsSerializer,
)
from evaluation.api.score_views import scores_view, systems_view
from evaluation.comparisons.options import is_drawn, system_options
from evaluation.comparisons.steps import MOST_AT_ONCE, refuse_more, steps_of_draws
from evaluation.families.systems import SystemsQuestion, compare_systems
from evaluation.scores.evaluating import evaluate_runs
from ranking.http.request_fields import query_fields
from ranking.lookup import by_name
from ranking.models import Run


class ScoresView(CompareView):
    @extend_schema(
        operation_id="scores_list",
        parameters=[ScoresQuestionSerializer],
        responses=ScoresSerializer,
    )
    def get(self, request: Request) -> Response:
        asked = query_fields(request, ScoresQuestionSerializer)
        evaluations = evaluate_runs(**asked_scores(request, asked))
        view = scores_view(evaluations, per_topic=asked["per_topic"])
        return Response(ScoresSerializer(view).data)


class SystemsView(CompareView):
    @extend_schema(
        operation_id="systems_compare",
        parameters=[SystemsQuestionSerializer],
        responses=SystemsSerializer,
    )
    def get(self, request: Request) -> Response:
        asked = query_fields(request, SystemsQuestionSerializer)
        view = asked_systems_view(asked_scores(request, asked), asked)
        return Response(SystemsSerializer(view).data)


def asked_systems_view(scores: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
    """Compare systems by the method that a request names, if a request may take so long."""
    options = system_options(seed=asked["seed"], permutations=asked["permutations"])
    if is_drawn(asked["method"]):
        n_families = len(scores["label_sets"]) * len(scores["measures"])
        _refuse_long(options.n_resamples, scores, n_families)
    question = SystemsQuestion(
        **scores,
        method=asked["method"],
        baseline=by_name(Run, asked["baseline"]) if asked.get("baseline") else None,
        options=options,
        correction=asked["correction"],
    )
    return systems_view(compare_systems(question=question), options)


def _refuse_long(n_draws: int, scores: dict[str, Any], n_tables: int) -> None:
    """A request must end in time; the commands that answer the same take as long as they like."""
    n_topics = min(labels.topic_labels.count() for labels in scores["label_sets"])
    steps = steps_of_draws(n_draws, n_topics, n_tables * len(scores["runs"]))
    refuse_more(steps, MOST_AT_ONCE)
