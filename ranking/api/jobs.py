"""Jobs: progress and workers; pause, resume or cancel one."""

from __future__ import annotations

from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ranking.api.runs import describe
from ranking.http.permissions import ComputeView, ResearchOrOrganizeView
from ranking.http.request_fields import body_fields, query_fields, takes_no_fields
from ranking.http.server_paths import PathFreeField, without_paths
from ranking.http.tuple_serializer import RowSerializer, TupleSerializer
from ranking.jobs.jobs import CountedJob, count_chunks
from ranking.jobs.report import (
    FailedChunk,
    JobReport,
    Share,
    attempts_of,
    report_job,
    why_not_landed,
)
from ranking.jobs.steering import STEERS
from ranking.lookup import MAX_NAME, first_of
from ranking.models import Attempt, Job, Outcome, Run

MAX_ID = 2**63 - 1


PAGE = 50
Row = TypeVar("Row", bound=Model)


class JobSerializer(RowSerializer):
    """A job. A chunk is one worker's unit of work: it ranks some topics, or computes vectors of
    some passages. `error` says why a job failed.

    `description` says what computes the run; `started_at` is when the job was planned, taken up
    again or resumed. `is_begun` is false while no worker has taken anything of it since.
    """

    model = CountedJob
    columns = [
        "job.id",
        "run",
        "description",
        "job.queue",
        "job.status",
        "error",
        "job.created_at",
        "job.started_at",
        "job.finished_at",
        "work",
        "is_begun",
        "n_chunks",
        "n_chunks_done",
        "n_chunks_failed",
    ]
    paths = {"run": "job.run.name"}
    description = serializers.SerializerMethodField()
    error = PathFreeField(source="job.error")

    def get_description(self, counted: CountedJob) -> str | None:
        return describe(counted.job.run)


class JobsQuerySerializer(serializers.Serializer[Any]):
    run = serializers.CharField(
        max_length=MAX_NAME, required=False, help_text="Only the job of the run of this name."
    )
    before = serializers.IntegerField(min_value=1, max_value=MAX_ID, required=False)


class JobsPageSerializer(serializers.Serializer[Any]):
    """`next` is sent as `before` for the page behind this one; null when there is none."""

    jobs = JobSerializer(many=True)
    next = serializers.IntegerField(allow_null=True)


class WorkerShareSerializer(TupleSerializer[Share]):
    pass


class FailedChunkSerializer(TupleSerializer[FailedChunk]):
    reason = PathFreeField()


class OutcomesSerializer(serializers.Serializer[Any]):
    """Counts of attempts by outcome."""

    landed = serializers.IntegerField()
    error = serializers.IntegerField()
    lost = serializers.IntegerField()
    given_back = serializers.IntegerField(source="given back")
    declined = serializers.IntegerField()
    overtaken = serializers.IntegerField()
    cancelled = serializers.IntegerField()
    open = serializers.IntegerField()


class JobReportSerializer(RowSerializer):
    """Report on a job; `per_min` and `seconds_left` refer to its `work`.

    They are null without data to estimate them, or without work in progress.
    """

    model = JobReport
    columns = ["job", "per_min", "seconds_left", "workers"]
    job = JobSerializer(source="counted")
    shares = WorkerShareSerializer(many=True)
    failed_chunks = FailedChunkSerializer(many=True)
    outcomes = OutcomesSerializer()


class AttemptSerializer(serializers.ModelSerializer[Attempt]):
    """One start of a chunk; `outcome` is null while it is open.

    `reason` says why it ended so, where the outcome does not say it all.
    """

    chunk = serializers.IntegerField(source="chunk.number", read_only=True)
    outcome = serializers.SerializerMethodField()
    reason = serializers.SerializerMethodField()

    class Meta:
        model = Attempt
        fields = [
            "id",
            "chunk",
            "number",
            "worker",
            "host",
            "process",
            "device",
            "started_at",
            "ended_at",
            "outcome",
            "reason",
        ]

    def get_outcome(self, attempt: Attempt) -> Outcome | None:
        return Outcome(attempt.outcome) if attempt.outcome else None

    def get_reason(self, attempt: Attempt) -> str:
        return without_paths(why_not_landed(attempt))


class AttemptsQuerySerializer(serializers.Serializer[Any]):
    before = serializers.IntegerField(min_value=1, max_value=MAX_ID, required=False)


class AttemptsPageSerializer(serializers.Serializer[Any]):
    """`next` is sent as `before` for the page behind this one; null when there is none."""

    attempts = AttemptSerializer(many=True)
    next = serializers.IntegerField(allow_null=True)


class JobSteerSerializer(serializers.Serializer[Any]):
    action = serializers.ChoiceField(choices=list(STEERS))


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


class SteerJobView(ComputeView):
    @extend_schema(
        operation_id="job_steer", request=JobSteerSerializer, responses=JobReportSerializer
    )
    def post(self, request: Request, job_id: int) -> Response:
        """Pause, resume or cancel a job; again changes nothing.

        While it is paused, running chunks finish and no other starts. Once it is cancelled, no
        further results are stored, and stored ones stay.
        """
        action = body_fields(request, JobSteerSerializer)["action"]
        STEERS[action](job_id=_job(job_id).pk)
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
