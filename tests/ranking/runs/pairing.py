"""A run that duo-t5 left with pair scores, made by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ranking.models import PairScores, Run, RunSource, RunStatus
from tests.factories import make_collection, make_run, make_topics
from tests.regrade.neural.pair_cases import BY_HAND

TEXTS = {f"d{n}": f"Passage number {n} says something." for n in range(1, 6)}
# By sym-sum, with what was not paired below; nothing of q2 was.
RANKINGS = {"q1": ["d1", "d3", "d2", "d5", "d4"], "q2": ["d4", "d1"]}
FIRST_STAGE = {"q1": ["d1", "d2", "d3", "d5", "d4"], "q2": ["d4", "d1"]}


def make_duo(
    name: str = "duo", pairs: Mapping[str, NDArray[np.floating[Any]]] = {"q1": BY_HAND}
) -> Run:
    """A run over bm25's, with pair scores of the first passages of these topics."""
    collection = make_collection(texts=TEXTS)
    topic_set = make_topics(queries=dict.fromkeys({**RANKINGS, **pairs}, "what"))
    parent = make_run("bm25", collection, topic_set, FIRST_STAGE)
    run = make_run(name, collection, topic_set, RANKINGS)
    run.parent, run.source, run.spec = parent, RunSource.COMPUTED, {"ranker": "duo-t5"}
    run.save()
    for query_id, p in pairs.items():
        add_pairs(run, query_id, p)
    return run


def add_pairs(
    run: Run, query_id: str, p: NDArray[np.floating[Any]], paired: Sequence[str] = tuple(TEXTS)
) -> PairScores:
    ordinals = dict(run.collection.passages.values_list("doc_id", "ordinal"))
    return PairScores.objects.create(
        run=run,
        topic=run.topic_set.topics.get(query_id=query_id),
        ordinals=[ordinals[doc_id] for doc_id in paired[: len(p)]],
        p=p,
    )


def unfinished(run: Run) -> Run:
    run.status = RunStatus.COMPUTING
    run.save()
    return run
