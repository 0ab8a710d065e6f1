"""A researcher's start page: jobs in progress, and the newest runs and label sets."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from annotation.models import LabelSet
from ranking.jobs.jobs import CountedJob, JobWork, count_chunks
from ranking.jobs.rates import Pace, paces_of
from ranking.models import Job, JobStatus, Run, RunStatus
from ranking.models.job import OPEN

N_NEWEST = 5


class JobUnderWay(NamedTuple):
    """A job that computes a run; `seconds_left` is null while there is no estimate."""

    id: int
    run: str
    status: JobStatus
    is_begun: bool
    work: JobWork
    seconds_left: float | None


class NewestRun(NamedTuple):
    name: str
    collection: str
    topic_set: str
    status: RunStatus
    created_at: datetime


class NewestLabels(NamedTuple):
    name: str
    topic_set: str
    campaign: str | None
    created_at: datetime


class ResearchStart(NamedTuple):
    """The newest of each, newest first, and total numbers."""

    n_jobs: int
    jobs: Sequence[JobUnderWay]
    n_runs: int
    runs: Sequence[NewestRun]
    n_label_sets: int
    label_sets: Sequence[NewestLabels]


def research_start(labels: QuerySet[LabelSet]) -> ResearchStart:
    """Jobs, runs and label sets to continue with; `labels` are the sets the researcher may see."""
    seen = Run.objects.seen().in_use()
    under_way = Job.objects.filter(status__in=OPEN, run__in=Run.objects.seen())
    newest = under_way.order_by("-pk").values("pk")[:N_NEWEST]
    jobs = count_chunks(Job.objects.filter(pk__in=list(newest.values_list("pk", flat=True))))
    paces = paces_of(jobs)
    runs = seen.select_related("collection", "topic_set").order_by("-created_at", "-pk")
    sets = labels.select_related("topic_set", "campaign").defer("report")
    return ResearchStart(
        n_jobs=under_way.count(),
        jobs=[_job(counted, paces[counted.job.pk]) for counted in jobs],
        n_runs=seen.count(),
        runs=[_run(run) for run in runs[:N_NEWEST]],
        n_label_sets=labels.count(),
        label_sets=[_labels(one) for one in sets.order_by("-created_at", "-pk")[:N_NEWEST]],
    )


def _job(counted: CountedJob, pace: Pace) -> JobUnderWay:
    job = counted.job
    return JobUnderWay(
        id=job.pk,
        run=job.run.name,
        status=JobStatus(job.status),
        is_begun=counted.is_begun,
        work=counted.work,
        seconds_left=pace.seconds_left,
    )


def _run(run: Run) -> NewestRun:
    return NewestRun(
        run.name, run.collection.name, run.topic_set.name, RunStatus(run.status), run.created_at
    )


def _labels(one: LabelSet) -> NewestLabels:
    campaign = None if one.campaign is None else one.campaign.name
    return NewestLabels(one.name, one.topic_set.name, campaign, one.created_at)
