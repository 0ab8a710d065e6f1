from __future__ import annotations

from typing import Any

from rest_framework import serializers


class JobWorkSerializer(serializers.Serializer[Any]):
    """What is done now: passages while their vectors are computed, and once all are, topics."""

    unit = serializers.ChoiceField(choices=["passage", "topic"])
    n = serializers.IntegerField()
    n_done = serializers.IntegerField()
    n_failed = serializers.IntegerField()
