"""Set the facts of runs that people enter: kind, team, and link to a paper or code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction

from evaluation.exceptions import KindRefused
from ranking.models import Run, RunKind, RunSource
from ranking.runs.kinds import OF_PARENT


class RunDetails(NamedTuple):
    """New details of runs; None leaves a field unchanged."""

    kind: RunKind | None = None
    team: str | None = None
    link: str | None = None


@transaction.atomic
def describe_runs(*, runs: Sequence[Run], details: RunDetails) -> None:
    """Set the same details of several runs: of all of them, or of none.

    Concurrent callers wait for each other and never deadlock. The number of queries is the same
    for any number of runs.

    Raises:
        KindRefused: the kind of a run that was computed.
    """
    describe(lock_runs(runs, with_followers=details.kind is not None), details)


def lock_runs(runs: Sequence[Run], *, with_followers: bool) -> list[Run]:
    """Lock runs, and if asked those that follow their kind; return the runs by key.

    All are locked in the order of their keys before any is updated: an update would lock runs
    out of this order.
    """
    keys = {run.pk for run in runs}
    family = _with_followers(keys) if with_followers else keys
    locked = Run.objects.select_for_update(no_key=True).filter(pk__in=family).order_by("pk")
    return [run for run in locked if run.pk in keys]


def describe(runs: Sequence[Run], details: RunDetails) -> None:
    """Set details of locked runs.

    Raises:
        KindRefused: the kind of a run that was computed.
    """
    if details.kind is not None:
        _set_kind(runs, details.kind)
    said = {"team": details.team, "link": details.link}
    new = {field: value for field, value in said.items() if value is not None}
    for run in runs:
        for field, value in new.items():
            setattr(run, field, value)
    if new:
        Run.objects.filter(pk__in=[run.pk for run in runs]).update(**new)


def _set_kind(runs: Sequence[Run], kind: RunKind) -> None:
    """Set the kind of runs and of the runs aggregated or rolled up from them."""
    other = [run for run in runs if run.kind != kind]
    family = _with_followers({run.pk for run in other if run.source != RunSource.COMPUTED})
    for run in other:
        if run.pk not in family:
            raise KindRefused(_why_no_kind(run))
        run.kind = kind
    Run.objects.filter(pk__in=family).update(kind=kind)


def _with_followers(keys: set[int]) -> set[int]:
    """These runs and the runs aggregated or rolled up from them, directly or through others."""
    found = latest = keys
    while latest:
        children = Run.objects.filter(parent__in=latest, spec__ranker__in=OF_PARENT)
        latest = set(children.values_list("pk", flat=True)) - found
        found = found | latest
    return found


def _why_no_kind(computed: Run) -> str:
    followed = computed
    while followed.parent and (followed.spec or {}).get("ranker") in OF_PARENT:
        followed = followed.parent
    if followed == computed:
        return f"{computed} was computed: its kind follows from its ranker."
    text = f"{computed} only puts the scores of {followed} together and follows its kind"
    if followed.source == RunSource.COMPUTED:
        return f"{text}, which follows from the ranker of {followed}."
    return f"{text}: change the kind of {followed}."
