from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.labels import Hits, Ints
from regrade.measures.packing import Grade, Qrels, pack

Run = Mapping[str, Mapping[str, float]]


def judge_scores(
    qrels: Qrels, run: Run, *, min_relevance: int = 1, max_relevance: int | None = None
) -> JudgedRankings:
    """See scored passages through labels, both given as dictionaries by query id and doc_id.

    Only what carries a label is ever ranked: its rank is the number of scores that are not
    below its own, so that no docid of the others is looked at unless scores tie.

    Args:
        qrels, run: whose ids are strings, as `checked_topics` gives them.

    Raises:
        ValueError: a score that is not a number, or labels that `pack_labels` refuses.
    """
    judged = pack(qrels, min_relevance=min_relevance, max_relevance=max_relevance)
    topics = [_ranks(labels, run.get(topic, {}), topic) for topic, labels in qrels.items()]
    ranks = np.concatenate([np.empty(0, np.int64), *topics])
    labels = np.flatnonzero(ranks)
    order = labels[np.lexsort((ranks[labels], judged.topics[labels]))]
    hits = Hits(judged.topics[order], ranks[order], judged.relevances[order], order)
    n_retrieved = np.array([len(run.get(query_id, ())) for query_id in qrels], np.int64)
    return JudgedRankings(judged, n_retrieved, hits)


def _ranks(labels: Mapping[str, Grade], scores: Mapping[str, float], query_id: str) -> Ints:
    """shape (n_labels,). The rank of each labelled passage, 0 where it was not retrieved."""
    ascending = np.fromiter(scores.values(), np.float64, len(scores))
    ascending.sort()
    if ascending.size and math.isnan(ascending[-1]):
        raise ValueError(
            f"the score of passage {_not_a_number(scores)} in topic {query_id} is not a number"
        )
    found = np.fromiter(map(scores.get, labels, repeat(math.nan)), np.float64, len(labels))
    upto = np.searchsorted(ascending, found, "right")
    ranks: Ints = np.where(np.isnan(found), 0, ascending.size - upto + 1)
    # Most topics have no ties among labelled passages: a look at the next lower score says so.
    if ascending.size > 1 and (ascending[upto - 2] == found).any():
        n_tied = upto - np.searchsorted(ascending, found, "left")
        ranks += _positions_among_tied(list(labels), found, n_tied, scores)
    return ranks


def _positions_among_tied(
    doc_ids: Sequence[str], found: NDArray[np.float64], n_tied: Ints, scores: Mapping[str, float]
) -> Ints:
    """How many passages of the same score come before each labelled one.

    Strings compare by code points, which is the order of their UTF-8 bytes.
    """
    tied: dict[float, list[str]] = {score: [] for score in found[n_tied > 1].tolist()}
    # As they were compared: whole numbers may differ where their doubles do not.
    for doc_id, score in zip(scores, map(float, scores.values()), strict=True):
        if score in tied:
            tied[score].append(doc_id)
    positions = {
        doc_id: position
        for group in tied.values()
        for position, doc_id in enumerate(sorted(group, reverse=True))
    }
    return np.array([positions.get(doc_id, 0) for doc_id in doc_ids], np.int64)


def _not_a_number(scores: Mapping[str, float]) -> str:
    return next(doc_id for doc_id, score in scores.items() if math.isnan(score))
