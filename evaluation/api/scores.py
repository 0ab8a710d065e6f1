"""Scores of runs, and families of systems."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.access import CompareView, asked_scores
from evaluation.api.comparison_serializers import (
    AskedScoresSerializer,
    ComparedTopicsSerializer,
    RandomnessSerializer,
)
from evaluation.api.comparisons import cutoff_or_none, precision_view, topics_view
from evaluation.comparisons.options import (
    MOST_AT_ONCE,
    is_drawn,
    refuse_more,
    steps_of_draws,
    system_options,
)
from evaluation.comparisons.rows import finite
from evaluation.estimates.scored_runs import EstimatedMean, Means, estimated_means
from evaluation.families.correlations import Order, RankedSystem
from evaluation.families.systems import (
    ComparedSystems,
    Family,
    SystemsQuestion,
    compare_systems,
)
from evaluation.scores.estimable import NotEstimated, sampled, those_estimated
from evaluation.scores.evaluating import RunEvaluations, evaluate_runs
from evaluation.scores.scoring import RunScores
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import (
    RowSerializer,
    TupleSerializer,
    arguments,
)
from ranking.lookup import by_name
from ranking.models import Run
from regrade.significance import (
    RANK_CORRELATIONS,
    AnovaRow,
    RankCorrelation,
    SystemOptions,
    SystemPair,
    stars,
)
from regrade.verdict import Sampled


class ScoresQuestionSerializer(AskedScoresSerializer):
    per_topic = serializers.BooleanField(default=False)


class ScoredTopicSerializer(serializers.Serializer[Any]):
    query_id = serializers.CharField()
    query = serializers.CharField()


class UnjudgedAtSerializer(serializers.Serializer[Any]):
    """Share of unjudged passages; without a cutoff, that of the whole ranking."""

    cutoff = serializers.IntegerField(allow_null=True)
    share = serializers.FloatField(allow_null=True)


class ScoreSerializer(serializers.Serializer[Any]):
    """A score; `values` has the topics' values in their order, if requested."""

    measure = serializers.CharField()
    lower_is_better = serializers.BooleanField()
    mean = serializers.FloatField()
    values = serializers.ListField(child=serializers.FloatField(), allow_null=True)
    estimated = TupleSerializer[EstimatedMean](allow_null=True)


class RunScoresSerializer(serializers.Serializer[Any]):
    run = serializers.CharField()
    labels = serializers.CharField()
    sample = TupleSerializer[Sampled](allow_null=True)
    n_missing = serializers.IntegerField()
    unjudged = UnjudgedAtSerializer(many=True)
    scores = ScoreSerializer(many=True)


class ScoresSerializer(serializers.Serializer[Any]):
    single_precision = serializers.BooleanField(required=False)
    topics = ComparedTopicsSerializer()
    topic_list = ScoredTopicSerializer(many=True, allow_null=True)
    not_estimated = TupleSerializer[NotEstimated](
        many=True, help_text="Measures left out, since a label set is a sample."
    )
    rows = RunScoresSerializer(many=True)


class CoefficientSerializer(RowSerializer):
    model = RankCorrelation
    columns = ["name", "title", "value", "interval", "n_undefined", "note"]
    name = serializers.ChoiceField(choices=list(RANK_CORRELATIONS))


class OrderSerializer(RowSerializer):
    model = Order
    columns = ["labels", "measure", "lower_is_better"]
    paths = {"labels": "label_set.name", "measure": "measure.name"}
    lower_is_better = serializers.BooleanField(source="measure.lower_is_better")


class RankedSystemSerializer(TupleSerializer[RankedSystem]):
    run = serializers.CharField(source="run.name")


class ComparedOrdersSerializer(serializers.Serializer[Any]):
    first = OrderSerializer()
    second = OrderSerializer()
    coefficients = CoefficientSerializer(many=True, source="correlations")
    systems = RankedSystemSerializer(many=True)


class SystemsMethodSerializer(RandomnessSerializer):
    """By which method systems are compared; `baseline` is one of the runs, where it has one."""

    derived_from = arguments(SystemsQuestion, "method", "correction")
    baseline = serializers.CharField(required=False)


class SystemsQuestionSerializer(AskedScoresSerializer, SystemsMethodSerializer):
    """Systems to compare; `baseline` is one of the runs, for methods that have one."""


class SystemPairSerializer(RowSerializer):
    model = SystemPair
    columns = ["baseline", "run", "difference", "interval", "p_value"]
    baseline = serializers.CharField()
    run = serializers.CharField()
    p_adjusted = serializers.FloatField(allow_null=True)
    stars = serializers.CharField()


class VarianceSourceSerializer(RowSerializer):
    model = AnovaRow
    columns = [
        "factor",
        "sum_of_squares",
        "df",
        "mean_square",
        "f",
        "p_value",
        "partial_omega_squared",
    ]
    paths = {"factor": "source"}


