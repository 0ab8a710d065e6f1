"""One thing in the library: whose it is and what rests on it; rename, archive, show, delete it."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access.lookup import account
from evaluation.library.api.access import sight_of, thing_named
from evaluation.library.api.serializers import (
    ChangesSerializer,
    NameQuerySerializer,
    OneCollectionSerializer,
    OneComparisonSerializer,
    OneLabelSetSerializer,
    OneRunSerializer,
    OneTopicSetSerializer,
    RunChangesSerializer,
    SavedChangesSerializer,
)
from evaluation.library.changing import Changes, change_thing
from evaluation.library.deleting import delete_thing
from evaluation.library.holding import hold
from evaluation.library.kinds import Kind
from evaluation.library.rights import why_not_change
from evaluation.library.sight import Sight
from ranking.http.errors import RefusalSerializer
from ranking.http.request_fields import body_fields, query_fields
from ranking.models import Owned, RunKind, Visibility

REFUSALS = {400: RefusalSerializer, 403: RefusalSerializer, 404: RefusalSerializer}
CHANGED: dict[str, Any] = {
    "parameters": [NameQuerySerializer],
    "request": ChangesSerializer,
}
DELETED: dict[str, Any] = {
    "parameters": [NameQuerySerializer],
    "responses": {204: None, **REFUSALS},
}


# Without a docstring: the API's description would give it to every operation that has none.
class OneView(APIView):
    permission_classes = [IsAuthenticated]
    kind: ClassVar[Kind]
    changes: ClassVar[type[ChangesSerializer]] = ChangesSerializer

    def shown(self, request: Request) -> dict[str, Any]:
        sight = sight_of(request)
        thing = _asked(request, self.kind, sight)
        return hold(thing, self.kind, account(request), sight)

    def changed(self, request: Request) -> dict[str, Any]:
        sight = sight_of(request)
        thing = _to_change(request, self.kind, sight)
        fields = body_fields(request, self.changes, and_query=True)
        if "visibility" in fields:
            fields["visibility"] = Visibility(fields["visibility"])
        if "kind" in fields:
            fields["kind"] = RunKind(fields["kind"])
        by = account(request)
        after = change_thing(
            thing=thing, kind=self.kind, changes=Changes(**fields), by=by, sight=sight
        )
        return hold(after, self.kind, by, sight)

    def deleted(self, request: Request) -> Response:
        sight = sight_of(request)
        thing = _to_change(request, self.kind, sight)
        delete_thing(thing=thing, kind=self.kind, sight=sight)
        return Response(status=status.HTTP_204_NO_CONTENT)


class OneRunView(OneView):
    kind = Kind.RUNS
    changes = RunChangesSerializer

    @extend_schema(
        operation_id="library_run",
        parameters=[NameQuerySerializer],
        responses=OneRunSerializer,
    )
    def get(self, request: Request) -> Response:
        """A run, whose it is, and what rests on it."""
        return Response(OneRunSerializer(self.shown(request)).data)

    @extend_schema(
        operation_id="library_run_change",
        parameters=[NameQuerySerializer],
        request=RunChangesSerializer,
        responses={200: OneRunSerializer, **REFUSALS},
    )
    def patch(self, request: Request) -> Response:
        """Rename a run, archive it, say who sees it or which kind an imported one is of."""
        return Response(OneRunSerializer(self.changed(request)).data)

    @extend_schema(operation_id="library_run_delete", **DELETED)
    def delete(self, request: Request) -> Response:
        """Delete a run with its rankings and scores, if nothing rests on it."""
        return self.deleted(request)


class OneLabelSetView(OneView):
    kind = Kind.LABELS

    @extend_schema(
        operation_id="library_label_set",
        parameters=[NameQuerySerializer],
        responses=OneLabelSetSerializer,
    )
    def get(self, request: Request) -> Response:
        """A label set, whose it is, and what rests on it."""
        return Response(OneLabelSetSerializer(self.shown(request)).data)

    @extend_schema(
        operation_id="library_label_set_change",
        responses={200: OneLabelSetSerializer, **REFUSALS},
        **CHANGED,
    )
    def patch(self, request: Request) -> Response:
        """Rename a label set, archive it, or say who sees it."""
        return Response(OneLabelSetSerializer(self.changed(request)).data)

    @extend_schema(operation_id="library_label_set_delete", **DELETED)
    def delete(self, request: Request) -> Response:
        """Delete a label set with its labels, if nothing rests on it."""
        return self.deleted(request)


class OneCollectionView(OneView):
    kind = Kind.COLLECTIONS

    @extend_schema(
        operation_id="library_collection",
        parameters=[NameQuerySerializer],
        responses=OneCollectionSerializer,
    )
    def get(self, request: Request) -> Response:
        """A collection, whose it is, and what rests on it."""
        return Response(OneCollectionSerializer(self.shown(request)).data)

    @extend_schema(
        operation_id="library_collection_change",
        responses={200: OneCollectionSerializer, **REFUSALS},
        **CHANGED,
    )
    def patch(self, request: Request) -> Response:
        """Rename a collection, archive it, or say who sees it."""
        return Response(OneCollectionSerializer(self.changed(request)).data)

    @extend_schema(operation_id="library_collection_delete", **DELETED)
    def delete(self, request: Request) -> Response:
        """Delete a collection with its passages and indexes, if nothing rests on it."""
        return self.deleted(request)


class OneTopicSetView(OneView):
    kind = Kind.TOPIC_SETS

    @extend_schema(
        operation_id="library_topic_set",
        parameters=[NameQuerySerializer],
        responses=OneTopicSetSerializer,
    )
    def get(self, request: Request) -> Response:
        """A topic set, whose it is, and what rests on it."""
        return Response(OneTopicSetSerializer(self.shown(request)).data)

    @extend_schema(
        operation_id="library_topic_set_change",
        responses={200: OneTopicSetSerializer, **REFUSALS},
        **CHANGED,
    )
    def patch(self, request: Request) -> Response:
        """Rename a topic set, archive it, or say who sees it."""
        return Response(OneTopicSetSerializer(self.changed(request)).data)

    @extend_schema(operation_id="library_topic_set_delete", **DELETED)
    def delete(self, request: Request) -> Response:
        """Delete a topic set with its topics, if nothing rests on it."""
        return self.deleted(request)


class OneComparisonView(OneView):
    kind = Kind.COMPARISONS
    changes = SavedChangesSerializer

    @extend_schema(
        operation_id="library_comparison",
        parameters=[NameQuerySerializer],
        responses=OneComparisonSerializer,
    )
    def get(self, request: Request) -> Response:
        """A saved comparison and whose it is."""
        return Response(OneComparisonSerializer(self.shown(request)).data)

    @extend_schema(
        operation_id="library_comparison_change",
        parameters=[NameQuerySerializer],
        request=SavedChangesSerializer,
        responses={200: OneComparisonSerializer, **REFUSALS},
    )
    def patch(self, request: Request) -> Response:
        """Rename a saved comparison, change its note, archive it, or say who sees it."""
        return Response(OneComparisonSerializer(self.changed(request)).data)

    @extend_schema(operation_id="library_comparison_delete", **DELETED)
    def delete(self, request: Request) -> Response:
        """Delete a saved comparison and the answers kept with it; the frozen table stays."""
        return self.deleted(request)


def _asked(request: Request, kind: Kind, sight: Sight) -> Owned:
    has_body = request.method == "PATCH"
    name = query_fields(request, NameQuerySerializer, and_body=has_body)["name"]
    found: Owned = thing_named(kind, name, sight)
    return found


def _to_change(request: Request, kind: Kind, sight: Sight) -> Owned:
    """The thing that is named, to somebody who may change it."""
    thing = _asked(request, kind, sight)
    if sentence := why_not_change(account(request), thing):
        raise PermissionDenied(sentence)
    return thing
