from __future__ import annotations

from demo.names import (
    BERT_RUN,
    BM25_RUN,
    COLLECTION,
    RM3_RUN,
    TOPIC_SET,
    TRAINED_RUN,
    TRAINING,
)
from demo.services.existing import existing
from ranking.jobs.creating import create_job
from ranking.jobs.tracking import Track
from ranking.lookup import by_name
from ranking.models import Collection, Run, RunStatus, TopicSet
from ranking.parameters.index_options import PLAIN_INDEX
from ranking.rankers.bm25_plan import BM25Options, plan_bm25
from ranking.rankers.here_and_now import Tell, run_job_now
from ranking.rankers.indexes import open_or_build_lexical_index
from ranking.rankers.rerank_plan import create_rerank_job
from regrade.bm25.rm3 import RM3

# Few enough that the bar moves every few seconds.
PAIRS_PER_CHUNK = 200


def rank_by_bm25(*, depth: int, track: Track) -> str | None:
    """Make the run or what remains of it, unless it is there; says in a sentence what was made."""
    made = _rank(BM25_RUN, BM25Options(), depth, track)
    return f"Run {BM25_RUN}: up to {depth} passages a topic." if made else None


def rank_by_rm3(*, depth: int, track: Track) -> str | None:
    """Make the run whose queries are expanded, to compare the first one with."""
    made = _rank(RM3_RUN, BM25Options(rm3=RM3()), depth, track)
    return f"Run {RM3_RUN}: the same with queries expanded by RM3." if made else None


def _rank(name: str, options: BM25Options, depth: int, track: Track) -> Run | None:
    collection, topic_set = by_name(Collection, COLLECTION), by_name(TopicSet, TOPIC_SET)
    run = existing(Run, name, collection=collection, topic_set=topic_set)
    if run is not None and run.status == RunStatus.COMPLETE:
        return None
    plan = plan_bm25(
        name=name, collection=collection, topic_set=topic_set, depth=depth, options=options
    )
    open_or_build_lexical_index(collection=collection, options=PLAIN_INDEX, progress=track)
    return run_job_now(job=create_job(plan=plan))


def rerank_by_bert(*, depth: int, progress: Tell) -> str | None:
    """Re-rank the other run by the packaged model, or do what remains of it."""
    run = _rerank(BERT_RUN, "bert-dot", None, depth, progress)
    if run is None:
        return None
    label = (run.spec or {})["label"]
    return f"Run {BERT_RUN}: the top {run.depth} of {BM25_RUN}, re-ranked by a {label}."


def rerank_by_trained(*, depth: int, progress: Tell) -> str | None:
    """Re-rank the other run by the model that was trained here, or do what remains of it."""
    run = _rerank(TRAINED_RUN, "tk", TRAINING, depth, progress)
    if run is None:
        return None
    return f"Run {TRAINED_RUN}: the top {run.depth} of {BM25_RUN}, re-ranked by {TRAINING}."


def _rerank(name: str, ranker: str, model: str | None, depth: int, progress: Tell) -> Run | None:
    bm25 = by_name(Run, BM25_RUN)
    run = existing(Run, name, parent=bm25)
    if run is not None and run.status == RunStatus.COMPLETE:
        return None
    job = create_rerank_job(
        run=bm25,
        name=name,
        ranker=ranker,
        model=model,
        depth=depth,
        pairs_per_chunk=PAIRS_PER_CHUNK,
    )
    return run_job_now(job=job, progress=progress)
