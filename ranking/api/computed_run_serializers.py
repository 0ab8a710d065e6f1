"""Requests for computed runs, and their progress."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers
from rest_framework.request import Request

from ranking.http.request_fields import body_fields
from ranking.http.tuple_serializer import RowSerializer, TupleSerializer
from ranking.jobs.jobs import JobProgress
from ranking.lookup import MAX_NAME
from ranking.models import Run
from ranking.parameters import ranges
from ranking.parameters.index_options import FIELDS, PLAIN_INDEX, IndexOptions
from ranking.parameters.ranges import Range
from ranking.rankers.bm25_plan import DEFAULTS, DEVICES, RANKER, device_on
from ranking.rankers.bm25_plan import RANKER as BM25
from ranking.rankers.neural_rankers import NEURAL_RANKERS, NeuralRanker, Parameter
from regrade.bm25.rm3 import RM3
from regrade.neural.model_folder import DEFAULT_MODEL
from regrade.neural.networks import PRECISIONS

# What a browser may ask for at once; the command takes any depth.
MAX_DEPTH, MAX_FEEDBACK = 10_000, 1000
# What is no number, below, above, too long to be read or null gets one sentence.
NOT_IN_RANGE = ("invalid", "min_value", "max_value", "max_string_length", "overflow", "null")


MAX_MODEL, MAX_PAIRS = 1000, 1_000_000
EITHER = "A parent is re-ranked in its own collection, for its own topics; name none beside it."
NEITHER = "Name a run to re-rank, or a collection and a topic set to search."
OF_A_SEARCH = "Only a re-ranking is divided by pairs; leave it out of a search."
RANKERS = [BM25, *NEURAL_RANKERS]


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


def _whole_or_null(allowed: Range) -> serializers.IntegerField:
    return serializers.IntegerField(
        min_value=allowed.low,
        max_value=allowed.high,
        allow_null=True,
        default=None,
        error_messages=dict.fromkeys(NOT_IN_RANGE, f"Must be {allowed}."),
    )


class ModelRunSerializer(serializers.Serializer[Any]):
    """A run by a neural ranker. `parent` is the run to re-rank; if it is null, `collection` is
    searched for `topic_set`.

    `model` null is the packaged one, for rankers that have it. `depth` null is the ranker's own
    for re-ranking, and 1000 for a search. `pairs_per_chunk` says how a re-ranking is divided among
    workers; null leaves it to Regrade, and a job that is taken up again keeps its chunks.
    `parameters` holds what differs from the ranker's defaults, as `/api/rankers` lists them.
    """

    name = serializers.CharField(max_length=MAX_NAME)
    ranker = serializers.ChoiceField(choices=list(NEURAL_RANKERS))
    parent = serializers.CharField(  # type: ignore[assignment]
        max_length=MAX_NAME, allow_null=True, default=None
    )
    collection = serializers.CharField(max_length=MAX_NAME, allow_null=True, default=None)
    topic_set = serializers.CharField(max_length=MAX_NAME, allow_null=True, default=None)
    model = serializers.CharField(max_length=MAX_MODEL, allow_null=True, default=None)
    passage_model = serializers.CharField(max_length=MAX_MODEL, allow_null=True, default=None)
    precision = serializers.ChoiceField(choices=PRECISIONS, default=PRECISIONS[0])
    depth = _whole_or_null(ranges.DEPTH._replace(high=MAX_DEPTH))
    pairs_per_chunk = _whole_or_null(ranges.PAIRS._replace(high=MAX_PAIRS))
    parameters = serializers.DictField(default=dict)

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        ground = [key for key in ("collection", "topic_set") if asked[key] is not None]
        if asked["parent"] is not None and ground:
            raise serializers.ValidationError(dict.fromkeys(ground, EITHER))
        if asked["parent"] is None and not ground:
            raise serializers.ValidationError({"parent": NEITHER})
        missing = {"collection", "topic_set"} - set(ground)
        if asked["parent"] is None and missing:
            raise serializers.ValidationError(dict.fromkeys(missing, "A search needs it."))
        if asked["parent"] is None and asked["pairs_per_chunk"] is not None:
            raise serializers.ValidationError({"pairs_per_chunk": OF_A_SEARCH})
        return asked


class RankerParameterSerializer(TupleSerializer[Parameter]):
    """A ranker's parameter; a null default means the model's own, or that of its source."""

    default = serializers.JSONField(allow_null=True)


class RankerSerializer(RowSerializer):
    """A neural ranker. All re-rank a run; one that `can_retrieve` also searches.

    `default_model` says what serves where no model is named, null where one must be. `depth` is
    how many passages a topic it re-ranks where nobody says.
    """

    model = NeuralRanker
    columns = [
        "name",
        "label",
        "about",
        "can_retrieve",
        "compares_pairs",
        "takes_passage_model",
        "default_model",
        "kinds_read",
        "depth",
        "precisions",
    ]
    paths = {"takes_passage_model": "takes_towers", "kinds_read": "kinds"}
    name = serializers.CharField()
    about = serializers.CharField()
    default_model = serializers.CharField(allow_null=True)
    precisions = serializers.ListField(child=serializers.CharField())
    parameters = RankerParameterSerializer(many=True)


class RankersSerializer(serializers.Serializer[Any]):
    rankers = RankerSerializer(many=True)
    precision_help = serializers.CharField()
    retrieval_depth = serializers.IntegerField()
    pairs_per_chunk = serializers.IntegerField()
    pairs_per_chunk_help = serializers.CharField()


def asked_of_model_run(run: Run, spec: Mapping[str, Any]) -> dict[str, Any]:
    """The request that would compute the run again."""
    is_search = run.parent is None
    return {
        "name": run.name,
        "ranker": spec["ranker"],
        "parent": run.parent.name if run.parent else None,
        "collection": run.collection.name if is_search else None,
        "topic_set": run.topic_set.name if is_search else None,
        "model": _model(spec.get("model")),
        "passage_model": _model(spec.get("passage_model")),
        "precision": spec.get("precision", PRECISIONS[0]),
        "depth": spec["depth"],
        "parameters": spec.get("parameters", {}),
    }


def _model(frozen: Mapping[str, Any] | None) -> str | None:
    return None if frozen is None or frozen["name"] == DEFAULT_MODEL else frozen["name"]


class RankerChosenSerializer(serializers.Serializer[Any]):
    """The requested ranker; it decides which other fields there are."""

    ranker = serializers.ChoiceField(choices=RANKERS, default=BM25)


def computed_run(*, allow_null: bool = False) -> PolymorphicProxySerializer:
    """Schema of a computed run: BM25 has fields of its own, the other rankers share theirs."""
    return PolymorphicProxySerializer(
        component_name="ComputedRun",
        serializers=[Bm25RunSerializer, ModelRunSerializer],
        resource_type_field_name=None,
        allow_null=allow_null,
    )


def read_asked(request: Request) -> dict[str, Any]:
    """The validated fields of a requested run, by its ranker's serializer."""
    ranker = body_fields(request, RankerChosenSerializer, is_part=True)["ranker"]
    return body_fields(request, Bm25RunSerializer if ranker == BM25 else ModelRunSerializer)


def asked_of(run: Run, queue: str | None) -> dict[str, Any] | None:
    """The request that would compute a run again; None if it cannot be requested here.

    It cannot if the run that it re-ranks is missing, as after the import of an archive.

    `queue` is that of the run's job.
    """
    spec = run.spec or {}
    if run.parent_name is not None and run.parent is None:
        return None
    if spec.get("ranker") == BM25 and "index" in spec:
        return asked_of_bm25_run(run, spec, queue)
    if spec.get("ranker") in NEURAL_RANKERS and "depth" in spec:
        return asked_of_model_run(run, spec)
    return None


class RunProgressQuerySerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=MAX_NAME, help_text="The run's name.")


class RunProgressSerializer(TupleSerializer[JobProgress]):
    """Progress of a run. `is_begun` is false until a worker starts on it; `error` says why it
    failed.

    `is_worked_on` is false when no worker has any of it in hand, nor had a moment ago.
    """
