"""The list of jobs, each with the study that it belongs to."""

from __future__ import annotations

from dataclasses import replace

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.models.study_run import study_of_run
from ranking.api.jobs import JobSerializer, jobs_seen
from ranking.http.page_field import PartQuerySerializer
from ranking.http.permissions import ResearchOrOrganizeView
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import TupleSerializer
from ranking.jobs.jobs import count_chunks
from ranking.lookup import MAX_NAME
from ranking.models import Job
from ranking.pages import Part, part_by_key

PAGE = 50


class JobsQuerySerializer(PartQuerySerializer):
    run = serializers.CharField(
        max_length=MAX_NAME, required=False, help_text="Only the job of the run of this name."
    )


class ListedJobSerializer(JobSerializer):
    """A job; `study` is the one that asked for its run, or null."""

    columns = [*JobSerializer.columns, "study"]
    study = serializers.CharField(source="job.study", allow_null=True)


class JobsPageSerializer(TupleSerializer[Part]):
    rows = ListedJobSerializer(many=True)


class JobsView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="jobs", parameters=[JobsQuerySerializer], responses=JobsPageSerializer
    )
    def get(self, request: Request) -> Response:
        """All jobs, the newest first."""
        asked = query_fields(request, JobsQuerySerializer)
        jobs = jobs_seen()
        if "run" in asked:
            jobs = jobs.filter(run__name=asked["run"])
        part = part_by_key(jobs.only("pk"), asked.get("page"), size=PAGE)
        found = Job.objects.filter(pk__in=[job.pk for job in part.rows])
        rows = count_chunks(found.annotate(study=study_of_run("run")))
        return Response(JobsPageSerializer(replace(part, rows=rows)).data)
