from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from django.db import transaction

from ranking.exceptions import NameTaken, RankingError
from ranking.jobs.jobs import reopen_job
from ranking.lookup import held, refuse_taken, taking_name
from ranking.models import (
    Attempt,
    Chunk,
    Collection,
    Job,
    JobStatus,
    Owned,
    Run,
    RunKind,
    RunSource,
    RunStatus,
    TopicSet,
    made_of,
)
from ranking.models.job import ENDED_BADLY
from ranking.parameters.texts import differences


class Plan(NamedTuple):
    """A job's plan, frozen before anything of it is stored.

    Attributes:
        kind: of the run.
        passage_ranges: ordinals of passages whose vectors are computed before any topic is
            ranked, a range a chunk.
    """

    name: str
    collection: Collection
    topic_set: TopicSet
    spec: Mapping[str, Any]
    topic_ids: Sequence[int]
    topics_per_chunk: int
    queue: str
    kind: RunKind
    parent: Run | None = None
    passage_ranges: Sequence[range] = ()


def planned_topics(topic_set: TopicSet) -> list[int]:
    """The topics of a set in their order, for a plan.

    Raises:
        RankingError: there is none.
    """
    topic_ids = list(topic_set.topics.order_by("ordinal").values_list("pk", flat=True))
    if not topic_ids:
        raise RankingError(
            f"Topic set {topic_set.name} has no topics.", code="no_topics", field="topic_set"
        )
    return topic_ids


def create_job(*, plan: Plan) -> Job:
    """Create a plan's run, job and chunks, or resume the same plan.

    Called again for the same name with the same plan it returns the job that is there, and a
    failed or cancelled one starts again. What remains goes to the queue of the last request. A
    failed or cancelled run that holds no ranking does not keep its name: another plan takes its
    place.

    Raises:
        NameTaken: there is a run of that name with another plan.
        NameRefused: the name is empty or holds a comma or a blank.
    """
    try:
        return _take_up_or_create(plan)
    except NameTaken:
        # Perhaps by the same plan a moment ago.
        return _take_up_or_create(plan)


def refuse_other_plan(*, plan: Plan) -> None:
    """Check that the plan could be created or resumed now; changes nothing.

    Raises:
        NameTaken: there is a run of that name with another plan.
        NameRefused: the name is empty or holds a comma or a blank.
    """
    found = Run.objects.filter(name=plan.name).first()
    job = Job.objects.filter(run=found).first() if found else None
    if found is None:
        refuse_taken(Run, plan.name)
    elif job is None or not (_is_void(job) or _is_same(found, plan)):
        _refuse(found, plan)


@transaction.atomic
def _take_up_or_create(plan: Plan) -> Job:
    if job := _take_up(plan):
        return job
    with taking_name(Run, plan.name):
        return _create(plan)


def _take_up(plan: Plan) -> Job | None:
    jobs = Job.objects.select_for_update(of=("self",)).select_related("run")
    job = jobs.filter(run__name=plan.name).first()
    if job is None:
        return None
    if not _is_same(job.run, plan):
        if not _is_void(job):
            _refuse(job.run, plan)
        _remove(job)
        return None
    if job.status != JobStatus.DONE:
        job.queue = plan.queue
        job.save(update_fields=["queue"])
    if job.status in ENDED_BADLY:
        reopen_job(job=job)
    return job


def _is_same(run: Run, plan: Plan) -> bool:
    is_other = _is_elsewhere(run, plan) or differences(run.spec or {}, plan.spec)
    return not is_other and Run.objects.seen().filter(pk=run.pk).exists()


def _is_elsewhere(run: Run, plan: Plan) -> bool:
    parent_id = plan.parent.pk if plan.parent else None
    here = (plan.collection.pk, plan.topic_set.pk, parent_id)
    return (run.collection_id, run.topic_set_id, run.parent_id) != here


def _is_void(job: Job) -> bool:
    is_seen = Run.objects.seen().filter(pk=job.run_id).exists()
    return is_seen and job.status in ENDED_BADLY and not job.run.rankings.exists()


def _refuse(run: Run, plan: Plan) -> NoReturn:
    is_planned = run.jobs.exists() and not _is_elsewhere(run, plan)
    how = f", whose plan differs in {differences(run.spec or {}, plan.spec)}" if is_planned else ""
    raise NameTaken(f"There is a run named {run.name!r} already{how}; choose another name.")


def _remove(job: Job) -> None:
    Attempt.objects.filter(chunk__job=job).delete()
    job.chunks.all().delete()
    job.delete()
    job.run.delete()


def _create(plan: Plan) -> Job:
    run = Run.objects.create(
        name=plan.name,
        collection=plan.collection,
        topic_set=plan.topic_set,
        source=RunSource.COMPUTED,
        parent=plan.parent,
        spec=dict(plan.spec),
        kind=plan.kind,
        status=RunStatus.COMPUTING,
        **made_of(*held(*_grounds(plan))),
    )
    job = Job.objects.create(run=run, queue=plan.queue)
    Chunk.objects.bulk_create(
        Chunk(job=job, number=number, **what) for number, what in enumerate(_chunks(plan))
    )
    return job


def _grounds(plan: Plan) -> list[Owned]:
    return [plan.collection, plan.topic_set, *([plan.parent] if plan.parent else [])]


def _chunks(plan: Plan) -> Iterator[dict[str, Any]]:
    """Each chunk's share of the work, in the order of their numbers."""
    for passages in plan.passage_ranges:
        yield {"passages_from": passages.start, "passages_to": passages.stop}
    for start in range(0, len(plan.topic_ids), plan.topics_per_chunk):
        yield {"topic_ids": plan.topic_ids[start : start + plan.topics_per_chunk]}
