"""Answers kept with a saved comparison: each kind with its fields, computation and JSON form."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account
from evaluation.api.access import CompareView
from evaluation.api.comparison_answers import (
    AxesSerializer,
    CorrelatedOrdersSerializer,
    OrdersSerializer,
    PlannedSerializer,
    orders_view,
    plan_asked_of,
    two_orders,
)
from evaluation.api.comparisons import found_comparison
from evaluation.api.scores import SystemsMethodSerializer, SystemsSerializer, asked_systems_view
from evaluation.api.verdicts import PoolBiasSerializer, PooledSerializer, pool_bias_view
from evaluation.comparisons.options import is_drawn
from evaluation.comparisons.results import (
    ComparedRuns,
    label_set_of,
    label_sets_of,
    measure_of,
    runs_of,
)
from evaluation.comparisons.unjudged import Bounds, PoolQuestion, bounds_of
from evaluation.families.difference_plans import DifferencePlan
from evaluation.library.api.access import sight_of, thing_named
from evaluation.library.api.serializers import MAX_NAME
from evaluation.library.kinds import Kind, why_not_change
from evaluation.models import AnswerKind, SavedComparison
from evaluation.saved.answers import (
    Answer,
    KeptRow,
    Stored,
    csv_of_answer,
    drop_answer,
    keep_answer,
    kept_answer,
    kept_row,
)
from evaluation.saved.saving import as_of_today
from ranking.http.downloads import as_file
from ranking.http.errors import REFUSALS
from ranking.http.formats import FormatsSerializer, in_formats
from ranking.http.request_fields import body_fields, query_fields
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


class KeepSerializer(serializers.Serializer[Any]):
    """An answer to keep, and its saved comparison.

    `question` has what the kind's own address asks beside the comparison's fields: that of
    `/api/comparison/order` a `measure`, and so on; `systems` has one `measure`, and neither runs
    nor labels.
    """

    saved = serializers.CharField(max_length=MAX_NAME)
    kind = serializers.ChoiceField(choices=AnswerKind.choices)
    question = serializers.DictField()


class AnswerQuerySerializer(serializers.Serializer[Any]):
    hash = serializers.RegexField(r"^[0-9a-f]{64}$", help_text="`content_hash` of the answer.")


class DropQuerySerializer(AnswerQuerySerializer):
    saved = serializers.CharField(max_length=MAX_NAME)


class KeptAnswerSerializer(serializers.Serializer[Any]):
    """A kept answer as it was frozen, with all that it follows from.

    It is one of `systems`, `order` and the like, by its kind; the others are null.
    """

    kind = serializers.ChoiceField(choices=AnswerKind.choices)
    content_hash = serializers.CharField()
    created_at = serializers.DateTimeField()
    seed = serializers.IntegerField(allow_null=True)
    n_draws = serializers.IntegerField(allow_null=True)
    spec = serializers.DictField()
    systems = SystemsSerializer(allow_null=True)
    order = OrdersSerializer(allow_null=True)
    two_orders = CorrelatedOrdersSerializer(allow_null=True)
    topic_plan = TupleSerializer[DifferencePlan](allow_null=True)
    bounds = TupleSerializer[Bounds](allow_null=True)
    pool_bias = PoolBiasSerializer(allow_null=True)


class KeptAnswersView(CompareView):
    @extend_schema(
        operation_id="comparison_keep_answer",
        request=KeepSerializer,
        responses={201: TupleSerializer[KeptRow], **REFUSALS},
    )
    def post(self, request: Request) -> Response:
        """Compute an answer and keep it with a saved comparison, once."""
        sent = body_fields(request, KeepSerializer)
        kind = AnswerKind(sent["kind"])
        own = own_fields(kind, sent["question"])
        saved = _to_change(request, sent["saved"])
        compared = found_comparison(request, saved.asked)
        answer = answer_of(kind, compared, saved.asked, own)
        kept = keep_answer(saved=saved, answer=answer, content_hash=compared.content_hash)
        row = TupleSerializer[KeptRow](kept_row(kept, as_of_today(saved)))
        return Response(row.data, status=status.HTTP_201_CREATED)


class OneKeptAnswerView(CompareView):
    @extend_schema(
        operation_id="comparison_kept_answer",
        parameters=[AnswerQuerySerializer, FormatsSerializer],
        responses=in_formats({200: KeptAnswerSerializer, **REFUSALS}, "csv"),
    )
    def get(self, request: Request) -> Response:
        """An answer as it was frozen."""
        answer = _found(request)
        # As it is stored, which the serializer describes: it is JSON already.
        shown = {name: answer.get(name) for name in map(str, KeptAnswerSerializer().fields)}
        return Response({**shown, answer["kind"].replace("-", "_"): answer["result"]})

    def as_csv(self, request: Request) -> HttpResponse:
        answer = _found(request)
        stem = f"{answer['kind']}-{answer['content_hash'][:12]}"
        return as_file(csv_of_answer(answer), "csv", stem)

    @extend_schema(
        operation_id="comparison_drop_answer",
        parameters=[DropQuerySerializer],
        responses={204: None, **REFUSALS},
    )
    def delete(self, request: Request) -> Response:
        """Remove a kept answer from a saved comparison."""
        asked = query_fields(request, DropQuerySerializer)
        drop_answer(saved=_to_change(request, asked["saved"]), content_hash=asked["hash"])
        return Response(status=status.HTTP_204_NO_CONTENT)


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
    return Answer(kind, own, result, *_drawn(kind, result))


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
        "trained_topics": compared.topics.trained_topics,
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


def _drawn(kind: AnswerKind, result: Fields) -> tuple[int, int] | tuple[()]:
    """From which seed it made how many random draws."""
    if kind == AnswerKind.SYSTEMS and is_drawn(result["method"]):
        return result["seed"], result["permutations"]
    if kind in (AnswerKind.ORDER, AnswerKind.TWO_ORDERS) and result["resamples"]:
        return result["seed"], result["resamples"]
    return ()


def _found(request: Request) -> Stored:
    content_hash = query_fields(request, AnswerQuerySerializer)["hash"]
    return kept_answer(sight_of(request).comparisons, content_hash)


def _to_change(request: Request, name: str) -> SavedComparison:
    saved: SavedComparison = thing_named(Kind.COMPARISONS, name, sight_of(request))
    if sentence := why_not_change(account(request), saved):
        raise PermissionDenied(sentence)
    return saved


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
            lambda compared, asked: two_orders(compared, asked, asked["seed"]),
            CorrelatedOrdersSerializer,
        ),
        AnswerKind.TOPIC_PLAN: Answering(
            PlanAskedSerializer, plan_asked_of, TupleSerializer[DifferencePlan]
        ),
        AnswerKind.BOUNDS: Answering(
            ByMeasureSerializer,
            lambda compared, asked: bounds_of(compared, asked["measure"]),
            TupleSerializer[Bounds],
        ),
        AnswerKind.POOL_BIAS: Answering(PoolAskedSerializer, _pool_bias, PoolBiasSerializer),
    }
)
