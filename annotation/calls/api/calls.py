from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account
from annotation.access.permissions import OrganizersView
from annotation.calls.handing_in import SubmissionReport
from annotation.calls.making import (
    MAX_TEAM_NAME,
    CallRules,
    NewTeamToken,
    change_call,
    create_call,
    give_token,
)
from annotation.calls.reading import (
    CallDetail,
    CallShown,
    Shown,
    TeamShown,
    call_by_id,
    call_detail,
    call_rows,
    may_change,
)
from annotation.models import Campaign, RunCall
from ranking.http.request_fields import body_fields, takes_no_fields
from ranking.http.tuple_serializer import (
    ChangesSerializer,
    RequestSerializer,
    RowSerializer,
    TupleSerializer,
    arguments,
)
from ranking.lookup import by_name
from ranking.models import Collection, TopicSet

RULES = ["call.deadline", "call.max_depth", "call.runs_per_team", "why_closed"]


class SubmissionSerializer(RowSerializer):
    """A file that a team sent. `code` and `sentence` are empty if it was accepted."""

    model = Shown
    columns = [
        "submission.id",
        "submission.file",
        "is_accepted",
        "run",
        "report",
        "submission.code",
        "sentence",
        "submission.created_at",
    ]
    report = TupleSerializer[SubmissionReport]()


class CallTeamSerializer(RowSerializer):
    model = TeamShown
    columns = ["team.id", "team.name", "token", "last_used_at", "n_runs", "submissions"]
    submissions = SubmissionSerializer(many=True)


class CallSerializer(RowSerializer):
    __doc__ = CallShown.__doc__

    model: ClassVar[type[Any]] = CallShown
    columns = [
        *("call.id", "call.name", "call.topic_set", "call.collection"),
        *("campaign_id", "campaign", *RULES, "call.closed_at"),
        *("call.created_by", "call.created_at", "n_teams", "n_runs", "may_change"),
    ]
    campaign_id = serializers.IntegerField(source="call.campaign_id", allow_null=True)
    campaign = serializers.CharField(source="call.campaign", allow_null=True)


class CallDetailSerializer(CallSerializer):
    """A call for runs with its teams and all files that each sent."""

    model = CallDetail
    columns = [*CallSerializer.columns, "teams"]
    teams = CallTeamSerializer(many=True)


class CallRequestSerializer(RequestSerializer[Any]):
    derived_from = arguments(
        create_call,
        *("name", "topic_set", "collection", "campaign"),
        *("deadline", "max_depth", "runs_per_team"),
    )


class CallChangesSerializer(ChangesSerializer[CallRules]):
    """Rules to change; those left out stay as they are."""


class TeamNameSerializer(RequestSerializer[Any]):
    derived_from = arguments(give_token, "replaces")
    name = serializers.CharField(max_length=MAX_TEAM_NAME, trim_whitespace=False)


class TeamTokenSerializer(RowSerializer):
    """The token of a team; its text is shown only once."""

    model = NewTeamToken
    columns = ["team.name", "text"]


class CallsView(OrganizersView):
    @extend_schema(operation_id="calls", responses=CallSerializer(many=True))
    @takes_no_fields
    def get(self, request: Request) -> Response:
        """Calls for runs, the newest first."""
        return Response(CallSerializer(call_rows(account(request)), many=True).data)

    @extend_schema(
        operation_id="call_create",
        request=CallRequestSerializer,
        responses={201: CallDetailSerializer},
    )
    def post(self, request: Request) -> Response:
        """Make a call for runs over a topic set and a collection."""
        fields = body_fields(request, CallRequestSerializer)
        campaign = fields.pop("campaign", None)
        call = create_call(
            topic_set=by_name(TopicSet, fields.pop("topic_set")),
            collection=by_name(Collection, fields.pop("collection")),
            campaign=None if campaign is None else by_name(Campaign, campaign),
            created_by=account(request),
            **fields,
        )
        return _detail(request, call, status.HTTP_201_CREATED)


class CallView(OrganizersView):
    @extend_schema(operation_id="call", responses=CallDetailSerializer)
    @takes_no_fields
    def get(self, request: Request, call_id: int) -> Response:
        """One call with its teams, and what each handed in."""
        return _detail(request, call_by_id(call_id))

    @extend_schema(
        operation_id="call_change",
        request=CallChangesSerializer,
        responses=CallDetailSerializer,
    )
    def patch(self, request: Request, call_id: int) -> Response:
        """Change the rules of a call, close it or open it again."""
        call = _call_to_change(request, call_id)
        changes = body_fields(request, CallChangesSerializer)
        change_call(call=call, changes=changes)
        return _detail(request, call_by_id(call_id))


class CallTeamsView(OrganizersView):
    @extend_schema(
        operation_id="call_give_token",
        request=TeamNameSerializer,
        responses={201: TeamTokenSerializer},
    )
    def post(self, request: Request, call_id: int) -> Response:
        """Name a team and make its token, or replace the token of a team that is there."""
        call = _call_to_change(request, call_id)
        asked = body_fields(request, TeamNameSerializer)
        team = asked.pop("name")
        made = give_token(call=call, team=team, actor=account(request), **asked)
        return Response(TeamTokenSerializer(made).data, status=status.HTTP_201_CREATED)


def _call_to_change(request: Request, call_id: int) -> RunCall:
    call = call_by_id(call_id)
    if not may_change(call, account(request)):
        raise PermissionDenied(f"{call} is {call.created_by}'s: ask them, or an administrator.")
    return call


def _detail(request: Request, call: RunCall, code: int = status.HTTP_200_OK) -> Response:
    return Response(CallDetailSerializer(call_detail(call, account(request))).data, status=code)
