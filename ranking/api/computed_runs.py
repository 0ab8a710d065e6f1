"""Runs computed by workers: request one, see its progress, and what it was planned to be."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from ranking.api.computed_run_serializers import (
    RankersSerializer,
    RunProgressQuerySerializer,
    RunProgressSerializer,
    computed_run,
    read_asked,
)
from ranking.api.runs import RunSerializer, runs_listed
from ranking.http.errors import RefusalSerializer
from ranking.http.permissions import ComputeView, ResearchOrOrganizeView
from ranking.http.request_fields import query_fields, takes_no_fields
from ranking.http.tuple_serializer import TupleSerializer
from ranking.jobs.creating import create_job
from ranking.jobs.jobs import job_progress
from ranking.jobs.offering import offer_job
from ranking.jobs.steering import job_of_run
from ranking.lookup import by_name
from ranking.models import Run
from ranking.parameters import texts
from ranking.rankers.neural_rankers import NEURAL_RANKERS, parameters_of
from ranking.rankers.rerank_plan import PAIRS_PER_CHUNK, RETRIEVAL_DEPTH
from ranking.rankers.run_request import plan_asked
from ranking.runs.spec_words import SpecFact, spec_facts


class ComputedRunsView(ComputeView):
    @extend_schema(
        operation_id="runs_compute",
        request=computed_run(),
        responses={202: RunSerializer, 400: RefusalSerializer, 404: RefusalSerializer},
    )
    def post(self, request: Request) -> Response:
        """Plan a run for workers to compute; the same request again resumes it."""
        job = create_job(plan=plan_asked(read_asked(request)))
        offer_job(job=job)
        context = {"request": request}
        row = RunSerializer(runs_listed().get(pk=job.run_id), context=context).data
        return Response(row, status=status.HTTP_202_ACCEPTED)


class RankersView(ResearchOrOrganizeView):
    @extend_schema(operation_id="rankers", responses=RankersSerializer)
    @takes_no_fields
    def get(self, request: Request) -> Response:
        """The rankers with a model: what each does, reads and takes."""
        offered = {
            "rankers": [_describe(name) for name in NEURAL_RANKERS],
            "precision_help": texts.PRECISION,
            "retrieval_depth": RETRIEVAL_DEPTH,
            "pairs_per_chunk": PAIRS_PER_CHUNK,
            "pairs_per_chunk_help": texts.PAIRS_PER_CHUNK,
        }
        return Response(RankersSerializer(offered).data)


class ProgressView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="run_progress",
        parameters=[RunProgressQuerySerializer],
        responses=RunProgressSerializer,
    )
    def get(self, request: Request) -> Response:
        """Progress of a run's computation."""
        run = by_name(Run, query_fields(request, RunProgressQuerySerializer)["name"])
        return Response(RunProgressSerializer(job_progress(job_id=job_of_run(run=run).pk)).data)


class RunSpecView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="run_spec",
        parameters=[RunProgressQuerySerializer],
        responses=TupleSerializer[SpecFact](many=True),
    )
    def get(self, request: Request) -> Response:
        """A run's frozen plan, in words; empty for a run imported as it is."""
        run = by_name(Run, query_fields(request, RunProgressQuerySerializer)["name"])
        return Response(TupleSerializer[SpecFact](spec_facts(run), many=True).data)


def _describe(name: str) -> dict[str, Any]:
    ranker = NEURAL_RANKERS[name]
    return {
        **ranker._asdict(),
        "name": name,
        "about": texts.ABOUT[name],
        "default_model": ranker.default_label or None,
        "parameters": parameters_of(name),
    }
