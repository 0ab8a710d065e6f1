"""One thing in the library: whose it is and what rests on it; rename, archive, show, delete it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access.lookup import account
from evaluation.library.api.access import runs_named, sight_of, thing_named
from evaluation.library.api.serializers import (
    AnyChangesSerializer,
    OneThingSerializer,
    RunChangesSerializer,
    SavedChangesSerializer,
    SeveralRunsSerializer,
    ThingChangesSerializer,
    ThingQuerySerializer,
)
from evaluation.library.changing import Changes, change_thing, delete_thing
from evaluation.library.describing import RunDetails, describe_runs
from evaluation.library.kinds import Kind, Sight, why_not_change
from evaluation.library.resting import hold
from ranking.http.errors import REFUSALS
from ranking.http.request_fields import body_fields, query_fields
from ranking.http.scopes import RESEARCH
from ranking.models import Owned, RunKind, Visibility

CHANGES: Mapping[Kind, type[AnyChangesSerializer]] = {
    Kind.RUNS: RunChangesSerializer,
    Kind.COMPARISONS: SavedChangesSerializer,
}


class OneThingView(APIView):
    permission_classes = [IsAuthenticated]
    token_scopes = RESEARCH

    @extend_schema(
        operation_id="library_thing",
        parameters=[ThingQuerySerializer],
        responses=OneThingSerializer,
    )
    def get(self, request: Request) -> Response:
        """A thing in the library, whose it is, and what rests on it."""
        sight = sight_of(request)
        kind, thing = _asked(request, sight)
        return Response(OneThingSerializer(hold(thing, kind, account(request), sight)).data)

    @extend_schema(
        operation_id="library_thing_change",
        parameters=[ThingQuerySerializer],
        request=ThingChangesSerializer,
        responses={200: OneThingSerializer, **REFUSALS},
    )
    def patch(self, request: Request) -> Response:
        """Rename a thing, archive it, say who sees it, or change what its kind has besides."""
        sight, by = sight_of(request), account(request)
        kind, thing = _to_change(request, sight)
        fields = body_fields(request, CHANGES.get(kind, AnyChangesSerializer), and_query=True)
        changes = Changes(**_members(fields))
        after = change_thing(thing=thing, kind=kind, changes=changes, by=by, sight=sight)
        return Response(OneThingSerializer(hold(after, kind, by, sight)).data)

    @extend_schema(
        operation_id="library_thing_delete",
        parameters=[ThingQuerySerializer],
        responses={204: None, **REFUSALS},
    )
    def delete(self, request: Request) -> Response:
        """Delete a thing with all of its parts, if nothing rests on it.

        A run goes with rankings and scores, a label set with labels, a collection with passages
        and indexes, a topic set with topics, a saved comparison with the answers kept with it.
        """
        sight = sight_of(request)
        kind, thing = _to_change(request, sight)
        delete_thing(thing=thing, kind=kind, sight=sight)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SeveralRunsView(APIView):
    permission_classes = [IsAuthenticated]
    token_scopes = RESEARCH

    @extend_schema(
        operation_id="library_runs_change",
        request=SeveralRunsSerializer,
        responses={204: None, **REFUSALS},
    )
    def patch(self, request: Request) -> Response:
        """Give several runs the same kind, team or link: all of them, or none."""
        sight, by = sight_of(request), account(request)
        fields = body_fields(request, SeveralRunsSerializer)
        runs = runs_named(fields.pop("names"), sight)
        for run in runs:
            _refuse_change(by, run)
        describe_runs(runs=runs, details=RunDetails(**_members(fields)))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _members(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Request fields, with choices as members of their enumerations."""
    choices = {"visibility": Visibility, "kind": RunKind}
    return {key: choices[key](value) if key in choices else value for key, value in fields.items()}


def _asked(request: Request, sight: Sight) -> tuple[Kind, Owned]:
    has_body = request.method == "PATCH"
    asked = query_fields(request, ThingQuerySerializer, and_body=has_body)
    kind = Kind(asked["kind"])
    found: Owned = thing_named(kind, asked["name"], sight)
    return kind, found


def _to_change(request: Request, sight: Sight) -> tuple[Kind, Owned]:
    """The thing that is named, to somebody who may change it."""
    kind, thing = _asked(request, sight)
    _refuse_change(account(request), thing)
    return kind, thing


def _refuse_change(by: User, thing: Owned) -> None:
    if sentence := why_not_change(by, thing):
        raise PermissionDenied(sentence)
