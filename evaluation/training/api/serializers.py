"""Requests for trainings, and trainings as the browser shows them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from evaluation.models import Training, TrainingReport, TrainingValidation
from evaluation.training.asked import AskedTraining
from evaluation.training.choices import PaperChoice, Setting, TrainingChoices
from evaluation.training.progress import BestSoFar, TrainingProgress
from evaluation.training.steering import STEERS
from ranking.http.limited_list import LimitedList
from ranking.http.server_paths import PathFreeField
from ranking.http.tuple_serializer import (
    RequestSerializer,
    RowSerializer,
    TupleSerializer,
    arguments,
)
from ranking.lookup import MAX_NAME

PAGE_OF_NEW = "new"
MOST_HELD_OUT = 10_000


@extend_schema_field({"type": "object", "additionalProperties": True})
class SettingsField(serializers.DictField):
    """Settings of a recipe by name; those left out are the recipe's, or have their defaults."""


class TrainingRequestSerializer(RequestSerializer[Any]):
    """A training: run, labels, ranker and settings."""

    derived_from = arguments(AskedTraining, "name", "relevant_from", "held_out")
    run = serializers.CharField(max_length=MAX_NAME)
    labels = serializers.CharField(max_length=MAX_NAME)
    model = serializers.CharField(max_length=MAX_NAME, required=False)
    recipe = serializers.CharField(default="", allow_blank=True)
    settings = SettingsField(default=dict)
    held_out_topics = LimitedList(
        child=serializers.CharField(), max_length=MOST_HELD_OUT, default=list
    )

    def validate_name(self, name: str) -> str:
        if name == PAGE_OF_NEW:
            raise serializers.ValidationError(f"{name} is the address of a page: choose another.")
        return name


class TrainingNameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=MAX_NAME, help_text="The training's name.")


class TrainingSteerSerializer(TrainingNameSerializer):
    action = serializers.ChoiceField(choices=[*STEERS])


class TrainingPlanSerializer(serializers.Serializer[Any]):
    """Size of a training, and the time of its steps where similar ones were measured."""

    n_examples = serializers.IntegerField()
    n_trained_on = serializers.IntegerField()
    n_held_out = serializers.IntegerField()
    n_steps = serializers.IntegerField()
    seconds = serializers.FloatField(allow_null=True)


class TrainingHeadSerializer(RowSerializer):
    model = Training
    columns = ["name", "status", "step", "n_steps", "created_at", "finished_at"]
    ranker = serializers.CharField()
    run = serializers.CharField(allow_null=True)
    labels = serializers.CharField(allow_null=True)
    owner = serializers.CharField(allow_null=True)
    best = TupleSerializer[BestSoFar](allow_null=True)


class TrainingReportSerializer(RowSerializer):
    model = TrainingReport
    columns = ["step", "epoch", "loss", "learning_rate"]


class TrainingValidationSerializer(RowSerializer):
    model = TrainingValidation
    columns = ["step", "depth", "is_best"]
    measures = serializers.DictField(child=serializers.FloatField())


class TrainingSerializer(TrainingHeadSerializer, TupleSerializer[TrainingProgress]):
    """A training with its curves and all that its model follows from."""

    error = PathFreeField(allow_blank=True)
    collection = serializers.CharField(allow_null=True)
    topic_set = serializers.CharField(allow_null=True)
    base = PathFreeField(allow_blank=True, help_text="The model that it began with.")
    recipe = serializers.DictField()
    file = serializers.CharField(
        allow_blank=True, help_text="Name of the file trained on; blank where labels are."
    )
    file_format = serializers.CharField(allow_blank=True)
    n_overlapping = serializers.IntegerField(
        help_text="Topics held out whose query the file trains on, which was allowed."
    )
    paper = serializers.CharField(allow_blank=True, help_text="The recipe's name, if it has one.")
    relevant_from = serializers.IntegerField(allow_null=True)
    n_trained_on = serializers.IntegerField()
    n_held_out = serializers.IntegerField()
    held_out = serializers.ListField(child=serializers.CharField())
    data_hash = serializers.CharField()
    weights_sha256 = serializers.CharField(allow_blank=True)
    versions = serializers.DictField(child=serializers.CharField())
    runs = serializers.ListField(child=serializers.CharField(), help_text="Made with its model.")
    reports = TrainingReportSerializer(many=True)
    validations = TrainingValidationSerializer(many=True)
    why_not = serializers.CharField(
        allow_blank=True, help_text="Why the account may not steer it; empty if it may."
    )


@extend_schema_field({})
class AnyField(serializers.JSONField):
    """A number, a text, a list of numbers, yes or no, or null."""


class PaperChoiceSerializer(TupleSerializer[PaperChoice]):
    settings = SettingsField()


class SettingSerializer(TupleSerializer[Setting]):
    usual = AnyField(allow_null=True)


class TrainingChoicesSerializer(TupleSerializer[TrainingChoices]):
    papers = PaperChoiceSerializer(many=True)
    settings = SettingSerializer(many=True)
