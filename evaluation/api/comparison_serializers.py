from __future__ import annotations

from typing import Any, get_args

from rest_framework import serializers
from rest_framework.fields import empty

from evaluation.comparisons.methods import SameRelevant
from evaluation.comparisons.options import paired_options
from evaluation.comparisons.question import Question
from evaluation.comparisons.results import Cell
from evaluation.families.letters import LETTER_METHODS
from evaluation.models import ComparisonJob
from evaluation.reports.latex import LatexForm
from ranking.http.tuple_serializer import (
    RequestSerializer,
    RowSerializer,
    TupleSerializer,
    arguments,
)
from ranking.names import split_names
from regrade.significance import CORRECTIONS, FAMILIES, TESTS, EffectSize
from regrade.verdict import Sampled

MAX_SEED = 2**32 - 1


class NamesField(serializers.CharField):
    """Comma-separated names."""

    def run_validation(self, data: Any = empty) -> Any:
        text = super().run_validation(data)
        try:
            return split_names(text)
        except ValueError as error:
            raise serializers.ValidationError(str(error)) from error


class AskedScoresSerializer(RequestSerializer[Any]):
    """Runs under label sets by measures, on the topics that all label sets have."""

    derived_from = arguments(Question, "common_topics", "trained_topics", "single_precision")
    runs = NamesField()
    labels = NamesField()
    measures = serializers.CharField()
    only_topics_of = serializers.CharField(required=False)


class RandomnessSerializer(RequestSerializer[Any]):
    derived_from = arguments(paired_options, "seed", "permutations")


class QuestionSerializer(AskedScoresSerializer, RandomnessSerializer):
    """A comparison to make: `baseline`, or `baseline_labels` to compare each run with itself.

    Without either the runs are compared with the best of them.
    """

    derived_from = {
        **arguments(Question, "test", "effect_sizes", "correction", "family"),
        **arguments(paired_options, "zero_method"),
    }
    baseline = serializers.CharField(required=False)
    baseline_labels = serializers.CharField(required=False)
    bound = serializers.FloatField(required=False, min_value=0)


class MeasureQuestionSerializer(QuestionSerializer):
    """A comparison, looked at by one of its measures."""

    measure = serializers.CharField()


class TopicQuestionSerializer(MeasureQuestionSerializer):
    """One measure of one run under one label set, topic by topic."""

    run = serializers.CharField()
    label_set = serializers.CharField()


class LatexQuestionSerializer(QuestionSerializer):
    """How a comparison is set: means alone, or beside them differences with their `intervals`, in
    `full` also the change in % and p; `letters` are raised at the means instead of stars, by this
    test of all pairs of runs.
    """

    form = serializers.ChoiceField(choices=get_args(LatexForm), default="plain")
    letters = serializers.ChoiceField(choices=LETTER_METHODS, required=False)


class ComparedTopicsSerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField()
    common_to_runs = serializers.BooleanField()
    n_left_out = serializers.IntegerField(
        help_text="Topics left out since models of the runs were trained on them."
    )
    only_topics_of = serializers.CharField(allow_null=True)


class EffectSerializer(RowSerializer):
    model = EffectSize
    columns = ["name", "value", "interval", "note"]


class TestOptionsSerializer(serializers.Serializer[Any]):
    seed = serializers.IntegerField()
    permutations = serializers.IntegerField()
    zero_method = serializers.CharField()
    bound = serializers.FloatField(allow_null=True)
    confidence = serializers.FloatField()


class CellSerializer(RowSerializer):
    model = Cell
    columns = [
        "run",
        "baseline_mean",
        "mean",
        "difference",
        "relative",
        "interval",
        "these_topics",
        "p_value",
        "p_adjusted",
        "n_corrected",
        "effects",
        "stars",
        "n_missing",
    ]
    run = serializers.CharField()
    mean = serializers.FloatField()
    interval = serializers.ListField(child=serializers.FloatField(), allow_null=True)
    these_topics = serializers.ListField(
        child=serializers.FloatField(),
        allow_null=True,
        help_text="Under a sample: the interval of the difference for these topics alone.",
    )
    p_value = serializers.FloatField(allow_null=True)
    p_adjusted = serializers.FloatField(allow_null=True)
    n_corrected = serializers.IntegerField(allow_null=True)
    effects = EffectSerializer(many=True)
    n_missing = serializers.IntegerField()


class MeasureRowSerializer(serializers.Serializer[Any]):
    """`is_tested` is false for counts and diagnostics, which do not say how good a run is."""

    measure = serializers.CharField()
    lower_is_better = serializers.BooleanField()
    is_tested = serializers.BooleanField()
    caution = serializers.CharField(allow_null=True)
    baseline_mean = serializers.FloatField(allow_null=True)
    baseline_n_missing = serializers.IntegerField(allow_null=True)
    cells = CellSerializer(many=True)


class ShareSerializer(serializers.Serializer[Any]):
    run = serializers.CharField()
    share = serializers.FloatField(allow_null=True)


class UnjudgedSerializer(serializers.Serializer[Any]):
    """Share of unjudged passages; without a cutoff, that of the whole ranking."""

    cutoff = serializers.IntegerField(allow_null=True)
    shares = ShareSerializer(many=True)


class BlockSerializer(serializers.Serializer[Any]):
    labels = serializers.CharField()
    sample = TupleSerializer[Sampled](
        allow_null=True, help_text="What the labels are a sample of: scores are estimates."
    )
    is_simulated = serializers.BooleanField()
    min_relevance = serializers.IntegerField()
    n_topics = serializers.IntegerField()
    pool_runs = serializers.ListField(child=serializers.CharField())
    rows = MeasureRowSerializer(many=True)
    unjudged = UnjudgedSerializer(many=True)
    notes = serializers.ListField(child=serializers.CharField())


class ComparisonSerializer(serializers.Serializer[Any]):
    baseline = serializers.CharField(allow_null=True)
    baseline_labels = serializers.CharField(allow_null=True)
    runs = serializers.ListField(child=serializers.CharField())
    test = serializers.ChoiceField(choices=list(TESTS))
    n_tests = serializers.IntegerField()
    correction = serializers.ChoiceField(choices=["none", *CORRECTIONS])
    family = serializers.ChoiceField(
        choices=list(FAMILIES),
        allow_null=True,
        help_text="The tests that each p is corrected for: see `n_corrected` for the most.",
    )
    n_corrected = serializers.IntegerField(allow_null=True)
    test_options = TestOptionsSerializer()
    content_hash = serializers.CharField()
    single_precision = serializers.BooleanField(required=False)
    topics = ComparedTopicsSerializer()
    same_relevant = TupleSerializer[SameRelevant](many=True)
    blocks = BlockSerializer(many=True)


class ComparisonJobSerializer(serializers.ModelSerializer[ComparisonJob]):
    """Progress of a comparison; ask again until the result comes.

    `n_before` counts the comparisons that were asked for before and are not done either.
    """

    n_before = serializers.SerializerMethodField()

    class Meta:
        model = ComparisonJob
        fields = ["n_tests", "n_done", "n_before", "created_at"]
        read_only_fields = fields

    def get_n_before(self, job: ComparisonJob) -> int:
        return ComparisonJob.objects.filter(failed_at=None, pk__lt=job.pk).count()
