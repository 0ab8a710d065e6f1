"""Jobs, as shown on their pages."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from ranking.api.runs import describe
from ranking.http.server_paths import PathFreeField, without_paths
from ranking.http.tuple_serializer import TupleSerializer
from ranking.jobs.jobs import CountedJob, JobWork
from ranking.jobs.report import FailedChunk, Share, WorkerAtIt, why_not_landed
from ranking.lookup import MAX_NAME
from ranking.models import Attempt, JobStatus, Outcome

MAX_ID = 2**63 - 1


class JobSerializer(serializers.Serializer[Any]):
    """A job. A chunk is one worker's unit of work: it ranks some topics, or computes vectors of
    some passages. `error` says why a job failed.

    `description` says what computes the run; `started_at` is when the job was planned, taken up
    again or resumed. `is_begun` is false while no worker has taken anything of it since.
    """

    id = serializers.IntegerField(source="job.pk")
    run = serializers.CharField(source="job.run.name")
    description = serializers.SerializerMethodField()
    queue = serializers.CharField(source="job.queue")
    status = serializers.ChoiceField(source="job.status", choices=JobStatus.choices)
    error = PathFreeField(source="job.error")
    created_at = serializers.DateTimeField(source="job.created_at")
    started_at = serializers.DateTimeField(source="job.started_at")
    finished_at = serializers.DateTimeField(source="job.finished_at", allow_null=True)
    work = TupleSerializer[JobWork]()
    is_begun = serializers.BooleanField()
    n_chunks = serializers.IntegerField()
    n_chunks_done = serializers.IntegerField()
    n_chunks_failed = serializers.IntegerField()

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


class JobReportSerializer(serializers.Serializer[Any]):
    """Report on a job; `per_min` and `seconds_left` refer to its `work`.

    They are null without data to estimate them, or without work in progress.
    """

    job = JobSerializer(source="counted")
    per_min = serializers.FloatField(allow_null=True)
    seconds_left = serializers.FloatField(allow_null=True)
    workers = TupleSerializer[WorkerAtIt](many=True)
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
