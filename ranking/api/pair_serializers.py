"""Pair scores: requests for runs aggregated from them, and flip rates."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.fields import empty

from ranking.http.limited_list import LimitedList
from ranking.http.tuple_serializer import TupleSerializer
from ranking.lookup import MAX_NAME
from ranking.runs.depth_list import parse_depths
from ranking.runs.flip_rates import RunFlips
from ranking.runs.pair_files import PairFile
from ranking.runs.pair_views import FlippedPairs, PairBothWays, PairedTopics
from regrade.neural.pairs.aggregation import AGGREGATIONS, PLAIN

MAX_CUTS, MAX_CUT = 20, 10_000
MAX_PAIRS = 10**9
MOST_FIRST_N = 20  # runs that one request makes


class AggregationParametersSerializer(serializers.Serializer[Any]):
    """Parameters of loop truncation: passages kept by each round, descending (200, 100, 50), and
    each round's aggregation (sym-log-sum).
    """

    cuts = LimitedList(
        child=serializers.IntegerField(min_value=1, max_value=MAX_CUT),
        required=False,
        max_length=MAX_CUTS,
    )
    within = serializers.ChoiceField(choices=list(PLAIN), required=False)


class AggregatedRunSerializer(serializers.Serializer[Any]):
    run = serializers.CharField(max_length=MAX_NAME, help_text="The run with pair scores.")
    by = serializers.ChoiceField(choices=list(AGGREGATIONS))
    parameters = AggregationParametersSerializer(required=False)
    first_n = LimitedList(
        child=serializers.IntegerField(min_value=2, max_value=MAX_CUT),
        required=False,
        min_length=1,
        max_length=MOST_FIRST_N,
        help_text="Only the pairs among the first n candidates of each topic; a run for each n.",
    )
    name = serializers.CharField(
        max_length=MAX_NAME, help_text="The new run's name; several are named NAME-n."
    )

    def validate_first_n(self, first_n: list[int]) -> list[int]:
        if again := next((n for n in first_n if first_n.count(n) > 1), None):
            raise serializers.ValidationError(f"{again} is there twice; give each n once.")
        return first_n


class DepthsField(serializers.CharField):
    """Comma-separated numbers and ranges, as 10,20,30-50."""

    def run_validation(self, data: Any = empty) -> Any:
        if data is empty:
            return []
        try:
            return parse_depths(super().run_validation(data))
        except ValueError as error:
            raise serializers.ValidationError(str(error)) from error


class FlipsQuerySerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=MAX_NAME, help_text="The run's name.")
    depths = DepthsField(
        required=False,
        max_length=1000,
        help_text="Each n, comma-separated, or ranges such as 2-50; by default the usual ones.",
    )


class RunFlipsSerializer(TupleSerializer[RunFlips]):
    """`n_topics` have pair scores, of at most `longest` passages each."""

    run = serializers.CharField(source="run.name")


class PairScoresRequestSerializer(serializers.Serializer[Any]):
    file = serializers.FileField()
    run = serializers.CharField(max_length=MAX_NAME, help_text="The run that gets them.")


class PairFileSerializer(TupleSerializer[PairFile]):
    """Pair scores that were stored with a run."""


class PairsRunQuerySerializer(serializers.Serializer[Any]):
    run = serializers.CharField(max_length=MAX_NAME, help_text="The run with pair scores.")


class PairedTopicsSerializer(TupleSerializer[PairedTopics]):
    """Topics with pair scores. `is_simulated`: a rule made them for a demo, no model."""


class FlippedPairsQuerySerializer(PairsRunQuerySerializer):
    query_id = serializers.CharField()
    doc_id = serializers.CharField(
        default="", help_text="A passage that is in each pair; empty takes all."
    )
    after = serializers.IntegerField(
        default=0, min_value=0, max_value=MAX_PAIRS, help_text="How many pairs to pass over."
    )


class FlippedPairsSerializer(TupleSerializer[FlippedPairs]):
    """A page of a topic's pairs that flip, the greatest gap first; `after` begins the next one."""


class PairQuerySerializer(PairsRunQuerySerializer):
    query_id = serializers.CharField()
    first = serializers.CharField(help_text="A passage's doc_id.")
    second = serializers.CharField(help_text="Another one's.")


class PairBothWaysSerializer(TupleSerializer[PairBothWays]):
    """`p_first` is the probability that the first is the better one, asked with it in front;
    `p_second` that the second is, asked with that in front.
    """
