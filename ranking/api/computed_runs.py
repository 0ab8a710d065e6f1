"""Runs that workers compute: ask for one, and see how far it is."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ranking.api.computed_run_serializers import (
    ComputedRunSerializer,
    RunProgressQuerySerializer,
    RunProgressSerializer,
    options_of,
)
from ranking.api.errors import RefusalSerializer
from ranking.api.permissions import MayCompute, MayResearchOrOrganize
from ranking.api.runs import RunSerializer, runs_listed
from ranking.exceptions import NotFound
from ranking.models import Collection, Run, TopicSet
from ranking.services.create_job import create_job
from ranking.services.jobs import job_progress
from ranking.services.lookup import by_name
from ranking.services.offer_chunks import offer_job
from ranking.services.plan_bm25 import plan_bm25


class ComputedRunsView(APIView):
    permission_classes = [MayCompute]

    @extend_schema(
        operation_id="runs_compute",
        request=ComputedRunSerializer,
        responses={202: RunSerializer, 400: RefusalSerializer, 404: RefusalSerializer},
    )
    def post(self, request: Request) -> Response:
        """Plan a run and leave it to workers; the same again takes up what remains of it."""
        serializer = ComputedRunSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        asked = serializer.validated_data
        plan = plan_bm25(
            name=asked["name"],
            collection=by_name(Collection, asked["collection"]),
            topic_set=by_name(TopicSet, asked["topic_set"]),
            depth=asked["depth"],
            options=options_of(asked),
        )
        job = create_job(plan=plan)
        offer_job(job=job)
        row = RunSerializer(runs_listed().get(pk=job.run_id)).data
        return Response(row, status=status.HTTP_202_ACCEPTED)


class ProgressView(APIView):
    permission_classes = [MayResearchOrOrganize]

    @extend_schema(
        operation_id="run_progress",
        parameters=[RunProgressQuerySerializer],
        responses=RunProgressSerializer,
    )
    def get(self, request: Request) -> Response:
        """How far the computing of a run is."""
        serializer = RunProgressQuerySerializer(data=request.query_params)
        serializer.is_valid(raise_exception=True)
        run = by_name(Run, serializer.validated_data["name"])
        job = run.jobs.first()
        if job is None:
            raise NotFound(f"Run {run.name} was not computed here.")
        return Response(RunProgressSerializer(job_progress(job_id=job.pk)).data)
