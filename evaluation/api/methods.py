from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.models import LabelSet
from evaluation.api.access import CompareView, check_blind
from evaluation.api.comparison_serializers import QuestionSerializer
from evaluation.api.comparisons import found_comparison
from evaluation.comparisons.methods import MeasureCaution, Provenance, methods_of
from evaluation.scores.measures import measures_of
from evaluation.scores.verifying import refuse_large, verify_scores
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import TupleSerializer
from ranking.lookup import by_name
from ranking.models import Run
from regrade.prose.spans import Span
from regrade.score.verifying import MOST_NAMED


class MethodsSerializer(serializers.Serializer[Any]):
    """What was done as a paragraph for a paper, and what a reader has to know beside it."""

    text = serializers.CharField()
    paragraph = TupleSerializer[Span](many=True)
    cautions = TupleSerializer[MeasureCaution](many=True)
    labels = TupleSerializer[Provenance](many=True)


class VerificationQuestionSerializer(serializers.Serializer[Any]):
    """Scores of one run under one label set."""

    run = serializers.CharField()
    label_set = serializers.CharField()
    measures = serializers.CharField()


class VerificationSerializer(serializers.Serializer[Any]):
    """How many values both have and how many differ, with the first sentences of those.

    All topics of the label set are verified, in single precision on both sides.
    """

    run = serializers.CharField()
    label_set = serializers.CharField()
    n_values = serializers.IntegerField()
    n_unequal = serializers.IntegerField()
    unequal = serializers.ListField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.CharField())


class MethodsView(CompareView):
    @extend_schema(
        operation_id="comparison_methods",
        parameters=[QuestionSerializer],
        responses=MethodsSerializer,
    )
    def get(self, request: Request) -> Response:
        """What a comparison that was asked for did, as a paragraph for a paper."""
        compared = found_comparison(request, query_fields(request, QuestionSerializer))
        return Response(MethodsSerializer(methods_of(compared)).data)


class VerificationView(CompareView):
    @extend_schema(
        operation_id="comparison_verification",
        parameters=[VerificationQuestionSerializer],
        responses=VerificationSerializer,
    )
    def get(self, request: Request) -> Response:
        """Recompute a run's scores under a label set by trec_eval's own code, and compare them."""
        asked = query_fields(request, VerificationQuestionSerializer)
        run, label_set = by_name(Run, asked["run"]), by_name(LabelSet, asked["label_set"])
        check_blind(request, [label_set])
        refuse_large(run, label_set)
        measures = measures_of(asked["measures"])
        [verified] = verify_scores(
            runs=[run], label_sets=[label_set], measures=measures, keeps=False
        )
        view = {
            "run": run.name,
            "label_set": label_set.name,
            "n_values": verified.n_values,
            "n_unequal": len(verified.unequal),
            "unequal": verified.unequal[:MOST_NAMED],
            "notes": verified.notes,
        }
        return Response(VerificationSerializer(view).data)
