from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ranking.exceptions import RankingError
from ranking.lexical.bm25 import BM25Index
from ranking.models import Collection, Run, RunSource, TopicSet
from ranking.services.code_version import code_version
from ranking.services.lookup import refuse_taken, taking_name
from ranking.services.store_rankings import TopicRanking, store_run
from ranking.services.texts import iterate_rankable_texts
from ranking.services.tracking import Track, untracked

RANKER, LABEL = "bm25", "BM25"
CODE_VERSION = code_version("text", "lexical", "services/rank_bm25.py", "services/texts.py")


def rank_bm25(
    *,
    name: str,
    collection: Collection,
    topic_set: TopicSet,
    depth: int = 1000,
    k1: float = 0.9,
    b: float = 0.4,
    progress: Track = untracked,
) -> Run:
    """Rank the passages with text for every topic by BM25, in this process: all or nothing.

    The index is built in memory for this one run. A topic that shares no term with any passage
    gets no ranking.

    Raises:
        NameTaken: there is such a run already.
        RankingError: no passage has a text, no topic finds anything, or a parameter is out of
            range.
    """
    refuse_taken(Run, name)
    _check(depth=depth, k1=k1, b=b)
    collection.refresh_from_db(fields=["n_passages", "text_version"])
    ordinals, index = _build_index(collection, k1, b, progress)
    rankings = list(_search(index, ordinals, topic_set, depth, progress))
    if not rankings:
        raise RankingError(f"No topic of {topic_set.name} shares a term with {collection.name}.")
    with taking_name(Run, name):
        run = Run(
            name=name,
            collection=collection,
            topic_set=topic_set,
            source=RunSource.COMPUTED,
            spec=_spec(k1, b, depth, len(ordinals), collection.text_version),
        )
        store_run(run=run, rankings=rankings)
    return run


def _spec(k1: float, b: float, depth: int, n_texts: int, text_version: int) -> dict[str, Any]:
    return {
        "ranker": RANKER,
        "label": LABEL,
        "parameters": {"k1": k1, "b": b},
        "depth": depth,
        "n_texts": n_texts,
        "text_version": text_version,
        "code_version": CODE_VERSION,
    }


def _check(*, depth: int, k1: float, b: float) -> None:
    if depth < 1:
        raise RankingError(f"The depth must be at least 1; it is {depth}.")
    if not 0 <= k1 < float("inf") or not 0 <= b <= 1:
        raise RankingError(f"k1 must be at least 0 and b from 0 to 1; they are {k1} and {b}.")


def _build_index(
    collection: Collection, k1: float, b: float, progress: Track
) -> tuple[NDArray[np.int32], BM25Index]:
    """The index and the ordinals of its texts, which are not dense in the collection."""
    ordinals: list[int] = []

    def texts() -> Iterator[str]:
        found = iterate_rankable_texts(collection=collection)
        for ordinal, text in progress(found, collection.n_passages, "passage"):
            ordinals.append(ordinal)
            yield text

    index = BM25Index.build(texts(), k1=k1, b=b)
    if not ordinals:
        raise RankingError(f"No passage of {collection.name} has a text; import them with --add.")
    return np.array(ordinals, dtype=np.int32), index


def _search(
    index: BM25Index,
    ordinals: NDArray[np.int32],
    topic_set: TopicSet,
    depth: int,
    progress: Track,
) -> Iterator[TopicRanking]:
    topics = topic_set.topics.order_by("ordinal").values_list("pk", "query")
    for topic_id, query in progress(topics, topics.count(), "topic"):
        hits = index.search(query, depth)
        if hits.ordinals.size:
            yield TopicRanking(topic_id, ordinals[hits.ordinals], hits.scores)
