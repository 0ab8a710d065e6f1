from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account
from evaluation.api.access import CompareView
from evaluation.api.comparisons import found_comparison
from evaluation.library.api.access import sight_of, thing_named
from evaluation.library.api.serializers import MAX_NAME
from evaluation.library.kinds import Kind
from evaluation.library.rights import why_not_change
from evaluation.models import AnswerKind, KeptAnswer, SavedComparison
from evaluation.saved.api.answering import ANSWERING, answer_of, own_fields
from evaluation.saved.keeping import NOT_KEPT, drop_answer, keep_answer
from evaluation.saved.opening import KeptRow, kept_row
from evaluation.saved.reopening import as_of_today
from evaluation.saved.tables import csv_of_answer
from ranking.http.downloads import as_file
from ranking.http.errors import RefusalSerializer
from ranking.http.formats import FormatsSerializer, in_formats
from ranking.http.request_fields import body_fields, query_fields
from ranking.http.tuple_serializer import TupleSerializer
from ranking.lookup import first_of

REFUSALS = {400: RefusalSerializer, 403: RefusalSerializer, 404: RefusalSerializer}


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
    systems = ANSWERING[AnswerKind.SYSTEMS].shown(allow_null=True)
    order = ANSWERING[AnswerKind.ORDER].shown(allow_null=True)
    two_orders = ANSWERING[AnswerKind.TWO_ORDERS].shown(allow_null=True)
    topic_plan = ANSWERING[AnswerKind.TOPIC_PLAN].shown(allow_null=True)
    bounds = ANSWERING[AnswerKind.BOUNDS].shown(allow_null=True)
    pool_bias = ANSWERING[AnswerKind.POOL_BIAS].shown(allow_null=True)


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
        shown = {
            name: getattr(answer, name, None) for name in map(str, KeptAnswerSerializer().fields)
        }
        # As it is stored, which the serializer describes: it is JSON already.
        return Response({**shown, answer.kind.replace("-", "_"): answer.result})

    def as_csv(self, request: Request) -> HttpResponse:
        answer = _found(request)
        stem = f"{answer.kind}-{answer.content_hash[:12]}"
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


def _found(request: Request) -> KeptAnswer:
    """The kept answer with this hash, whichever saved comparison keeps it."""
    content_hash = query_fields(request, AnswerQuerySerializer)["hash"]
    seen = sight_of(request).comparisons.order_by().values("pk")
    found = KeptAnswer.objects.filter(content_hash=content_hash, saved__in=seen)
    return first_of(found, NOT_KEPT)


def _to_change(request: Request, name: str) -> SavedComparison:
    saved: SavedComparison = thing_named(Kind.COMPARISONS, name, sight_of(request))
    if sentence := why_not_change(account(request), saved):
        raise PermissionDenied(sentence)
    return saved
