"""Jobs: progress and workers; pause, resume or cancel one."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ranking.api.runs import describe
from ranking.http.page_field import PartQuerySerializer
from ranking.http.permissions import ComputeView, ResearchOrOrganizeView
from ranking.http.request_fields import body_fields, query_fields, takes_no_fields
from ranking.http.server_paths import PathFreeField, without_paths
from ranking.http.tuple_serializer import RowSerializer, TupleSerializer
from ranking.jobs.jobs import CountedJob
from ranking.jobs.report import (
    FailedChunk,
    JobReport,
    Share,
    attempts_of,
    report_job,
    why_not_landed,
)
from ranking.jobs.steering import STEERS
from ranking.lookup import first_of
from ranking.models import Attempt, Job, Outcome, Run
from ranking.pages import Part, part_by_key

PAGE = 50


class JobSerializer(RowSerializer):
    """A job. A chunk is one worker's unit of work: it ranks some topics, or computes vectors of
    some passages. `error` says why a job failed.

    `description` says what computes the run; `started_at` is when the job was planned or last
    resumed. `is_begun` is false until a worker first starts a chunk; `is_worked_on` is false while
    no worker has any of it in hand, nor had a moment ago.
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
        "is_worked_on",
        "n_chunks",
        "n_chunks_done",
        "n_chunks_failed",
    ]
    paths = {"run": "job.run.name"}
    description = serializers.SerializerMethodField()
    error = PathFreeField(source="job.error")

    def get_description(self, counted: CountedJob) -> str | None:
        return describe(counted.job.run)


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


class AttemptsPageSerializer(TupleSerializer[Part]):
    rows = AttemptSerializer(many=True)


class JobSteerSerializer(serializers.Serializer[Any]):
    action = serializers.ChoiceField(choices=list(STEERS))


class JobView(ResearchOrOrganizeView):
    @extend_schema(operation_id="job", responses=JobReportSerializer)
    @takes_no_fields
    def get(self, request: Request, job_id: int) -> Response:
        """Progress of a job, its workers, and what failed."""
        return _report(_job(job_id).pk)


class AttemptsView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="job_attempts",
        parameters=[PartQuerySerializer],
        responses=AttemptsPageSerializer,
    )
    def get(self, request: Request, job_id: int) -> Response:
        """The log of a job's attempts, the latest first."""
        page = query_fields(request, PartQuerySerializer).get("page")
        part = part_by_key(attempts_of(job_id=_job(job_id).pk), page, size=PAGE)
        return Response(AttemptsPageSerializer(part).data)


class SteerJobView(ComputeView):
    @extend_schema(
        operation_id="job_steer", request=JobSteerSerializer, responses=JobReportSerializer
    )
    def post(self, request: Request, job_id: int) -> Response:
        """Pause, resume or cancel a job; again changes nothing.

        While it is paused, running chunks finish and no other starts. Once it is cancelled, no
        further results are stored, and stored ones stay. A failed or cancelled job that is resumed
        continues where it stopped.
        """
        action = body_fields(request, JobSteerSerializer)["action"]
        STEERS[action](job_id=_job(job_id).pk)
        return _report(job_id)


def _report(job_id: int) -> Response:
    return Response(JobReportSerializer(report_job(job_id=job_id)).data)


def _job(job_id: int) -> Job:
    return first_of(jobs_seen().filter(pk=job_id), "There is no such job.")


def jobs_seen() -> QuerySet[Job]:
    """Jobs of runs that the requesting account may see."""
    return Job.objects.filter(run__in=Run.objects.seen())
