from __future__ import annotations

from typing import Any

from rest_framework import serializers

from ranking.lookup import MAX_NAME
from ranking.models import RunKind

KEEP_FIRST = (
    "Of a passage that a topic of a run has twice keep the line that stands first in the file;"
    " by default such a run is refused."
)


class RunRequestSerializer(serializers.Serializer[Any]):
    file = serializers.FileField()
    name = serializers.CharField(max_length=MAX_NAME)
    collection = serializers.CharField(max_length=MAX_NAME)
    topic_set = serializers.CharField(max_length=MAX_NAME)
    team = serializers.CharField(max_length=MAX_NAME, allow_blank=True, default="")
    kind = serializers.ChoiceField(choices=RunKind.choices, default=RunKind.UNKNOWN)
    single_precision = serializers.BooleanField(default=False)
    keep_first = serializers.BooleanField(default=False, help_text=KEEP_FIRST)


class RunReportSerializer(serializers.Serializer[Any]):
    """Report on an imported run. `n_repeated` counts lines left out by `keep_first`, `n_tied` lines
    that share their score with another of their topic. `n_textless` counts passages without text,
    which cannot be judged, and `n_new_doc_ids` those new to the collection.
    """

    name = serializers.CharField()
    tag = serializers.CharField()
    n_topics = serializers.IntegerField()
    n_lines = serializers.IntegerField()
    n_repeated = serializers.IntegerField()
    depth = serializers.IntegerField()
    n_tied = serializers.IntegerField()
    n_textless = serializers.IntegerField()
    n_new_doc_ids = serializers.IntegerField()
    n_unknown_topics = serializers.IntegerField()
    n_lines_of_unknown_topics = serializers.IntegerField()
    unknown_query_ids = serializers.ListField(child=serializers.CharField())
    n_topics_without_ranking = serializers.IntegerField()
