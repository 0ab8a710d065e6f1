"""Requests for studies, and studies as the browser shows them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from evaluation.api.comparison_serializers import MAX_SEED, RandomnessSerializer
from evaluation.models import Study
from evaluation.studies.failures import FailureQuestion, Failures
from evaluation.studies.lines import AskedRanker, AskedStudy, AskedVariant, Line
from evaluation.studies.progress import RunCounts, StudyCost, StudyProgress
from evaluation.studies.reading import VariantByTopic
from evaluation.studies.results import LineShown, StudyCell
from evaluation.studies.starting import MOST_RUNS
from evaluation.studies.testing import STUDY_TESTS
from ranking.api.computed_run_serializers import Bm25RunSerializer, ModelRunSerializer
from ranking.http.limited_list import LimitedList
from ranking.http.page_field import PageField
from ranking.http.server_paths import PathFreeField
from ranking.http.tuple_serializer import (
    RequestSerializer,
    RowSerializer,
    TupleSerializer,
    arguments,
)
from ranking.lookup import MAX_NAME
from ranking.rankers.bm25_plan import RANKER as BM25
from regrade.significance import CORRECTIONS, USUAL_TEST

MAX_TITLE = 60
GROUND = ("name", "collection", "topic_set", "parent")
TEXTS = ("queries", "passages")
PAGE_OF_NEW = "new"


class StudyVariantSerializer(serializers.Serializer[Any]):
    """Texts of the matrix: `topics` or `collection` that are there, or `texts` ("queries" or
    "passages") and the `recipe` by which they are made: its name, a step, or a list of steps.
    """

    title = serializers.CharField(max_length=MAX_TITLE, required=False)
    topics = serializers.CharField(max_length=MAX_NAME, required=False)
    collection = serializers.CharField(max_length=MAX_NAME, required=False)
    texts = serializers.ChoiceField(choices=TEXTS, required=False)
    recipe = serializers.JSONField(required=False)
    seed = serializers.IntegerField(min_value=0, max_value=MAX_SEED, default=1)

    def validate(self, found: dict[str, Any]) -> dict[str, Any]:
        if ("recipe" in found) != ("texts" in found):
            raise serializers.ValidationError(
                {"recipe": "A recipe and the texts that it changes go together."}
            )
        if "recipe" in found and ("topics" in found or "collection" in found):
            raise serializers.ValidationError(
                {"recipe": "Name texts that are there, or a recipe, and not both."}
            )
        return found


RankerName = serializers.CharField(
    max_length=MAX_TITLE,
    error_messages=dict.fromkeys(
        ("blank", "max_length", "invalid", "null"),
        f"Every ranker has a name of 1 to {MAX_TITLE} characters.",
    ),
)
RunNames = LimitedList(
    child=serializers.CharField(max_length=MAX_NAME),
    max_length=MOST_RUNS,
    allow_empty=False,
    error_messages=dict.fromkeys(
        ("not_a_list", "empty", "null"), "The runs of a ranker are a list of one name or more."
    ),
)


@extend_schema_field({"type": "object", "additionalProperties": True})
class StudyRankerField(serializers.DictField):
    """A ranker: its `name` in the tables, and the fields of a computed run without name and
    ground; `reranks` names the ranker whose runs it re-ranks. Or `runs`: imported ones.
    """

    def to_internal_value(self, data: Any) -> Any:
        found = super().to_internal_value(data)
        name = RankerName.run_validation(found.pop("name", ""))
        if "runs" in found:
            runs = RunNames.run_validation(found.pop("runs"))
            if found:
                raise serializers.ValidationError(
                    f"{name} has runs of its own; leave out {', '.join(found)}."
                )
            return AskedRanker(name, None, None, runs)
        if not found:
            raise serializers.ValidationError(f"{name}: say how it ranks, or name its runs.")
        reranks = found.pop("reranks", None)
        if reranks is not None:
            reranks = RankerName.run_validation(reranks)
        return AskedRanker(name, _asked(name, found, reranks), reranks)


class StudyRequestSerializer(RequestSerializer[Any]):
    """A study: every ranker over the originals and each variant, or with `cross` over every pair
    of a variant of the topics and one of the collection.
    """

    derived_from = arguments(AskedStudy, "name", "topics", "collection", "labels", "correction")
    measures = serializers.CharField(default="nDCG@10,RR@10,R@1000")
    variants = LimitedList(child=StudyVariantSerializer(), max_length=MOST_RUNS)
    rankers = LimitedList(child=StudyRankerField(), max_length=MOST_RUNS)
    cross = serializers.BooleanField(default=False)
    test = serializers.ChoiceField(choices=STUDY_TESTS, default=USUAL_TEST)

    def validate_name(self, name: str) -> str:
        if name == PAGE_OF_NEW:
            raise serializers.ValidationError(f"{name} is the address of a page: choose another.")
        return name


class StudyNameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=MAX_NAME, help_text="The study's name.")


class SteerSerializer(StudyNameSerializer):
    action = serializers.ChoiceField(choices=("pause", "resume", "cancel"))


class LabelledSerializer(StudyNameSerializer):
    """Without `labels` those that the study began with."""

    labels = serializers.CharField(max_length=MAX_NAME, required=False)


class TableQuestionSerializer(LabelledSerializer, RandomnessSerializer):
    """How a study is read; what is left out is as the study began.

    `by` says whether variants of one kind are one line. `letters` compares lines with each other.
    """

    measures = serializers.CharField(required=False)
    test = serializers.ChoiceField(choices=STUDY_TESTS, required=False)
    correction = serializers.ChoiceField(choices=["none", *CORRECTIONS], required=False)
    by = serializers.ChoiceField(choices=("variant", "kind"), default="variant")
    letters = serializers.BooleanField(default=False)


class ByTopicQuestionSerializer(LabelledSerializer):
    measure = serializers.CharField(required=False)
    variant = serializers.CharField()


class FailuresQuestionSerializer(LabelledSerializer, RequestSerializer[Any]):
    """Without `variant` the first one; `within` is how deep a relevant passage may stand."""

    derived_from = arguments(FailureQuestion, "which", "within", "ranker")
    variant = serializers.CharField(required=False)


class FailuresPageSerializer(FailuresQuestionSerializer):
    page = PageField()


class StudyHeadSerializer(RowSerializer):
    model = Study
    columns = ["name", "topic_set", "collection", "status", "started_by", "created_at"]


class StudySummarySerializer(StudyHeadSerializer, TupleSerializer[RunCounts]):
    n_variants = serializers.IntegerField()
    n_rankers = serializers.IntegerField()


class StudyLineSerializer(RowSerializer):
    """A line of the matrix; `made` of `n_passages` are there while its texts are being made."""

    model = Line
    columns = ["title", "changes", "kind"]
    topics = serializers.CharField()
    collection = serializers.CharField()
    is_made = serializers.BooleanField()


class StudyRankerShownSerializer(serializers.Serializer[Any]):
    """A ranker of the matrix, with the letter by which markers name it and how it ranks."""

    name = serializers.CharField()
    letter = serializers.CharField()
    about = serializers.CharField()
    reranks = serializers.CharField(allow_null=True)


class StudySerializer(StudyHeadSerializer, TupleSerializer[StudyProgress]):
    """A study and how far it is. `seconds_left` is what one worker would take, if that is known."""

    error = PathFreeField(allow_blank=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    labels = serializers.CharField(help_text="What its tables begin with.")
    measures = serializers.ListField(child=serializers.CharField())
    test = serializers.ChoiceField(choices=STUDY_TESTS)
    correction = serializers.ChoiceField(choices=["none", *CORRECTIONS])
    label_sets = serializers.ListField(
        child=serializers.CharField(), help_text="Those that its runs can be scored under."
    )
    lines = StudyLineSerializer(many=True)
    rankers = StudyRankerShownSerializer(many=True)


class StudyCellSerializer(RowSerializer):
    """One ranker by one measure on one line. `interval` is of the mean difference or of
    `interval_of`; `better_than` and `loses_less_than` hold letters of rankers; lines of one ranker
    that share one of `letters` do not differ.
    """

    model = StudyCell
    columns = [
        "ranker",
        "measure",
        "mean",
        "original",
        "difference",
        "relative",
        "interval",
        "interval_of",
        "p_value",
        "p_adjusted",
        "stars",
        "better_than",
        "loses_less_than",
        "letters",
        "n_missing",
        "unjudged",
    ]
    ranker = serializers.CharField()
    measure = serializers.CharField()
    interval = serializers.ListField(child=serializers.FloatField(), allow_null=True)
    interval_of = serializers.CharField(allow_null=True)
    p_value = serializers.FloatField(allow_null=True)
    p_adjusted = serializers.FloatField(allow_null=True)
    better_than = serializers.CharField(allow_blank=True)
    loses_less_than = serializers.CharField(allow_blank=True)


class StudyTableLineSerializer(RowSerializer):
    model = LineShown
    columns = ["title", "changes", "n_variants"]
    cells = StudyCellSerializer(many=True)


class StudyMeasureSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    lower_is_better = serializers.BooleanField()


class StudyTableSerializer(serializers.Serializer[Any]):
    """A study's table; `notes` say what was tested and how it was corrected."""

    labels = serializers.CharField()
    is_simulated = serializers.BooleanField()
    n_topics = serializers.IntegerField()
    test = serializers.ChoiceField(choices=STUDY_TESTS)
    correction = serializers.ChoiceField(choices=["none", *CORRECTIONS])
    notes = serializers.ListField(child=serializers.CharField())
    rankers = StudyRankerShownSerializer(many=True)
    measures = StudyMeasureSerializer(many=True)
    lines = StudyTableLineSerializer(many=True)
    n_runs = serializers.IntegerField()
    n_complete = serializers.IntegerField()


