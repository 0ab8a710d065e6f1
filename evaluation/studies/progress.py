"""How far a study is, from its rows and the jobs of its runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from django.db.models import Count, Q

from evaluation.models import Study, StudyRun
from evaluation.studies.cost import seconds_of
from ranking.jobs.jobs import CountedJob, count_chunks
from ranking.models import Job, JobStatus, RunStatus
from ranking.variants.making import VariantProgress, unmade_among

State = Literal["waiting", "computing", "done", "failed", "cancelled"]


class RunState(NamedTuple):
    """One field of the matrix: `n_done` of `n` topics or passages, `waits_for` in words."""

    variant: str
    ranker: str
    run: str | None
    state: State
    unit: str
    n: int
    n_done: int
    waits_for: str
    error: str


class RunCounts(NamedTuple):
    n_runs: int
    n_done: int
    n_failed: int


class StudyProgress(NamedTuple):
    """A study's runs, counted and each by itself.

    Attributes:
        seconds_left: for one worker, estimated from earlier runs of the same rankers; None without
            an estimate.
        is_worked_on: whether a worker has any of it in hand, or had a moment ago.
    """

    n_runs: int
    n_done: int
    n_failed: int
    seconds_left: float | None
    is_worked_on: bool
    runs: list[RunState]


def study_progress(study: Study) -> StudyProgress:
    fields = list(study.runs.select_related("run", "collection", "after").order_by("number"))
    run_ids = [field.run_id for field in fields if field.run and _is_computing(field)]
    counted = {each.job.run_id: each for each in count_chunks(Job.objects.filter(run__in=run_ids))}
    unmade = unmade_among({field.collection_id for field in fields})
    is_cancelled = study.status == JobStatus.CANCELLED
    runs = [_state(field, counted, unmade, is_cancelled) for field in fields]
    is_open = study.status in (JobStatus.RUNNING, JobStatus.PAUSED)
    return StudyProgress(
        n_runs=len(runs),
        n_done=sum(run.state == "done" for run in runs),
        n_failed=sum(run.state == "failed" for run in runs),
        seconds_left=seconds_of(_unfinished(fields)) if is_open else None,
        is_worked_on=any(each.is_worked_on for each in counted.values()),
        runs=runs,
    )


def _unfinished(fields: Sequence[StudyRun]) -> list[StudyRun]:
    return [
        field
        for field in fields
        if not field.error and (field.run is None or field.run.status == RunStatus.COMPUTING)
    ]


def _is_computing(field: StudyRun) -> bool:
    return field.run is not None and field.run.status == RunStatus.COMPUTING


def _state(
    field: StudyRun,
    counted: Mapping[int, CountedJob],
    unmade: Mapping[int, VariantProgress],
    is_cancelled: bool,
) -> RunState:
    job = counted.get(field.run_id or 0)
    work = job.work if job else None
    state, waits_for = _state_of(field, unmade)
    if state == "waiting" and is_cancelled:
        state, waits_for = "cancelled", ""
    return RunState(
        field.variant,
        field.ranker,
        field.run.name if field.run else None,
        state,
        work.unit if work else "",
        work.n if work else 0,
        work.n_done if work else 0,
        waits_for,
        field.error,
    )


def _state_of(field: StudyRun, unmade: Mapping[int, VariantProgress]) -> tuple[State, str]:
    if field.error or (field.run and field.run.status == RunStatus.FAILED):
        return "failed", ""
    if field.run is not None:
        return ("computing" if field.run.status == RunStatus.COMPUTING else "done"), ""
    if making := unmade.get(field.collection_id):
        how_far = f"{making.n_done:,} of {making.n_passages:,}"
        return "waiting", f"the passages of {field.collection}, {how_far}"
    return "waiting", field.after.ranker if field.after else ""


def count_states(studies: Sequence[Study]) -> dict[int, RunCounts]:
    """The runs of each study by its key, counted in one query."""
    rows = StudyRun.objects.filter(study__in=studies).order_by().values_list("study")
    is_failed = ~Q(error="") | Q(run__status=RunStatus.FAILED)
    counted = rows.annotate(
        n=Count("pk"),
        n_done=Count("pk", filter=Q(run__status=RunStatus.COMPLETE) & ~is_failed),
        n_failed=Count("pk", filter=is_failed),
    )
    return {key: RunCounts(n, n_done, n_failed) for key, n, n_done, n_failed in counted}
