"""Jobs: progress and workers; pause, resume or cancel one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ranking.api.job_serializers import (
    AttemptsPageSerializer,
    AttemptsQuerySerializer,
    JobReportSerializer,
    JobsPageSerializer,
    JobsQuerySerializer,
)
from ranking.http.permissions import ComputeView, ResearchOrOrganizeView
from ranking.http.request_fields import query_fields, takes_no_fields
from ranking.jobs.jobs import count_chunks
from ranking.jobs.report import attempts_of, report_job
from ranking.jobs.steering import cancel_job, pause_job, resume_job
from ranking.lookup import first_of
from ranking.models import Job, Run

PAGE = 50
Row = TypeVar("Row", bound=Model)


class JobsView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="jobs", parameters=[JobsQuerySerializer], responses=JobsPageSerializer
    )
    def get(self, request: Request) -> Response:
        """All jobs, the newest first."""
        asked = query_fields(request, JobsQuerySerializer)
        jobs = _seen().order_by("-pk")
        if "run" in asked:
            jobs = jobs.filter(run__name=asked["run"])
        ids, next_id = _page(jobs, asked)
        rows = count_chunks(Job.objects.filter(pk__in=ids))
        return Response(JobsPageSerializer({"jobs": rows, "next": next_id}).data)


class JobView(ResearchOrOrganizeView):
    @extend_schema(operation_id="job", responses=JobReportSerializer)
    @takes_no_fields
    def get(self, request: Request, job_id: int) -> Response:
        """Progress of a job, its workers, and what failed."""
        return _report(_job(job_id).pk)


class AttemptsView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="job_attempts",
        parameters=[AttemptsQuerySerializer],
        responses=AttemptsPageSerializer,
    )
    def get(self, request: Request, job_id: int) -> Response:
        """The log of a job's attempts, the latest first."""
        asked = query_fields(request, AttemptsQuerySerializer)
        ids, next_id = _page(attempts_of(job_id=_job(job_id).pk), asked)
        rows = attempts_of(job_id=job_id).filter(pk__in=ids)
        return Response(AttemptsPageSerializer({"attempts": rows, "next": next_id}).data)


class PauseJobView(ComputeView):
    @extend_schema(operation_id="job_pause", request=None, responses=JobReportSerializer)
    @takes_no_fields
    def post(self, request: Request, job_id: int) -> Response:
        """Pause a job: running chunks finish, and no other starts until the job is resumed."""
        return _steered(pause_job, job_id)


class ResumeJobView(ComputeView):
    @extend_schema(operation_id="job_resume", request=None, responses=JobReportSerializer)
    @takes_no_fields
    def post(self, request: Request, job_id: int) -> Response:
        """Resume a paused job."""
        return _steered(resume_job, job_id)


class CancelJobView(ComputeView):
    @extend_schema(operation_id="job_cancel", request=None, responses=JobReportSerializer)
    @takes_no_fields
    def post(self, request: Request, job_id: int) -> Response:
        """Cancel a job: no further results are stored, and stored ones stay."""
        return _steered(cancel_job, job_id)


def _steered(steer: Callable[..., Job], job_id: int) -> Response:
    steer(job_id=_job(job_id).pk)
    return _report(job_id)


def _report(job_id: int) -> Response:
    return Response(JobReportSerializer(report_job(job_id=job_id)).data)


def _job(job_id: int) -> Job:
    return first_of(_seen().filter(pk=job_id), "There is no such job.")


def _seen() -> QuerySet[Job]:
    return Job.objects.filter(run__in=Run.objects.seen())


def _page(rows: QuerySet[Row], asked: dict[str, Any]) -> tuple[list[int], int | None]:
    """The keys of a page's rows, and where the next one begins."""
    if "before" in asked:
        rows = rows.filter(pk__lt=asked["before"])
    ids = list(rows.values_list("pk", flat=True)[: PAGE + 1])
    return ids[:PAGE], ids[PAGE - 1] if len(ids) > PAGE else None
