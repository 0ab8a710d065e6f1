from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.calls.api.calls import RULES, SubmissionSerializer
from annotation.calls.handing_in import hand_in, keeping_refusals
from annotation.calls.reading import OwnCall, own_call, submission_shown
from annotation.models import ApiToken, CallTeam
from ranking.api.runs import ONE_RUN
from ranking.http.request_fields import body_fields, takes_no_fields
from ranking.http.scopes import SUBMIT
from ranking.http.tuple_serializer import RowSerializer
from ranking.http.upload_serializers import RefusedFileSerializer
from ranking.http.uploads import FIELD, UploadView, uploads
from ranking.lookup import first_of


class HasTeamToken(BasePermission):
    """A team acts in the name of the call's organizer, as long as that one may organize."""

    message = "This takes the token of a team, which the organizer of the call gives out."

    def has_permission(self, request: Request, view: APIView) -> bool:
        is_token = isinstance(request.auth, ApiToken)
        return is_token and request.user.has_perm("annotation.may_organize")


class RunFileSerializer(serializers.Serializer[Any]):
    file = serializers.FileField()


class OwnCallSerializer(RowSerializer):
    __doc__ = OwnCall.__doc__

    model = OwnCall
    columns = [
        *("call.name", "team", "call.topic_set", "call.collection"),
        *(*RULES, "submissions"),
    ]
    team = serializers.CharField()
    submissions = SubmissionSerializer(many=True)


class HandInsView(UploadView):
    permission_classes = [HasTeamToken]
    token_scopes = SUBMIT

    @extend_schema(operation_id="call_own_runs", responses=OwnCallSerializer)
    @takes_no_fields
    def get(self, request: Request) -> Response:
        """The rules of the call, and the files that the token's team sent with their reports."""
        return Response(OwnCallSerializer(own_call(_team(request))).data)

    @extend_schema(
        operation_id="call_hand_in",
        request={"multipart/form-data": RunFileSerializer},
        responses={201: SubmissionSerializer, 400: RefusedFileSerializer},
    )
    def post(self, request: Request) -> Response:
        """Hand in one run file for the token's team; a refused one leaves its report as well."""
        team = _team(request)
        name = getattr(request.FILES.get(FIELD), "name", None) or FIELD
        with keeping_refusals(team=team, file_name=name), uploads(request, ONE_RUN) as files:
            body_fields(request, RunFileSerializer)
            submission = hand_in(team=team, path=files.paths[0], file_name=name)
        row = SubmissionSerializer(submission_shown(submission)).data
        return Response(row, status=status.HTTP_201_CREATED)


def _team(request: Request) -> CallTeam:
    assert isinstance(request.auth, ApiToken)  # as the permission says
    related = ("call__topic_set", "call__collection", "call__created_by")
    teams = CallTeam.objects.select_related(*related).filter(token=request.auth)
    return first_of(teams, "No team has this token.", code="no_team")
