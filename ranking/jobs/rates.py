"""How fast jobs go on, and how long they may still take, from their attempts that landed last."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import F, IntegerField, Q, QuerySet, Window
from django.db.models.functions import Coalesce, Now, RowNumber

from ranking.jobs.jobs import CountedJob
from ranking.models import Attempt, JobStatus

# The rate is that since the attempts began that landed last: one does not count for much.
N_LANDINGS = 20
N_PASSAGES = F("chunk__passages_to") - F("chunk__passages_from")


class Pace(NamedTuple):
    """Rate of a job's work, and the estimated time left.

    None without data to estimate them yet, or without work in progress.
    """

    per_min: float | None = None
    seconds_left: float | None = None


class Landing(NamedTuple):
    """An attempt that landed, and how much of the job's work that was."""

    began: datetime
    ended: datetime
    n: int


def paces_of(counted: Collection[CountedJob]) -> dict[int, Pace]:
    """The pace of each of these jobs, by its id, in two queries however many jobs there are."""
    running = [one for one in counted if one.job.status == JobStatus.RUNNING]
    landings, now = _landings(running) if running else ({}, None)
    return {one.job.pk: _pace(one, _per_min(landings.get(one.job.pk, []), now)) for one in counted}


def _pace(counted: CountedJob, per_min: float | None) -> Pace:
    work = counted.work
    n_left = work.n - work.n_done - work.n_failed
    return Pace(per_min, 60 * n_left / per_min if per_min else None)


def _landings(
    running: Collection[CountedJob],
) -> tuple[dict[int, list[Landing]], datetime | None]:
    """Results of each job since the first start of the attempts that landed last, and when that
    was looked up.
    """
    landed = _landed(running)
    newest = Window(RowNumber(), partition_by=F("chunk__job"), order_by=F("landed_at").desc())
    last = landed.annotate(place=newest).filter(place__lte=N_LANDINGS)
    since = dict[int, datetime]()
    for job, began in last.values_list("chunk__job", "started_at"):
        since[job] = min(began, since.get(job, began))
    rows = landed.filter(landed_at__gte=min(since.values())) if since else landed.none()
    size = Coalesce(N_PASSAGES, F("n_landed"), output_field=IntegerField())
    shown = list(rows.values_list("chunk__job", "started_at", "landed_at", size, Now()))
    found = defaultdict[int, list[Landing]](list)
    for job, *landing, _ in shown:
        if landing[1] >= since[job]:
            found[job].append(Landing._make(landing))
    return found, shown[0][-1] if shown else None


def _landed(running: Collection[CountedJob]) -> QuerySet[Attempt]:
    """Of the work that each job does now: passages, or topics."""
    on_topics = [one.job.pk for one in running if one.work.unit == "topic"]
    on_passages = [one.job.pk for one in running if one.work.unit == "passage"]
    of_work = Q(chunk__job__in=on_topics, chunk__passages_from__isnull=True)
    of_work |= Q(chunk__job__in=on_passages, chunk__passages_from__isnull=False)
    since = Q(started_at__gte=F("chunk__job__started_at"), landed_at__isnull=False)
    return Attempt.objects.filter(of_work & since).order_by()


def _per_min(landings: Collection[Landing], now: datetime | None) -> float | None:
    """From the first start of the attempts that landed last until now.

    Others that were at work in that time count by the part of theirs that lies in it. None before
    the first landing. A pause of all workers thus shows as a falling rate, and one that ended is
    soon forgotten.
    """
    if not landings or now is None:
        return None
    newest = sorted(landings, key=lambda landing: landing.ended, reverse=True)[:N_LANDINGS]
    since = min(landing.began for landing in newest)
    n = sum(landing.n * _part(landing, since) for landing in landings)
    minutes = (now - since) / timedelta(minutes=1)
    return n / minutes if minutes > 0 else None


def _part(landing: Landing, since: datetime) -> float:
    """How much of an attempt's time lies after a moment, if it worked evenly."""
    began, ended, _ = landing
    return (ended - since) / (ended - began) if began < since else 1.0
