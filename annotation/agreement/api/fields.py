"""What every question about agreement can name."""

from __future__ import annotations

from typing import Any, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from regrade.agreement.ballots import Missing

SMALLINT = 2**15


class ThresholdSerializer(serializers.Serializer[Any]):
    threshold = serializers.IntegerField(
        default=None,
        min_value=-SMALLINT,
        max_value=SMALLINT - 1,
        help_text="Votes become 1 from this grade up, else 0.",
    )


class AgreementQuerySerializer(ThresholdSerializer):
    missing = serializers.ChoiceField(
        choices=get_args(Missing),
        default="drop",
        help_text="What stands for an answer without a grade: nothing, the median of the pair's "
        "grades, rounded up, or a category of its own, which has no order.",
    )


@extend_schema_field({"type": "array", "items": {"type": "integer", "nullable": True}})
class CategoriesField(serializers.ListField):
    """What votes can say: grades, and null for *not judged* where that is a category."""

    child = serializers.IntegerField(allow_null=True)
