from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np

from ranking.models import Run, Topic
from ranking.services.index_options import IndexOptions
from ranking.services.lexical_indexes import open_or_build_lexical_index
from ranking.services.store_rankings import ScoredTopics, TopicRanking

if TYPE_CHECKING:
    from ranking.lexical.lexical_index import LexicalIndex
    from ranking.lexical.search import Hits


def score_topics(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
    """Search the index of a run's collection for these topics; it is built first where it is not.

    A topic that finds nothing gets no ranking.

    Raises:
        RankingError: the index cannot be built, or is damaged or older than the texts.
    """
    spec = run.spec or {}
    options = IndexOptions.from_dict(spec["index"])
    index = open_or_build_lexical_index(collection=run.collection, options=options)
    queries = dict(Topic.objects.filter(pk__in=topic_ids).values_list("pk", "query"))
    topic_ids = [topic_id for topic_id in topic_ids if topic_id in queries]
    found = _search(index, [queries[topic_id] for topic_id in topic_ids], spec)
    rankings = list(_rankings(topic_ids, found, spec["parameters"]["adjusts_ties"]))
    return ScoredTopics(rankings, f"cpu, numba {version('numba')}")


def _search(index: LexicalIndex, texts: Sequence[str], spec: dict[str, Any]) -> list[Hits]:
    from ranking.lexical.search import BM25, bag_of_words, search

    parameters = spec["parameters"]
    bm25 = BM25(k1=parameters["k1"], b=parameters["b"])
    queries = [bag_of_words(index.analyzer, text) for text in texts]
    return search(index, queries, k=spec["depth"], bm25=bm25)


def _rankings(
    topic_ids: Sequence[int], found: Sequence[Hits], adjusts_ties: bool
) -> Iterator[TopicRanking]:
    from ranking.lexical.ties import adjust_ties

    for topic_id, hits in zip(topic_ids, found, strict=True):
        if hits.ordinals.size:
            plain = hits.scores.astype(np.float64)
            scores = adjust_ties(hits.scores) if adjusts_ties else plain
            yield TopicRanking(topic_id, hits.ordinals, scores)
