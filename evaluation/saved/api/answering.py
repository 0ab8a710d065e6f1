"""Each kind of answer to a comparison: its fields, computation and JSON form."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from rest_framework import serializers
from rest_framework.renderers import JSONRenderer

from evaluation.api.bounds import BoundsSerializer, bounds_view
from evaluation.api.difference_plans import PlannedSerializer, plan_asked_of
from evaluation.api.orders import (
    AxesSerializer,
    CorrelatedOrdersSerializer,
    OrdersSerializer,
    orders_view,
    two_orders_view,
)
from evaluation.api.score_serializers import SystemsMethodSerializer, SystemsSerializer
from evaluation.api.scores import asked_systems_view
from evaluation.api.verdicts import PoolBiasSerializer, PooledSerializer, pool_bias_view
from evaluation.comparisons.options import is_drawn
from evaluation.comparisons.pool_bias import PoolQuestion
from evaluation.comparisons.results import ComparedRuns
from evaluation.comparisons.sides import label_set_of, label_sets_of, measure_of, runs_of
from evaluation.families.difference_plans import DifferencePlan
from evaluation.models import AnswerKind
from evaluation.saved.keeping import Answer, Drawn
from ranking.http.tuple_serializer import TupleSerializer

Fields = dict[str, Any]


class ByMeasureSerializer(serializers.Serializer[Any]):
    measure = serializers.CharField()


class SystemsAskedSerializer(ByMeasureSerializer, SystemsMethodSerializer):
    pass


class PlanAskedSerializer(ByMeasureSerializer, PlannedSerializer):
    run = serializers.CharField()
    label_set = serializers.CharField()


class PoolAskedSerializer(ByMeasureSerializer, PooledSerializer):
    pass


class Answering(NamedTuple):
    """Handlers for one kind of answer.

    Attributes:
        asked: fields beside the comparison's question.
        work_out: from the comparison and the question's fields, its own among them.
        shown: the result in JSON.
    """

    asked: type[serializers.Serializer[Any]]
    work_out: Callable[[ComparedRuns, Fields], Any]
    shown: Any


def answer_of(kind: AnswerKind, compared: ComparedRuns, question: Fields, own: Fields) -> Answer:
    """Compute an answer as its own address would return it.

    Args:
        question: the comparison's own fields.
        own: this kind's additional fields.

    Raises:
        EvaluationError: as for a request to the answer's own address.
    """
    how = ANSWERING[kind]
    shown = how.shown(how.work_out(compared, {**question, **own})).data
    result = json.loads(JSONRenderer().render(shown))
    return Answer(kind, own, result, _drawn(kind, result))


def own_fields(kind: AnswerKind, sent: Mapping[str, Any]) -> Fields:
    """The validated fields of a question.

    Raises:
        ValidationError: a field that is missing, invalid, or not of this kind.
    """
    asked = ANSWERING[kind].asked(data=sent)
    if unknown := sorted(sent.keys() - asked.fields.keys()):
        raise serializers.ValidationError(
            {"question": f"{kind.value} is not asked by {', '.join(unknown)}: leave that out."}
        )
    asked.is_valid(raise_exception=True)
    return {**dict.fromkeys(asked.fields.keys()), **asked.validated_data}


def _systems(compared: ComparedRuns, asked: Fields) -> Fields:
    scores = {
        "runs": runs_of(compared),
        "label_sets": label_sets_of(compared),
        "measures": [measure_of(compared, asked["measure"])],
        "only_topics_of": compared.topics.only_topics_of,
        "common_topics": compared.topics.common_to_runs,
        "single_precision": compared.single_precision,
        "keeps": False,
    }
    return asked_systems_view(scores, asked)


def _pool_bias(compared: ComparedRuns, asked: Fields) -> Fields:
    label_set = label_set_of(compared, asked["label_set"])
    measures = [measure_of(compared, asked["measure"])]
    topic_ids = frozenset(compared.topics.ids)
    pool = (asked["depth"], asked["by"], compared.single_precision)
    return pool_bias_view(PoolQuestion(runs_of(compared), label_set, topic_ids, measures, *pool))


def _drawn(kind: AnswerKind, result: Fields) -> Drawn | None:
    if kind == AnswerKind.SYSTEMS and is_drawn(result["method"]):
        return Drawn(result["seed"], result["permutations"])
    if kind in (AnswerKind.ORDER, AnswerKind.TWO_ORDERS) and result["resamples"]:
        return Drawn(result["seed"], result["resamples"])
    return None


ANSWERING: Mapping[AnswerKind, Answering] = MappingProxyType(
    {
        AnswerKind.SYSTEMS: Answering(SystemsAskedSerializer, _systems, SystemsSerializer),
        AnswerKind.ORDER: Answering(
            ByMeasureSerializer,
            lambda compared, asked: orders_view(compared, asked["measure"], asked["seed"]),
            OrdersSerializer,
        ),
        AnswerKind.TWO_ORDERS: Answering(
            AxesSerializer,
            lambda compared, asked: two_orders_view(compared, asked, asked["seed"]),
            CorrelatedOrdersSerializer,
        ),
        AnswerKind.TOPIC_PLAN: Answering(
            PlanAskedSerializer, plan_asked_of, TupleSerializer[DifferencePlan]
        ),
        AnswerKind.BOUNDS: Answering(
            ByMeasureSerializer,
            lambda compared, asked: bounds_view(compared, asked["measure"]),
            BoundsSerializer,
        ),
        AnswerKind.POOL_BIAS: Answering(PoolAskedSerializer, _pool_bias, PoolBiasSerializer),
    }
)
