"""A study goes on, pauses or ends: its runs are planned as soon as their texts are there.

Pausing, resuming or cancelling twice has no further effect.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any

from django.db import DatabaseError, transaction

from evaluation.exceptions import StudyNotSteered
from evaluation.models import Study, StudyRun
from evaluation.studies.results import keep_values
from ranking.clock import now
from ranking.exceptions import NameTaken, NotSteered, RankingError
from ranking.jobs.broker import offer
from ranking.jobs.creating import Plan, create_job
from ranking.jobs.messages import storable
from ranking.jobs.offering import offer_job
from ranking.jobs.steering import cancel_job, pause_job, resume_job
from ranking.lookup import free_name
from ranking.models import (
    Collection,
    Job,
    JobStatus,
    Run,
    RunStatus,
    VariantMaking,
    Visibility,
)
from ranking.models.job import ENDED_BADLY, OPEN
from ranking.parameters.texts import differences
from ranking.rankers.run_request import plan_asked
from ranking.variants.making import offer_variant, unmade_among
from regrade.exceptions import RegradeError

TASK, QUEUE = "evaluation.tasks.advance_study", "rank.cpu"
EXPIRES_S = 60
logger = logging.getLogger(__name__)


def offer_study(study_id: int) -> None:
    """Have a worker plan what can be planned of a study, once it is stored."""
    offer(TASK, [study_id], queue=QUEUE, expires=EXPIRES_S)


def offer_studies() -> int:
    """Have workers look after every study under way; returns how many there are."""
    under_way = list(Study.objects.filter(status=JobStatus.RUNNING).values_list("pk", flat=True))
    offer(TASK, under_way, queue=QUEUE, expires=EXPIRES_S, priority=0)
    return len(under_way)


def advance_study(*, study_id: int, offers: bool = True) -> None:
    """Plan every run of a study that can be planned now, and end it when none is left.

    Called again, or by two at once, it plans nothing twice. What cannot be planned gets its
    reason, and the rest goes on.

    Args:
        offers: whether to notify the workers of new jobs.
    """
    try:
        with transaction.atomic():
            ended = _advance(study_id, offers)
        if ended is not None:
            keep_values(ended)
    except DatabaseError:
        logger.exception("study %s is left for later", study_id)


def _advance(study_id: int, offers: bool) -> Study | None:
    """The study if it ended now."""
    under_way = Study.objects.filter(pk=study_id, status=JobStatus.RUNNING)
    study = under_way.select_for_update(of=("self",), skip_locked=True, no_key=True).first()
    if study is None:
        return None
    if offers:
        _offer_texts(study)
    waiting = study.runs.filter(run=None, error="").order_by("number")
    for field in waiting.select_related("topic_set", "collection", "after__run"):
        try:
            with transaction.atomic():
                _plan_if_ready(field, offers)
        except RegradeError as error:
            _fail(field, str(error))
        except DatabaseError:
            raise
        except Exception as error:  # as where a folder cannot be read
            logger.exception("%s of study %s is not planned", field, study)
            _fail(field, f"{type(error).__name__}: {error}")
    _note_failures(study)
    return study if _end_if_over(study) else None


def _offer_texts(study: Study) -> None:
    """Queue unfinished variants never queued before; a process working on one keeps it."""
    never = VariantMaking.objects.due().filter(offered_at=None)
    for making in never.filter(collection__in=study.runs.values("collection")):
        offer_variant(collection=making.collection)


def _plan_if_ready(field: StudyRun, offers: bool) -> None:
    first = field.after
    if first is not None:
        # Reload: it may have failed a moment ago.
        first = StudyRun.objects.select_related("run").get(pk=first.pk)
        if first.error or (first.run and first.run.status == RunStatus.FAILED):
            raise RankingError(f"{first.ranker}, which it re-ranks, failed.", code="parent_failed")
        if first.run is None or first.run.status != RunStatus.COMPLETE:
            return
    if making := unmade_among([field.collection_id]).get(field.collection_id):
        if making.error:
            sentence = f"{field.collection} could not be made: {making.error}"
            raise RankingError(sentence, code="making_failed")
        return
    plan = _plan(field, first.run if first else None)
    field.run = _same_run(plan) or _planned(plan, field.study, offers)
    field.save(update_fields=["run", "name"])


def _plan(field: StudyRun, parent: Run | None) -> Plan:
    try:
        plan = _plan_as(field, parent, field.name)
    except NameTaken:
        if not Run.objects.filter(name=field.name, status=RunStatus.FAILED).exists():
            raise
        # Of another release, whose results nothing can go on with.
        field.name = free_name(Run, field.name)
        plan = _plan_as(field, parent, field.name)
    if changed := differences(plan.spec, field.expects or {}):
        sentence = f"The ranker is another than when the study began, in {changed}."
        raise RankingError(sentence, code="ranker_changed")
    return plan


def _plan_as(field: StudyRun, parent: Run | None, name: str) -> Plan:
    asked = dict(field.asked or {})
    ground = {"collection": field.collection.name, "topic_set": field.topic_set.name}
    return plan_asked({**asked, "name": name, **ground, "parent": parent and parent.name})


def made_before(field: StudyRun, parent: Run | None) -> Run | None:
    """The run that serves a field already; None where it has to be computed.

    Raises:
        RankingError: it cannot be planned, or its ranker is another than it was.
    """
    return _same_run(_plan(field, parent))


def _same_run(plan: Plan) -> Run | None:
    """A complete run by the same plan, whatever its name."""
    same = Run.objects.exclude(visibility=Visibility.PRIVATE).filter(
        collection=plan.collection,
        topic_set=plan.topic_set,
        parent=plan.parent,
        status=RunStatus.COMPLETE,
        spec__ranker=plan.spec["ranker"],
    )
    found = (run for run in same.order_by("pk") if not differences(run.spec or {}, plan.spec))
    return next(found, None)


def _planned(plan: Plan, study: Study, offers: bool) -> Run:
    job = create_job(plan=plan)
    Run.objects.filter(pk=job.run_id, owner=None).update(owner=study.started_by)
    if offers:
        offer_job(job=job)
    return job.run


def _note_failures(study: Study) -> None:
    failed = study.runs.filter(run__status=RunStatus.FAILED, error="").select_related("run")
    for field in failed:
        job = Job.objects.filter(run=field.run).first()
        _fail(field, (job and job.error) or "The run failed.")


def _fail(field: StudyRun, error: str) -> None:
    StudyRun.objects.filter(pk=field.pk).update(error=storable(error))


def _end_if_over(study: Study) -> bool:
    fields = study.runs.all()
    if fields.filter(error="").exclude(run__status=RunStatus.COMPLETE).exists():
        return False
    study.status, study.finished_at = JobStatus.DONE, now()
    failed = fields.exclude(error="").order_by("number")
    if first := failed.first():
        study.status = JobStatus.FAILED
        study.error = (
            f"{failed.count():,} of {fields.count():,} runs failed."
            f" The first: {first}: {first.error}"
        )
    study.save(update_fields=["status", "error", "finished_at"])
    return True


def unmade_collections(study: Study) -> list[Collection]:
    """Variants of the study whose passages are not all made yet."""
    unmade = unmade_among(study.runs.values_list("collection", flat=True))
    return list(Collection.objects.filter(pk__in=unmade).order_by("pk"))


@transaction.atomic
def pause_study(*, study_id: int) -> Study:
    """Pause a study: no further part of it starts.

    Raises:
        StudyNotSteered: it is over.
    """
    study = _lock(study_id, "paused")
    return _steered(study, JobStatus.PAUSED, pause_job)


@transaction.atomic
def resume_study(*, study_id: int) -> Study:
    """Resume a paused, failed or cancelled study.

    Raises:
        StudyNotSteered: it is done.
    """
    study = take_up_study(study_id=study_id)
    _refuse_over(study, "resumed")
    _steered(study, JobStatus.RUNNING, resume_job)
    offer_study(study.pk)
    return study


@transaction.atomic
def cancel_study(*, study_id: int) -> Study:
    """Cancel a study: its jobs end, complete runs stay.

    Raises:
        StudyNotSteered: it is done or has failed.
    """
    found = _locked(study_id)
    if found.status == JobStatus.CANCELLED:
        return found
    _refuse_over(found, "cancelled")
    found.finished_at = now()
    return _steered(found, JobStatus.CANCELLED, cancel_job)


@transaction.atomic
def drop_study(*, study_id: int) -> None:
    """Delete a study that is over, freeing its name; its runs and variants stay.

    Raises:
        StudyNotSteered: it goes on.
    """
    study = _locked(study_id)
    if study.status in OPEN:
        raise StudyNotSteered(
            f"The study {study} is {study.status}; cancel it, then drop it.", code="study_goes_on"
        )
    study.delete()


@transaction.atomic
def take_up_study(*, study_id: int) -> Study:
    """Reopen a study that failed or was cancelled; any other stays as it is."""
    study = _locked(study_id)
    if study.status in ENDED_BADLY:
        computed = study.runs.filter(asked__isnull=False)
        computed.update(error="")
        # Planned again, a run goes on with what remains of it.
        computed.exclude(run__status=RunStatus.COMPLETE).update(run=None)
        study.status, study.error, study.finished_at = JobStatus.RUNNING, "", None
        study.save(update_fields=["status", "error", "finished_at"])
    return study


def _locked(study_id: int) -> Study:
    """The study, held until the transaction ends.

    Raises:
        StudyNotSteered: it was dropped meanwhile.
    """
    studies = Study.objects.select_for_update(of=("self",), no_key=True)
    study = studies.filter(pk=study_id).first()
    if study is None:
        raise StudyNotSteered("The study was dropped.", code="study_dropped")
    return study


def _lock(study_id: int, how: str) -> Study:
    study = _locked(study_id)
    _refuse_over(study, how)
    return study


def _refuse_over(study: Study, how: str) -> None:
    if study.status not in OPEN:
        raise StudyNotSteered(
            f"The study {study} is {study.status}; it cannot be {how}.", code="study_over"
        )


def _steered(study: Study, status: JobStatus, steer: Callable[..., Any]) -> Study:
    study.status = status
    study.save(update_fields=["status", "finished_at"])
    for job in Job.objects.filter(run__in=study.runs.values("run"), status__in=OPEN):
        with suppress(NotSteered):  # it ended meanwhile
            steer(job_id=job.pk)
    return study


STEERS: Mapping[str, Callable[..., Study]] = MappingProxyType(
    {"pause": pause_study, "resume": resume_study, "cancel": cancel_study}
)
