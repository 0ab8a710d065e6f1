from __future__ import annotations

from typing import Any

import numpy as np

from ranking.exceptions import RankingError
from ranking.models import Job, Run, RunStatus
from ranking.services.bert_dot import CODE_VERSION, RANKER
from ranking.services.create_job import Plan, create_job
from ranking.services.frozen_models import freeze_model, label_of
from ranking.services.ranges import DEPTH
from ranking.services.texts import ordinals_without_text

QUEUE = "rank.gpu"
PRECISION = "float32"
# Small enough that a lost chunk is a matter of seconds, large enough for full batches.
PAIRS_PER_CHUNK = 200


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
    ranked = run.rankings.order_by("topic__ordinal").values_list("topic_id", flat=True)
    plan = Plan(
        name=name,
        collection=run.collection,
        topic_set=run.topic_set,
        spec=spec,
        topic_ids=list(ranked),
        topics_per_chunk=max(1, PAIRS_PER_CHUNK // min(depth, run.depth)),
        queue=QUEUE,
        parent=run,
    )
    return create_job(plan=plan)


def _freeze(*, run: Run, ranker: str, model: str | None, depth: int) -> dict[str, Any]:
    if ranker != RANKER:
        raise RankingError(f"There is no re-ranker named {ranker!r}; there is {RANKER}.")
    DEPTH.check("depth", depth)
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
