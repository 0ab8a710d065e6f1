"""Trainings: begin one, watch it, steer it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account
from annotation.models import LabelSet
from evaluation.api.access import ResearchView, check_blind
from evaluation.models import Training
from evaluation.training.api.serializers import (
    TrainingChoicesSerializer,
    TrainingHeadSerializer,
    TrainingNameSerializer,
    TrainingPlanSerializer,
    TrainingRequestSerializer,
    TrainingSerializer,
    TrainingSteerSerializer,
)
from evaluation.training.asked import AskedTraining
from evaluation.training.choices import training_choices
from evaluation.training.cost import seconds_of
from evaluation.training.describing import described, head_of
from evaluation.training.starting import plan_training, start_training
from evaluation.training.steering import STEERS
from ranking.exceptions import RankingError
from ranking.http.errors import RefusalSerializer
from ranking.http.request_fields import body_fields, query_fields, takes_no_fields
from ranking.http.scopes import READ_ONLY
from ranking.lookup import by_name
from ranking.models import Run
from ranking.rights import why_not_change

REFUSALS = {400: RefusalSerializer, 404: RefusalSerializer}


class TrainingsView(ResearchView):
    @extend_schema(operation_id="trainings", responses=TrainingHeadSerializer(many=True))
    @takes_no_fields
    def get(self, request: Request) -> Response:
        """All trainings, the newest first."""
        trainings = Training.objects.seen().select_related("run", "label_set", "owner")
        heads = [head_of(training) for training in trainings]
        return Response(TrainingHeadSerializer(heads, many=True).data)

    @extend_schema(
        operation_id="training_start",
        request=TrainingRequestSerializer,
        responses={202: TrainingSerializer, **REFUSALS},
    )
    def post(self, request: Request) -> Response:
        """Begin a training for workers; the same request again goes on with it."""
        training = start_training(asked=_asked(request))
        return _training(request, training, status.HTTP_202_ACCEPTED)


class TrainingPreviewView(ResearchView):
    token_scopes = READ_ONLY

    @extend_schema(
        operation_id="training_preview",
        request=TrainingRequestSerializer,
        responses={200: TrainingPlanSerializer, **REFUSALS},
    )
    def post(self, request: Request) -> Response:
        """Size and cost of a training; nothing is stored."""
        planned = plan_training(_asked(request))
        n_trained_on, n_held_out = planned.n_topics
        plan = {
            "n_examples": planned.n_examples,
            "n_trained_on": n_trained_on,
            "n_held_out": n_held_out,
            "n_steps": planned.fields["n_steps"],
            "seconds": seconds_of(planned.fields["recipe"]),
        }
        return Response(TrainingPlanSerializer(plan).data)


class TrainingChoicesView(ResearchView):
    @extend_schema(operation_id="training_choices", responses=TrainingChoicesSerializer)
    @takes_no_fields
    def get(self, request: Request) -> Response:
        """Rankers, their losses, the recipes of papers, and all settings."""
        return Response(TrainingChoicesSerializer(training_choices()).data)


class TrainingView(ResearchView):
    @extend_schema(
        operation_id="training_show",
        parameters=[TrainingNameSerializer],
        responses=TrainingSerializer,
    )
    def get(self, request: Request) -> Response:
        """A training with its curves."""
        return _training(request, _named(query_fields(request, TrainingNameSerializer)))


class TrainingSteerView(ResearchView):
    @extend_schema(
        operation_id="training_steer",
        request=TrainingSteerSerializer,
        responses={200: TrainingSerializer, **REFUSALS},
    )
    def post(self, request: Request) -> Response:
        """Pause, resume, end or cancel a training."""
        asked = body_fields(request, TrainingSteerSerializer)
        training = _named(asked)
        if why := why_not_change(account(request), training):
            raise RankingError(why, code="not_yours")
        return _training(request, STEERS[asked["action"]](training=training))


def _asked(request: Request) -> AskedTraining:
    asked = body_fields(request, TrainingRequestSerializer)
    label_set = by_name(LabelSet, asked.pop("labels"), field="labels")
    check_blind(request, [label_set])
    run = by_name(Run, asked.pop("run"), field="run")
    return AskedTraining(run=run, label_set=label_set, **asked)


def _named(asked: Mapping[str, Any]) -> Training:
    return by_name(Training, asked["name"], field="name")


def _training(request: Request, training: Training, code: int = status.HTTP_200_OK) -> Response:
    view = {**described(training), "why_not": why_not_change(account(request), training)}
    return Response(TrainingSerializer(view).data, status=code)
