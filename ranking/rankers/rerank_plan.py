from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ranking.collections.texts import count_rankable, ordinals_without_text
from ranking.exceptions import RankingError
from ranking.jobs.creating import Plan, create_job, planned_topics, refuse_other_plan
from ranking.models import Collection, Job, Run, RunStatus, TopicSet
from ranking.parameters.ranges import DEPTH, PAIRS
from ranking.rankers.candidates import CODE_VERSION, n_topics_of
from ranking.rankers.frozen_models import freeze_model, refuse_longer
from ranking.rankers.neural_rankers import NOTHING, neural_ranker, read_parameters
from ranking.rankers.vectors import block_ranges
from regrade.neural.networks import Precision

QUEUE = "rank.gpu"
# A matter of minutes on a CPU, so that several workers share even a short job; a GPU does hundreds
# of thousands in that time, and a plan for it may ask for more.
PAIRS_PER_CHUNK = 1000
TOPICS_PER_CHUNK = 1000
RETRIEVAL_DEPTH = 1000


def plan_rerank(
    *,
    run: Run,
    name: str,
    ranker: str,
    model: str | None = None,
    passage_model: str | None = None,
    depth: int | None = None,
    precision: Precision = "float32",
    parameters: Mapping[str, Any] = NOTHING,
    pairs_per_chunk: int = PAIRS_PER_CHUNK,
    fetches: bool = True,
) -> Plan:
    """Plan the re-ranking of each topic's top `depth` passages, without storing anything.

    Passages below the depth are not in the new run. `depth` is by default the ranker's,
    `parameters` are those that differ from its defaults, and `fetches` lets the hub be asked.

    Raises:
        NameTaken, NameRefused: as `refuse_other_plan` says.
        RankingError: an unknown ranker, model or parameter, a depth or pairs_per_chunk below 1, a
            run that is not complete, or one without a passage that has a text.
    """
    depth = neural_ranker(ranker).depth if depth is None else depth
    DEPTH.check("depth", depth)
    _refuse_incomplete(run)
    frozen = freeze_ranker(ranker, model, passage_model, precision, parameters, fetches)
    plan = Plan(
        name=name,
        collection=run.collection,
        topic_set=run.topic_set,
        spec={**frozen, **_freeze_top(run, depth)},
        topic_ids=_topic_ids_of(run),
        topics_per_chunk=_topics_per_chunk(run, depth, ranker, pairs_per_chunk),
        queue=QUEUE,
        parent=run,
        kind=neural_ranker(ranker).kind,
    )
    refuse_other_plan(plan=plan)
    return plan


def plan_retrieval(
    *,
    name: str,
    ranker: str,
    collection: Collection,
    topic_set: TopicSet,
    model: str | None = None,
    passage_model: str | None = None,
    depth: int = RETRIEVAL_DEPTH,
    precision: Precision = "float32",
    parameters: Mapping[str, Any] = NOTHING,
    fetches: bool = True,
) -> Plan:
    """Freeze a run that searches every passage with text by vectors, and store nothing yet.

    Its first chunks compute the vectors of the passages that are not kept yet, block by block.

    Raises:
        NameTaken, NameRefused: as `refuse_other_plan` says.
        RankingError: a ranker that only re-ranks, an unknown model or parameter, a depth below
            1, no topic, or no passage with a text.
    """
    _refuse_reranker(ranker)
    DEPTH.check("depth", depth)
    texts = _freeze_texts(collection)
    frozen = freeze_ranker(ranker, model, passage_model, precision, parameters, fetches)
    plan = Plan(
        name=name,
        collection=collection,
        topic_set=topic_set,
        spec={**frozen, **texts, "depth": depth},
        topic_ids=planned_topics(topic_set),
        topics_per_chunk=TOPICS_PER_CHUNK,
        queue=QUEUE,
        passage_ranges=block_ranges(collection),
        kind=neural_ranker(ranker).kind,
    )
    refuse_other_plan(plan=plan)
    return plan


def create_rerank_job(*, run: Run, name: str, **chosen: Any) -> Job:
    """Plan as `plan_rerank` does, and create the job, or resume the same plan."""
    return create_job(plan=plan_rerank(run=run, name=name, **chosen))


def freeze_ranker(
    ranker: str,
    model: str | None,
    passage_model: str | None,
    precision: str,
    parameters: Mapping[str, Any],
    fetches: bool,
) -> dict[str, Any]:
    """A spec's record of a ranker with its model, whatever it ranks.

    Raises:
        RankingError: an unknown ranker, model, precision or parameter.
    """
    _check_precision(ranker, precision)
    chosen = read_parameters(ranker, parameters)
    frozen = freeze_model(ranker, model, passage_model, fetches=fetches)
    refuse_longer(ranker, frozen, parameters)
    return {
        "ranker": ranker,
        **frozen,
        "precision": precision,
        "parameters": chosen,
        "code_version": CODE_VERSION,
    }


def _check_precision(ranker: str, precision: str) -> None:
    known = neural_ranker(ranker).precisions
    if precision not in known:
        raise RankingError(
            f"The precision of {ranker} must be {' or '.join(known)}; it is {precision!r}.",
            code="unknown_precision",
            field="precision",
        )


def _refuse_incomplete(run: Run) -> None:
    if run.status != RunStatus.COMPLETE:
        raise RankingError(
            f"Run {run.name} is {run.status}; only a complete run is re-ranked.",
            code="run_incomplete",
            field="parent",
        )


def _refuse_reranker(ranker: str) -> None:
    if not neural_ranker(ranker).can_retrieve:
        raise RankingError(
            f"{ranker} re-ranks a run; it cannot search a collection.",
            code="cannot_search",
            field="ranker",
        )


def _freeze_texts(collection: Collection) -> dict[str, int]:
    n_texts = count_rankable(collection=collection)
    if not n_texts:
        raise RankingError(
            f"No passage of {collection.name} has a text; add texts to it first.",
            code="no_text",
            field="collection",
        )
    collection.refresh_from_db(fields=["n_passages", "text_version"])
    return {"n_texts": n_texts, "text_version": collection.text_version}


def _freeze_top(run: Run, depth: int) -> dict[str, Any]:
    run.collection.refresh_from_db(fields=["text_version"])
    n_pairs, n_without_text = _count_pairs(run, depth)
    if n_pairs == n_without_text:
        raise RankingError(
            f"No passage in the top {depth} of {run.name} has a text to score.",
            code="no_text",
            field="parent",
        )
    return {
        "parent": run.name,
        "depth": depth,
        "n_pairs": n_pairs,
        "n_without_text": n_without_text,
        "text_version": run.collection.text_version,
    }


def _topic_ids_of(run: Run) -> list[int]:
    ranked = run.rankings.order_by("topic__ordinal")
    return list(ranked.values_list("topic_id", flat=True))


def _topics_per_chunk(run: Run, depth: int, ranker: str, pairs_per_chunk: int) -> int:
    PAIRS.check("pairs_per_chunk", pairs_per_chunk)
    return n_topics_of(pairs_per_chunk, ranker=ranker, depth=min(depth, run.depth))


def _count_pairs(run: Run, depth: int) -> tuple[int, int]:
    """The passages to re-rank over all topics, and those of them without text."""
    without_text = ordinals_without_text(collection=run.collection)
    n_pairs = n_without_text = 0
    for ranking in run.rankings.only("ordinals").iterator():
        ordinals = ranking.ordinals[:depth]
        n_pairs += len(ordinals)
        n_without_text += int(np.isin(ordinals, without_text).sum())
    return n_pairs, n_without_text
