from __future__ import annotations

from typing import Any

from rest_framework import serializers

from evaluation.api.comparison_serializers import (
    MAX_PERMUTATIONS,
    MAX_SEED,
    ComparedTopicsSerializer,
    NamesField,
)
from evaluation.families.correlations import RankedSystem
from evaluation.families.systems import METHODS
from ranking.http.tuple_serializer import TupleSerializer
from regrade.significance import CORRECTIONS, RANK_CORRELATIONS, SYSTEM_DEFAULTS


class AskedScoresSerializer(serializers.Serializer[Any]):
    """Runs under label sets by measures, on the topics that all label sets have."""

    runs = NamesField()
    labels = NamesField()
    measures = serializers.CharField()
    only_topics_of = serializers.CharField(required=False)
    common_topics = serializers.BooleanField(default=False)
    single_precision = serializers.BooleanField(default=False)


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


class RunScoresSerializer(serializers.Serializer[Any]):
    run = serializers.CharField()
    labels = serializers.CharField()
    n_missing = serializers.IntegerField()
    unjudged = UnjudgedAtSerializer(many=True)
    scores = ScoreSerializer(many=True)


class ScoresSerializer(serializers.Serializer[Any]):
    single_precision = serializers.BooleanField(required=False)
    topics = ComparedTopicsSerializer()
    topic_list = ScoredTopicSerializer(many=True, allow_null=True)
    rows = RunScoresSerializer(many=True)


class RandomnessSerializer(serializers.Serializer[Any]):
    seed = serializers.IntegerField(min_value=0, max_value=MAX_SEED, default=0)
    permutations = serializers.IntegerField(
        min_value=1, max_value=MAX_PERMUTATIONS, default=SYSTEM_DEFAULTS.n_resamples
    )


class CoefficientSerializer(serializers.Serializer[Any]):
    name = serializers.ChoiceField(choices=list(RANK_CORRELATIONS))
    title = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    interval = serializers.ListField(child=serializers.FloatField(), allow_null=True)
    n_undefined = serializers.IntegerField()
    note = serializers.CharField()


class OrderSerializer(serializers.Serializer[Any]):
    labels = serializers.CharField(source="label_set.name")
    measure = serializers.CharField(source="measure.name")
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

    method = serializers.ChoiceField(choices=METHODS, default="randomized-tukey")
    baseline = serializers.CharField(required=False)
    correction = serializers.ChoiceField(choices=list(CORRECTIONS), default="holm")


class SystemsQuestionSerializer(AskedScoresSerializer, SystemsMethodSerializer):
    """Systems to compare; `baseline` is one of the runs, for methods that have one."""


class SystemPairSerializer(serializers.Serializer[Any]):
    baseline = serializers.CharField()
    run = serializers.CharField()
    difference = serializers.FloatField()
    interval = serializers.ListField(child=serializers.FloatField(), allow_null=True)
    p_value = serializers.FloatField(allow_null=True)
    p_adjusted = serializers.FloatField(allow_null=True)
    stars = serializers.CharField()


class VarianceSourceSerializer(serializers.Serializer[Any]):
    factor = serializers.CharField()
    sum_of_squares = serializers.FloatField()
    df = serializers.IntegerField()
    mean_square = serializers.FloatField(allow_null=True)
    f = serializers.FloatField(allow_null=True)
    p_value = serializers.FloatField(allow_null=True)
    partial_omega_squared = serializers.FloatField(allow_null=True)


class FamilySerializer(serializers.Serializer[Any]):
    """`letters` are of the runs, in their order: two that share one were not found to differ. None
    where not all pairs were compared.
    """

    labels = serializers.CharField()
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
