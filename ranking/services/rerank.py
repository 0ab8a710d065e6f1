from __future__ import annotations

from typing import Any

import numpy as np
from django.db import transaction

from ranking.exceptions import NameTaken, RankingError
from ranking.models import Chunk, Job, JobStatus, Run, RunSource, RunStatus
from ranking.services.bert_dot import CODE_VERSION, RANKER
from ranking.services.frozen_models import freeze_model, label_of
from ranking.services.lookup import refuse_taken, taking_name
from ranking.services.texts import ordinals_without_text

QUEUE = "rank.gpu"
PRECISION = "float32"
# Small enough that a lost chunk is a matter of seconds, large enough for full batches.
PAIRS_PER_CHUNK = 200
# Grows while a run is computed, so it is no part of the plan.
NOT_PLANNED = "computed_by"


def create_rerank_job(
    *, run: Run, name: str, ranker: str = RANKER, model: str | None = None, depth: int = 100
) -> Job:
    """Plan the re-ranking of each topic's top `depth` passages, or take up the same plan again.

    The plan is frozen: model, weights, precision, texts, code. Passages below the depth are not
    in the new run. Called again for the same name with the same plan it returns the job that is
    there, and a failed one starts again with what remains.

    Raises:
        NameTaken: there is a run of that name with another plan.
        RankingError: an unknown ranker or model, a depth below 1, a run that is not complete,
            or one without a passage that has a text.
    """
    spec = _freeze(run=run, ranker=ranker, model=model, depth=depth)
    if existing := Run.objects.filter(name=name).first():
        return _take_up(existing, run, spec)
    with taking_name(Run, name):
        planned = Run.objects.create(
            name=name,
            collection=run.collection,
            topic_set=run.topic_set,
            source=RunSource.COMPUTED,
            parent=run,
            spec=spec,
            status=RunStatus.COMPUTING,
        )
        job = Job.objects.create(run=planned, queue=QUEUE)
        _plan_chunks(job, run, depth)
    return job


def _freeze(*, run: Run, ranker: str, model: str | None, depth: int) -> dict[str, Any]:
    if ranker != RANKER:
        raise RankingError(f"There is no re-ranker named {ranker!r}; there is {RANKER}.")
    if depth < 1:
        raise RankingError(f"The depth must be at least 1; it is {depth}.")
    if run.status != RunStatus.COMPLETE:
        raise RankingError(f"Run {run.name} is {run.status}; only a complete run is re-ranked.")
    run.collection.refresh_from_db(fields=["text_version"])
    n_pairs, n_without_text = _count_pairs(run, depth)
    if n_pairs == n_without_text:
        raise RankingError(f"No passage in the top {depth} of {run.name} has a text to score.")
    frozen = freeze_model(model)
    return {
        "ranker": ranker,
        "label": label_of(frozen),
        "model": frozen,
        "precision": PRECISION,
        "parent": run.name,
        "depth": depth,
        "n_pairs": n_pairs,
        "n_without_text": n_without_text,
        "text_version": run.collection.text_version,
        "code_version": CODE_VERSION,
    }


def _count_pairs(run: Run, depth: int) -> tuple[int, int]:
    """The passages to re-rank over all topics, and those of them without text."""
    without_text = ordinals_without_text(collection=run.collection)
    n_pairs = n_without_text = 0
    for ranking in run.rankings.only("ordinals").iterator():
        ordinals = ranking.ordinals[:depth]
        n_pairs += len(ordinals)
        n_without_text += int(np.isin(ordinals, without_text).sum())
    return n_pairs, n_without_text


def _plan_chunks(job: Job, parent: Run, depth: int) -> None:
    topic_ids = list(parent.rankings.order_by("topic__ordinal").values_list("topic_id", flat=True))
    size = max(1, PAIRS_PER_CHUNK // min(depth, parent.depth))
    Chunk.objects.bulk_create(
        Chunk(job=job, number=number, topic_ids=topic_ids[start : start + size])
        for number, start in enumerate(range(0, len(topic_ids), size))
    )


@transaction.atomic
def _take_up(existing: Run, parent: Run, spec: dict[str, Any]) -> Job:
    job = Job.objects.select_for_update().filter(run=existing).first()
    if job is None or existing.parent_id != parent.pk:
        refuse_taken(Run, existing.name)
    planned = existing.spec or {}
    changed = [key for key in spec if planned.get(key) != spec[key]]
    if job is None or changed:
        raise NameTaken(
            f"There is a run named {existing.name!r} already, made with another "
            f"{', '.join(changed)}; choose another name."
        )
    if job.status == JobStatus.FAILED:
        _start_again(job)
    return job


def _start_again(job: Job) -> None:
    job.chunks.remaining().update(n_attempts=0, beat_at=None, error="")
    job.status, job.error, job.finished_at = JobStatus.RUNNING, "", None
    job.save(update_fields=["status", "error", "finished_at"])
    Run.objects.filter(pk=job.run_id).update(status=RunStatus.COMPUTING)
