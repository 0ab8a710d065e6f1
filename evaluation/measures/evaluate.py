from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluation.measures.judged_rankings import JudgedRankings
from evaluation.measures.labels import Hits
from evaluation.measures.measure import Measure
from evaluation.measures.packing import Grade, Qrels, pack_labels
from evaluation.measures.parsing import parse_measures
from evaluation.measures.scoring import score_measures

Run = Mapping[str, Mapping[str, float]]


class MeasuredRun(NamedTuple):
    """What a run scores on every topic of the labels.

    Attributes:
        query_ids: the topics, in the order of the labels.
        values: by measure name, shape (n_topics,).
        missing: topics that the run lacks; they count with each measure's worst value.
        unlabelled: topics that only the run has; they count nowhere.
    """

    query_ids: tuple[str, ...]
    values: dict[str, NDArray[np.float64]]
    missing: tuple[str, ...]
    unlabelled: tuple[str, ...]

    def mean(self, name: str) -> float:
        """Mean over all topics of the labels, missing ones included."""
        return float(self.values[name].mean())

    def per_topic(self, name: str) -> dict[str, float]:
        return dict(zip(self.query_ids, self.values[name].tolist(), strict=True))


def evaluate(
    qrels: Qrels,
    run: Run,
    measures: str | Sequence[Measure],
    *,
    min_relevance: int = 1,
    max_relevance: int | None = None,
) -> MeasuredRun:
    """Score a run given as dictionaries, on the topics of the labels.

    Args:
        qrels: by query id and doc_id a relevance, or for measures that read them a degree of
            preference, which may be a fraction, or a relevance by subtopic.
        run: score by query id and doc_id. Ranks follow from scores in double precision,
            descending, ties by doc_id descending as UTF-8 bytes.
        measures: names as in "RR@10, nDCG@10", or measures.
        min_relevance: lowest relevance that binary measures call relevant.
        max_relevance: top of the scale; by default the highest relevance in the labels.

    Raises:
        MeasureError: a name that cannot be used.
        ValueError: no topic in common, labels that lack what a measure reads, such as relevance
            in whole numbers, or a score that is not a number.
    """
    chosen = parse_measures(measures) if isinstance(measures, str) else measures
    if not qrels.keys() & run.keys():
        raise ValueError(
            f"the {len(run)} topics of the run and the {len(qrels)} of the labels"
            " have none in common"
        )
    rankings = judge_scores(qrels, run, min_relevance=min_relevance, max_relevance=max_relevance)
    return MeasuredRun(
        tuple(qrels),
        score_measures(chosen, rankings),
        tuple(query_id for query_id in qrels if query_id not in run),
        tuple(query_id for query_id in run if query_id not in qrels),
    )


def judge_scores(
    qrels: Qrels, run: Run, *, min_relevance: int = 1, max_relevance: int | None = None
) -> JudgedRankings:
    """See scored passages through labels, both given as dictionaries by query id and doc_id."""
    judged = pack_labels(qrels, min_relevance=min_relevance, max_relevance=max_relevance)
    per_topic = [_ranks(labels, run.get(query_id, {})) for query_id, labels in qrels.items()]
    ranks = np.array([rank for topic in per_topic for rank in topic], np.int64)
    labels = np.flatnonzero(ranks)
    order = labels[np.lexsort((ranks[labels], judged.topics[labels]))]
    hits = Hits(judged.topics[order], ranks[order], judged.relevances[order], order)
    n_retrieved = np.array([len(run.get(query_id, ())) for query_id in qrels], np.int64)
    return JudgedRankings(judged, n_retrieved, hits)


def _ranks(labels: Mapping[str, Grade], scores: Mapping[str, float]) -> list[int]:
    """The rank of each labelled passage, 0 where it was not retrieved."""
    ascending = np.sort(np.fromiter(scores.values(), np.float64, len(scores)))
    if ascending.size and math.isnan(ascending[-1]):
        raise ValueError(f"the score of passage {_not_a_number(scores)} is not a number")
    found = np.array([scores.get(doc_id, math.nan) for doc_id in labels], np.float64)
    upto = np.searchsorted(ascending, found, "right")
    n_tied = upto - np.searchsorted(ascending, found, "left")
    ranks = np.where(np.isnan(found), 0, ascending.size - upto + 1)
    if (n_tied[ranks > 0] > 1).any():
        ranks += _places_among_tied(list(labels), found, n_tied, scores)
    return [int(rank) for rank in ranks]


def _places_among_tied(
    doc_ids: Sequence[str],
    found: NDArray[np.float64],
    n_tied: NDArray[np.int64],
    scores: Mapping[str, float],
) -> NDArray[np.int64]:
    """How many passages of the same score come before each labelled one.

    Strings compare by code points, which is the order of their UTF-8 bytes.
    """
    tied: dict[float, list[str]] = {
        float(s): [] for s, n in zip(found, n_tied, strict=True) if n > 1
    }
    for doc_id, score in scores.items():
        if score in tied:
            tied[score].append(doc_id)
    places = {
        doc_id: place
        for group in tied.values()
        for place, doc_id in enumerate(sorted(group, reverse=True))
    }
    return np.array([places.get(doc_id, 0) for doc_id in doc_ids], np.int64)


def _not_a_number(scores: Mapping[str, float]) -> str:
    return next(doc_id for doc_id, score in scores.items() if math.isnan(score))
