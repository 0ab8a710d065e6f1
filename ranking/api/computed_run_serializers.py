"""A run to be computed as it is asked for, and how far one is."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from ranking.models import JobStatus
from ranking.services.index_options import FIELDS
from ranking.services.lookup import MAX_NAME
from ranking.services.plan_bm25 import RANKER

# What a browser may ask for at once; the command takes any depth.
MAX_DEPTH, MAX_FEEDBACK = 10_000, 1000


class FeedbackSerializer(serializers.Serializer[Any]):
    """RM3: terms of the passages found first join the query."""

    fb_terms = serializers.IntegerField(min_value=1, max_value=MAX_FEEDBACK, default=10)
    fb_docs = serializers.IntegerField(min_value=1, max_value=MAX_FEEDBACK, default=10)
    original_query_weight = serializers.FloatField(min_value=0, max_value=1, default=0.5)


class ComputedRunSerializer(serializers.Serializer[Any]):
    """`rm3` null ranks the queries as they stand. With `adjusts_ties` equal scores are set apart by
    a millionth, in Lucene's order; else they stay equal."""

    name = serializers.CharField(max_length=MAX_NAME)
    ranker = serializers.ChoiceField(choices=[RANKER], default=RANKER)
    collection = serializers.CharField(max_length=MAX_NAME)
    topic_set = serializers.CharField(max_length=MAX_NAME)
    depth = serializers.IntegerField(min_value=1, max_value=MAX_DEPTH, default=1000)
    k1 = serializers.FloatField(min_value=0, default=0.82)
    b = serializers.FloatField(min_value=0, max_value=1, default=0.68)
    rm3 = FeedbackSerializer(allow_null=True, default=None)
    adjusts_ties = serializers.BooleanField(default=True)
    fields_indexed = serializers.ChoiceField(choices=FIELDS, default=FIELDS[0])
    stop_words = serializers.ChoiceField(choices=["english", "none"], default="english")
    stemmer = serializers.ChoiceField(choices=["porter", "none"], default="porter")


class RunProgressQuerySerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=MAX_NAME, help_text="The run's name.")


class RunProgressSerializer(serializers.Serializer[Any]):
    """`is_begun` is false while no worker has taken anything of it; `error` says why it failed."""

    status = serializers.ChoiceField(choices=JobStatus.choices)
    n_topics = serializers.IntegerField()
    n_topics_done = serializers.IntegerField()
    is_begun = serializers.BooleanField()
    error = serializers.CharField()