class FamilySerializer(serializers.Serializer[Any]):
    """`letters` are of the runs, in their order: two that share one were not found to differ. None
    where not all pairs were compared.
    """

    labels = serializers.CharField()
    sample = TupleSerializer[Sampled](allow_null=True, required=False)
    measure = serializers.CharField()
    lower_is_better = serializers.BooleanField()
    means = serializers.ListField(child=serializers.FloatField())
    letters = serializers.ListField(child=serializers.CharField(), allow_null=True)
    how = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    correction = serializers.CharField(allow_null=True)
    critical_difference = serializers.FloatField(allow_null=True)
    pairs = SystemPairSerializer(many=True)
    sources = VarianceSourceSerializer(many=True)


class SystemsSerializer(serializers.Serializer[Any]):
    single_precision = serializers.BooleanField(required=False)
    topics = ComparedTopicsSerializer()
    runs = serializers.ListField(child=serializers.CharField())
    method = serializers.CharField()
    seed = serializers.IntegerField()
    permutations = serializers.IntegerField()
    families = FamilySerializer(many=True)


class ScoresView(CompareView):
    @extend_schema(
        operation_id="scores_list",
        parameters=[ScoresQuestionSerializer],
        responses=ScoresSerializer,
    )
    def get(self, request: Request) -> Response:
        """Score runs under label sets by measures, as means and by topic."""
        asked = query_fields(request, ScoresQuestionSerializer)
        scores = asked_scores(request, asked)
        scores["measures"], others = those_estimated(scores["measures"], scores["label_sets"])
        view = scores_view(evaluate_runs(**scores), per_topic=asked["per_topic"])
        return Response(ScoresSerializer({**view, "not_estimated": others}).data)


class SystemsView(CompareView):
    @extend_schema(
        operation_id="systems_compare",
        parameters=[SystemsQuestionSerializer],
        responses=SystemsSerializer,
    )
    def get(self, request: Request) -> Response:
        """Compare many systems at once, under each label set and by each measure."""
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


def scores_view(evaluations: RunEvaluations, *, per_topic: bool) -> dict[str, Any]:
    means = estimated_means(evaluations)
    return {
        "topics": topics_view(evaluations.topics),
        **precision_view(evaluations.single_precision),
        "topic_list": evaluations.topics.topics if per_topic else None,
        "rows": [
            _run_scores(evaluations, scores, means, per_topic) for scores in evaluations.scores
        ],
    }


def _run_scores(
    evaluations: RunEvaluations, scores: RunScores, means: Means, per_topic: bool
) -> dict[str, Any]:
    return {
        "run": scores.run.name,
        "labels": scores.label_set.name,
        "sample": sampled(scores.label_set),
        "n_missing": scores.n_missing,
        "unjudged": [
            {"cutoff": cutoff_or_none(depth), "share": share}
            for depth, share in scores.unjudged.items()
        ],
        "scores": [
            {
                "measure": measure.name,
                "lower_is_better": measure.lower_is_better,
                "mean": scores.mean(measure),
                "values": scores.values[measure.name].tolist() if per_topic else None,
                "estimated": means.get((scores.run.pk, scores.label_set.pk, measure.name)),
            }
            for measure in evaluations.measures
        ],
    }


def systems_view(compared: ComparedSystems, options: SystemOptions) -> dict[str, Any]:
    return {
        "topics": topics_view(compared.topics),
        **precision_view(compared.single_precision),
        "runs": [run.name for run in compared.runs],
        "method": compared.method,
        "seed": options.seed,
        "permutations": options.n_resamples,
        "families": [_family(compared, family) for family in compared.families],
    }


def _family(compared: ComparedSystems, family: Family) -> dict[str, Any]:
    test, anova = family.test, family.anova
    return {
        "labels": family.label_set.name,
        "sample": sampled(family.label_set),
        "measure": family.measure.name,
        "lower_is_better": family.measure.lower_is_better,
        "means": family.means,
        "letters": family.letters,
        "how": test.method if test else "two-way analysis of variance",
        "note": test.note if test else "",
        "correction": family.corrected and family.corrected.method,
        "critical_difference": test and test.critical_difference,
        "pairs": _pairs(compared, family),
        "sources": [_source(row._asdict()) for row in anova.rows] if anova else [],
    }


def _pairs(compared: ComparedSystems, family: Family) -> list[dict[str, Any]]:
    if family.test is None:
        return []
    names = [run.name for run in compared.runs]
    return [_pair(pair, names, adjusted) for pair, adjusted in family.adjusted_pairs]


def _pair(pair: SystemPair, names: list[str], adjusted: float | None) -> dict[str, Any]:
    return {
        "baseline": names[pair.baseline],
        "run": names[pair.system],
        "difference": pair.difference,
        "interval": pair.interval,
        "p_value": pair.p_value,
        "p_adjusted": adjusted,
        "stars": stars(pair.p_value if adjusted is None else adjusted),
    }


def _source(row: dict[str, Any]) -> dict[str, Any]:
    """Without any residual F is infinite, which JSON cannot say."""
    numbers = {key: finite(value) for key, value in row.items()}
    f = numbers["f"] if isinstance(numbers["f"], float) else None
    return {**numbers, "f": f}
