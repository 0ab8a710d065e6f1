"""A small run by BM25, planned or computed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ranking.jobs.creating import create_job
from ranking.models import Collection, Job, Run, TopicSet
from ranking.rankers.bm25_plan import BM25Options, Device, plan_bm25
from ranking.rankers.here_and_now import run_job_now
from tests.factories import make_collection, make_topics

TEXTS: dict[str, str | None] = {
    "d1": None,
    "d2": "Firs have cones.",
    "d3": "Spruces live long.",
    "d4": "Spruces.",
}


def plan_run(
    collection: Collection | None = None,
    topic_set: TopicSet | None = None,
    *,
    name: str = "bm25",
    depth: int = 1000,
    device: Device = "cpu",
    **options: Any,
) -> Job:
    plan = plan_bm25(
        name=name,
        collection=collection or make_collection(texts=TEXTS),
        topic_set=topic_set or make_topics(),
        depth=depth,
        options=BM25Options(**options),
        device=device,
    )
    return create_job(plan=plan)


def compute_run(*args: Any, **options: Any) -> Run:
    return run_job_now(job=plan_run(*args, **options))


def ordinals(run: Run) -> Mapping[str, list[int]]:
    return {row.topic.query_id: row.ordinals.tolist() for row in run.rankings.all()}


def scores(run: Run) -> Mapping[str, list[float]]:
    return {row.topic.query_id: row.scores.tolist() for row in run.rankings.all()}
