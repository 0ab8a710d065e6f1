from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Annotated, Any, NamedTuple

from django.db.models import Case, Value, When
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account
from evaluation.api.access import CompareView
from evaluation.api.comparison_serializers import QuestionSerializer
from evaluation.api.comparisons import asked_question
from evaluation.comparisons.question import family_of
from evaluation.library.api.access import sight_of
from evaluation.library.api.serializers import SAVED_FOR
from evaluation.library.kinds import Kind, why_not_change
from evaluation.library.rows import SavedRow, rows_of
from evaluation.models import SavedComparison
from evaluation.saved.answers import AskedFor, KeptRow, kept_rows
from evaluation.saved.saving import (
    FrozenRow,
    Keeping,
    Moved,
    as_of_today,
    frozen_rows,
    save_comparison,
)
from ranking.http.errors import REFUSALS
from ranking.http.request_fields import body_fields, query_fields
from ranking.http.tuple_serializer import TupleSerializer, arguments
from ranking.lookup import first_of
from ranking.models import Visibility

HASH = r"^[0-9a-f]{64}$"


class HashQuerySerializer(serializers.Serializer[Any]):
    hash = serializers.RegexField(HASH, help_text="`content_hash` of the comparison.")


class SaveSerializer(QuestionSerializer):
    """The question of a frozen comparison, and the name to save it under."""

    derived_from = arguments(Keeping, "name", "note")
    visibility = serializers.ChoiceField(
        required=False,
        choices=SAVED_FOR,
        help_text="By default `private` where a run or label set is, else `team`.",
    )


class Opened(NamedTuple):
    """A saved comparison: its frozen numbers, and the inputs that changed since.

    `moved` is empty if the question has the same answer today.
    """

    row: SavedRow
    may_change: bool
    asked: Sequence[AskedFor]
    frozen_at: datetime
    test: str
    correction: str
    family: str
    moved: Sequence[Moved]
    rows: Sequence[FrozenRow]
    answers: Annotated[Sequence[KeptRow], "Answers kept with the table."]


class SavedNamesView(CompareView):
    @extend_schema(
        operation_id="comparison_names",
        parameters=[HashQuerySerializer],
        responses=TupleSerializer[SavedRow](many=True),
    )
    def get(self, request: Request) -> Response:
        """List saved comparisons with this hash that the account may see, its own first."""
        asked = query_fields(request, HashQuerySerializer)
        sight = sight_of(request)
        found = _own_first(request, sight.comparisons, asked["hash"])
        rows = rows_of(Kind.COMPARISONS, list(found.values_list("pk", flat=True)), sight)
        return Response(TupleSerializer[SavedRow](rows, many=True).data)


class SaveComparisonView(CompareView):
    @extend_schema(
        operation_id="comparison_save",
        request=SaveSerializer,
        responses={201: TupleSerializer[SavedRow], **REFUSALS},
    )
    def post(self, request: Request) -> Response:
        """Save a comparison that was computed before."""
        asked = body_fields(request, SaveSerializer)
        kept = Keeping(asked.pop("name"), asked.pop("note"), _visibility(asked))
        question = asked_question(request, asked)
        by = account(request)
        saved = save_comparison(question=question, asked=asked, kept=kept, by=by)
        [row] = rows_of(Kind.COMPARISONS, [saved.pk], sight_of(request))
        return Response(TupleSerializer[SavedRow](row).data, status=status.HTTP_201_CREATED)


class OneSavedComparisonView(CompareView):
    @extend_schema(
        operation_id="comparison_open",
        parameters=[HashQuerySerializer],
        responses={200: TupleSerializer[Opened], **REFUSALS},
    )
    def get(self, request: Request) -> Response:
        """Get a saved comparison as frozen, and whether it would be the same today."""
        asked = query_fields(request, HashQuerySerializer)
        seen = sight_of(request).comparisons.select_related("comparison")
        found = _own_first(request, seen, asked["hash"])
        saved = first_of(found, "No comparison is saved at this address, or none that you may see.")
        return Response(TupleSerializer[Opened](_opened(request, saved)).data)


def _own_first(request: Request, saved: Any, content_hash: str) -> Any:
    is_own = Case(When(owner=request.user.pk, then=Value(0)), default=Value(1))
    return saved.filter(comparison__content_hash=content_hash).order_by(is_own, "pk")


def _visibility(asked: dict[str, Any]) -> Visibility | None:
    wanted = asked.pop("visibility", None)
    return None if wanted is None else Visibility(wanted)


def _opened(request: Request, saved: SavedComparison) -> Opened:
    [row] = rows_of(Kind.COMPARISONS, [saved.pk], sight_of(request))
    today = as_of_today(saved)
    return Opened(
        row=row,
        may_change=not why_not_change(account(request), saved),
        asked=list(_in_address(saved.asked)),
        frozen_at=saved.comparison.created_at,
        test=saved.comparison.spec["test"],
        correction=saved.comparison.spec["correction"],
        family=family_of(saved.asked),
        moved=today.moved_since(saved.comparison.spec, today.spec),
        rows=frozen_rows(saved),
        answers=kept_rows(saved, today),
    )


def _in_address(asked: dict[str, Any]) -> Iterator[AskedFor]:
    """Fields of the question as address parameters, without defaults."""
    for name, value in ({"family": family_of(asked)} | asked).items():
        usual = QuestionSerializer().fields[name].default
        if value is not None and value != usual:
            yield AskedFor(name, _text(value))


def _text(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(value)
    return "1" if value is True else str(value)
