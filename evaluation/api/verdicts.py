"""A comparison's verdict, its methods, and the effects of its pool and of changed code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.models import LabelSet
from evaluation.api.access import CompareView, check_blind, labels_named
from evaluation.api.comparison_serializers import (
    AskedScoresSerializer,
    NamesField,
    QuestionSerializer,
)
from evaluation.api.comparisons import found_comparison
from evaluation.comparisons.methods import Methods, methods_of
from evaluation.comparisons.unjudged import PoolQuestion, pool_bias
from evaluation.comparisons.verdicts import OnAllRuns, leads_in, overall_on, verdict_on
from evaluation.scores.measures import measures_of
from evaluation.scores.taught import topics_for_runs
from evaluation.scores.verifying import refuse_large, verify_scores
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import RequestSerializer, TupleSerializer, arguments
from ranking.lookup import all_by_name, by_name
from ranking.models import Run
from regrade.pooling import LeftOut
from regrade.score.verifying import MOST_NAMED
from regrade.verdict import Overall, Verdict


class VerdictQuestionSerializer(QuestionSerializer):
    """One run and measure of a comparison; the first of each unless named."""

    derived_from = arguments(verdict_on, "run", "measure")


class OverallSerializer(TupleSerializer[Overall]):
    """Verdict on all runs: sentences in spans, and how many pairs of runs change order."""

    text = serializers.CharField()


class OnAllRunsSerializer(TupleSerializer[OnAllRuns]):
    """The verdict on all runs against a baseline, and how each lead changes with the labels."""

    overall = OverallSerializer()


class VerdictSerializer(TupleSerializer[Verdict]):
    """Verdict of a comparison: a sentence in spans, with its caveats and claims.

    `on_all_runs` is the verdict on all of them, where there are several. Where runs are compared
    with themselves under other labels, both are about leads over the first run.
    """

    text = serializers.CharField()
    on_all_runs = serializers.SerializerMethodField()

    @extend_schema_field(OnAllRunsSerializer(allow_null=True))
    def get_on_all_runs(self, _: Verdict) -> Any:
        found: OnAllRuns | None = self.context["on_all_runs"]
        return None if found is None else OnAllRunsSerializer(found).data


class PooledSerializer(RequestSerializer[Any]):
    """The labels, their pool depth, and the unit to leave out: a run or a team."""

    derived_from = arguments(PoolQuestion, "label_set", "depth", "by")


class PoolQuestionSerializer(AskedScoresSerializer, PooledSerializer):
    """Runs whose first ranks, down to the depth, were judged for these labels."""

    labels = NamesField(
        required=False,
        help_text="Label sets; only topics that all of them have count, as in their comparison.",
    )


class LeftOutSerializer(TupleSerializer[LeftOut]):
    """A run's score with and without the labels that only it, or its team, contributed."""

    run = serializers.CharField()
    team = serializers.CharField()
    lower_is_better = serializers.BooleanField()
    difference = serializers.FloatField()


class PoolBiasSerializer(serializers.Serializer[Any]):
    """Scores with and without each run or team.

    `pool_known` is false if the labels do not record their pooled runs; the requested runs then
    count as the pool.
    """

    label_set = serializers.CharField()
    depth = serializers.IntegerField()
    by = serializers.ChoiceField(choices=["run", "team"])
    pool_known = serializers.BooleanField()
    rows = LeftOutSerializer(many=True)


class VerificationQuestionSerializer(serializers.Serializer[Any]):
    """Scores of one run under one label set."""

    run = serializers.CharField()
    label_set = serializers.CharField()
    measures = serializers.CharField()


class Verification(NamedTuple):
    """How many values both have and how many differ, with the first sentences of those.

    All topics of the label set are verified, in single precision on both sides.
    """

    run: str
    label_set: str
    n_values: int
    n_unequal: int
    unequal: Sequence[str]
    notes: Sequence[str]


class VerdictView(CompareView):
    @extend_schema(
        operation_id="comparison_verdict",
        parameters=[VerdictQuestionSerializer],
        responses=VerdictSerializer,
    )
    def get(self, request: Request) -> Response:
        """Get the verdict on one run and measure of a computed comparison."""
        asked = query_fields(request, VerdictQuestionSerializer)
        run, measure = asked.pop("run"), asked.pop("measure")
        compared = leads_in(found_comparison(request, asked), measure)
        verdict, on_all_runs = verdict_on(compared, run, measure), overall_on(compared, measure)
        return Response(VerdictSerializer(verdict, context={"on_all_runs": on_all_runs}).data)


class PoolBiasView(CompareView):
    @extend_schema(
        operation_id="comparison_pool_bias",
        parameters=[PoolQuestionSerializer],
        responses=PoolBiasSerializer,
    )
    def get(self, request: Request) -> Response:
        """Score each run as if it, or its team, had not been pooled."""
        asked = query_fields(request, PoolQuestionSerializer)
        runs, label_set = all_by_name(Run, asked["runs"]), by_name(LabelSet, asked["label_set"])
        beside = all_by_name(LabelSet, asked.get("labels", ()))
        narrow = labels_named(asked, "only_topics_of")
        check_blind(request, [label_set, *beside, narrow])
        topics = topics_for_runs(
            runs,
            [label_set, *beside],
            only_topics_of=narrow,
            common_topics=asked["common_topics"],
            trained_topics=asked["trained_topics"],
        )
        question = PoolQuestion(
            runs,
            label_set,
            frozenset(topics.ids),
            measures_of(asked["measures"]),
            asked["depth"],
            asked["by"],
            asked["single_precision"],
        )
        return Response(PoolBiasSerializer(pool_bias_view(question)).data)


class MethodsView(CompareView):
    @extend_schema(
        operation_id="comparison_methods",
        parameters=[QuestionSerializer],
        responses=TupleSerializer[Methods],
    )
    def get(self, request: Request) -> Response:
        """A comparison's methods, as a paragraph for a paper."""
        compared = found_comparison(request, query_fields(request, QuestionSerializer))
        return Response(TupleSerializer[Methods](methods_of(compared)).data)


class VerificationView(CompareView):
    @extend_schema(
        operation_id="comparison_verification",
        parameters=[VerificationQuestionSerializer],
        responses=TupleSerializer[Verification],
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
        found = Verification(
            run=run.name,
            label_set=label_set.name,
            n_values=verified.n_values,
            n_unequal=len(verified.unequal),
            unequal=verified.unequal[:MOST_NAMED],
            notes=verified.notes,
        )
        return Response(TupleSerializer[Verification](found).data)


def pool_bias_view(question: PoolQuestion) -> dict[str, Any]:
    found = pool_bias(question)
    lower = {measure.name: measure.lower_is_better for measure in question.measures}
    rows = [
        {
            **row._asdict(),
            "run": question.runs[row.run].name,
            "team": question.runs[row.run].team,
            "lower_is_better": lower[row.measure],
            "difference": row.difference,
        }
        for row in found.rows
    ]
    fields = {"label_set": question.label_set.name, "depth": question.depth, "by": question.by}
    return {**fields, "pool_known": found.pool_known, "rows": rows}
