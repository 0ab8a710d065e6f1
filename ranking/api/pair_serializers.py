"""Pair scores: requests for runs aggregated from them, and flip rates."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.fields import empty

from ranking.api.tuple_serializer import TupleSerializer
from ranking.lookup import MAX_NAME
from ranking.runs.depth_list import parse_depths
from ranking.runs.flip_rates import RunFlips
from regrade.neural.pairs.aggregation import AGGREGATIONS, PLAIN

MAX_CUTS, MAX_CUT = 20, 10_000


class AggregationParametersSerializer(serializers.Serializer[Any]):
    """Parameters of loop truncation: passages kept by each round, descending (200, 100, 50), and
    each round's aggregation (sym-sum).
    """

    cuts = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MAX_CUT),
        required=False,
        max_length=MAX_CUTS,
    )
    within = serializers.ChoiceField(choices=list(PLAIN), required=False)


class AggregatedRunSerializer(serializers.Serializer[Any]):
    run = serializers.CharField(max_length=MAX_NAME, help_text="The run with pair scores.")
    by = serializers.ChoiceField(choices=list(AGGREGATIONS))
    parameters = AggregationParametersSerializer(required=False)
    name = serializers.CharField(max_length=MAX_NAME, help_text="The new run's name.")


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
