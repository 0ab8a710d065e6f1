"""The start page of an account: one section for each role."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import BooleanField, ExpressionWrapper, QuerySet

from annotation.adjudication.rules import queue_lengths
from annotation.home.judging import OwnTask, own_tasks
from annotation.home.organizing import CampaignCourse, campaign_courses
from annotation.models import CampaignState, LabelSet, Membership, Role, judges
from ranking.jobs.jobs import CountedJob, JobWork, count_chunks
from ranking.jobs.rates import Pace, paces_of
from ranking.models import Job, JobStatus, Run
from ranking.models.job import OPEN

N_NEWEST = 5


class JobUnderWay(NamedTuple):
    """A job that computes a run; `seconds_left` is null while there is no estimate."""

    id: int
    run: str
    status: JobStatus
    is_begun: bool
    is_worked_on: bool
    work: JobWork
    seconds_left: float | None


class NewestLabels(NamedTuple):
    name: str
    topic_set: str
    campaign: str | None
    created_at: datetime


class ResearchStart(NamedTuple):
    """Jobs under way and label sets, newest first, and total numbers."""

    n_jobs: int
    jobs: Sequence[JobUnderWay]
    n_runs: int
    n_label_sets: int
    label_sets: Sequence[NewestLabels]


def research_start(labels: QuerySet[LabelSet]) -> ResearchStart:
    """Jobs and label sets to continue with; `labels` are the sets the researcher may see."""
    under_way = Job.objects.filter(status__in=OPEN, run__in=Run.objects.seen())
    newest = under_way.order_by("-pk").values("pk")[:N_NEWEST]
    jobs = count_chunks(Job.objects.filter(pk__in=list(newest.values_list("pk", flat=True))))
    paces = paces_of(jobs)
    sets = labels.select_related("topic_set", "campaign").defer("report")
    return ResearchStart(
        n_jobs=under_way.count(),
        jobs=[_job(counted, paces[counted.job.pk]) for counted in jobs],
        n_runs=Run.objects.seen().in_use().count(),
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
        is_worked_on=counted.is_worked_on,
        work=counted.work,
        seconds_left=pace.seconds_left,
    )


def _labels(one: LabelSet) -> NewestLabels:
    campaign = None if one.campaign is None else one.campaign.name
    return NewestLabels(one.name, one.topic_set.name, campaign, one.created_at)


SETTLED_IN = (CampaignState.OPEN, CampaignState.PAUSED, CampaignState.CLOSED)


class QueueToSettle(NamedTuple):
    """A campaign that the account adjudicates, and the length of its queue."""

    id: int
    name: str
    state: CampaignState
    n_left: int


class Start(NamedTuple):
    """The first page of an account: `organize` and `research` are null without the right to it."""

    judge: list[OwnTask]
    settle: list[QueueToSettle]
    organize: list[CampaignCourse] | None
    research: ResearchStart | None


def start_of(user: User, labels: QuerySet[LabelSet]) -> Start:
    """The account's start page; the number of queries does not depend on the number of campaigns.

    `labels` are the label sets that it may see.
    """
    members = Membership.objects.filter(user=user).select_related("campaign")
    mine = list(members.annotate(judges=ExpressionWrapper(judges(), BooleanField())))
    judged = {member.campaign_id for member in mine if member.judges}
    return Start(
        judge=own_tasks([member for member in mine if member.role == Role.ASSESSOR]),
        settle=_queues(user, mine, judged),
        organize=campaign_courses(judged) if user.has_perm("annotation.may_organize") else None,
        research=research_start(labels) if user.has_perm("ranking.may_research") else None,
    )


def _queues(
    user: User, members: Collection[Membership], judged: Collection[int]
) -> list[QueueToSettle]:
    """Queues of the account, without campaigns that an organizer judges in until they are over."""
    blind = judged if user.has_perm("annotation.may_organize") else ()
    campaigns = [
        member.campaign
        for member in members
        if member.may_adjudicate
        and member.campaign.state in SETTLED_IN
        and not (member.campaign_id in blind and not member.campaign.is_over)
    ]
    n_left = queue_lengths(user, campaigns)
    return [
        QueueToSettle(one.pk, one.name, CampaignState(one.state), n_left.get(one.pk, 0))
        for one in sorted(campaigns, key=lambda campaign: campaign.name)
    ]