FailuresSerializer = TupleSerializer[Failures]
StudyCostSerializer = TupleSerializer[StudyCost]
VariantByTopicSerializer = TupleSerializer[VariantByTopic]


def asked_study(fields: dict[str, Any]) -> AskedStudy:
    """The study that a validated request asks for."""
    variants = [AskedVariant(**variant) for variant in fields["variants"]]
    rest = {key: value for key, value in fields.items() if key not in ("variants", "cross")}
    return AskedStudy(variants=variants, crosses=fields["cross"], **rest)


def _asked(name: str, found: dict[str, Any], reranks: str | None) -> dict[str, Any]:
    """The fields of a run by this ranker, checked by the serializer of such runs."""
    if own := [key for key in GROUND if key in found]:
        raise serializers.ValidationError(
            f"{name}: {' and '.join(own)} follow from the study; leave them out."
        )
    is_bm25 = found.get("ranker", BM25) == BM25
    if is_bm25 and reranks is not None:
        raise serializers.ValidationError(f"{name}: bm25 searches; it re-ranks nothing.")
    ground = {"parent": "-"} if reranks else {"collection": "-", "topic_set": "-"}
    form = Bm25RunSerializer if is_bm25 else ModelRunSerializer
    if unknown := [key for key in found if key not in form().fields]:
        raise serializers.ValidationError(f"{name}: there is no {' and no '.join(unknown)}.")
    sent = form(data={**found, "name": "-", **ground})
    if not sent.is_valid():
        raise serializers.ValidationError(f"{name}: {_sentences(sent.errors)}")
    return {key: value for key, value in sent.validated_data.items() if key not in GROUND}


def _sentences(errors: Any) -> str:
    """Nested errors in one line, each with its field."""
    if isinstance(errors, dict):
        return " ".join(f"{key}: {_sentences(value)}" for key, value in errors.items())
    return " ".join(map(str, errors)) if isinstance(errors, list) else str(errors)
