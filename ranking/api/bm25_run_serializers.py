"""Requests for runs by BM25."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from ranking.lookup import MAX_NAME
from ranking.models import Run
from ranking.parameters import ranges
from ranking.parameters.index_options import FIELDS, PLAIN_INDEX, IndexOptions
from ranking.parameters.ranges import Range
from ranking.rankers.bm25_plan import DEFAULTS, DEVICES, RANKER, device_on
from regrade.bm25.rm3 import RM3

# What a browser may ask for at once; the command takes any depth.
MAX_DEPTH, MAX_FEEDBACK = 10_000, 1000
# What is no number, below, above, too long to be read or null gets one sentence.
NOT_IN_RANGE = ("invalid", "min_value", "max_value", "max_string_length", "overflow", "null")


def _number(allowed: Range, default: float) -> serializers.Field[Any, Any, Any, Any]:
    field: Any = serializers.IntegerField if allowed.is_whole else serializers.FloatField
    number: serializers.Field[Any, Any, Any, Any] = field(
        min_value=allowed.low,
        max_value=allowed.high,
        default=default,
        error_messages=dict.fromkeys(NOT_IN_RANGE, f"Must be {allowed}."),
    )
    return number


class Rm3Serializer(serializers.Serializer[Any]):
    """RM3: terms of the passages found first join the query."""

    fb_terms = _number(ranges.FB_TERMS._replace(high=MAX_FEEDBACK), RM3().fb_terms)
    fb_docs = _number(ranges.FB_DOCS._replace(high=MAX_FEEDBACK), RM3().fb_docs)
    original_query_weight = _number(ranges.ORIGINAL_QUERY_WEIGHT, RM3().original_query_weight)


class Bm25RunSerializer(serializers.Serializer[Any]):
    """A run by BM25. Without `rm3` the queries are not expanded. With `adjusts_ties` equal scores
    are separated by a millionth, in Lucene's order. With the device `cuda` only workers with a GPU
    compute it; its scores are the same.
    """

    name = serializers.CharField(max_length=MAX_NAME)
    ranker = serializers.ChoiceField(choices=[RANKER], default=RANKER)
    collection = serializers.CharField(max_length=MAX_NAME)
    topic_set = serializers.CharField(max_length=MAX_NAME)
    depth = _number(ranges.DEPTH._replace(high=MAX_DEPTH), 1000)
    k1 = _number(ranges.K1, DEFAULTS.k1)
    b = _number(ranges.B, DEFAULTS.b)
    rm3 = Rm3Serializer(allow_null=True, default=None)
    adjusts_ties = serializers.BooleanField(default=True)
    fields_indexed = serializers.ChoiceField(choices=FIELDS, default=FIELDS[0])
    stop_words = serializers.ChoiceField(choices=["english", "none"], default="english")
    stemmer = serializers.ChoiceField(choices=["porter", "none"], default="porter")
    device = serializers.ChoiceField(choices=DEVICES, default=DEVICES[0])


def asked_of_bm25_run(
    run: Run, spec: Mapping[str, Any], queue: str | None
) -> dict[str, Any] | None:
    """The request that would compute the run again.

    None where commands alone make its index: pretokenized, or with generated queries.
    """
    index = IndexOptions.from_dict(spec["index"])
    if index.tokenizer != PLAIN_INDEX.tokenizer or index.expansions:
        return None
    return {
        "name": run.name,
        "ranker": RANKER,
        "collection": run.collection.name,
        "topic_set": run.topic_set.name,
        "depth": spec["depth"],
        **spec["parameters"],
        "fields_indexed": index.fields,
        "stop_words": index.stop_words,
        "stemmer": index.stemmer,
        "device": device_on(queue),
    }
