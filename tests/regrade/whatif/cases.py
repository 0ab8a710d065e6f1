"""Small random cases of two runs under a label set, and the engine as their oracle."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from regrade.measures import JudgedTopics, Measure, Rankings, judge, score_measures
from regrade.whatif.candidates import Candidates

# Each family, with and without cutoffs, and the forms of DCG.
SERVED = (
    *("P@3", "P(rel=2)@5", "RR", "RR@3", "AP", "AP@4", "RBP(p=0.7)", "RBP(p=0.8,graded=True)@4"),
    *("DCG@4", "DCG(gains={0:1,1:3,2:2})", "nDCG", "nDCG@3", "nDCG(dcg='exp-log2')@4"),
    *("nDCG(dcg='jk')@4", "nDCG(gains={0:1,1:5,2:2})@3"),
)


class Case(NamedTuple):
    """Two runs over the same topics, and their labels."""

    judged: JudgedTopics
    first: Rankings
    second: Rankings


def drawn(
    seed: int, *, n_topics: int, n_passages: int, n_labels: int, min_relevance: int | None = None
) -> Case:
    """A case with unlabelled passages, labels not retrieved, and topics that a run lacks.

    By odd seeds the second run ranks what is relevant first, so that it takes more to turn them.
    """
    rng = np.random.default_rng(seed)
    labels = [
        np.sort(rng.permutation(n_passages)[: rng.integers(n_labels // 2, n_labels + 1)])
        for _ in range(n_topics)
    ]
    passages = np.concatenate(labels)
    judged = JudgedTopics(
        np.cumsum([0, *(each.size for each in labels)]),
        passages,
        rng.integers(-1, 4, passages.size),
        int(rng.integers(0, 3)) if min_relevance is None else min_relevance,
        3,
    )
    first, second = (_ranked(rng, n_topics, n_passages) for _ in range(2))
    return Case(judged, first, _sorted(judged, second) if seed % 2 else second)


def _sorted(judged: JudgedTopics, rankings: Rankings) -> Rankings:
    seen = judge(rankings, judged).hits
    gains = np.zeros(rankings.passages.size)
    gains[rankings.starts[seen.topics] + seen.ranks - 1] = seen.relevances
    topics = np.repeat(np.arange(judged.n_topics), rankings.n_retrieved)
    return Rankings(rankings.starts, rankings.passages[np.lexsort((-gains, topics))])


def _ranked(rng: np.random.Generator, n_topics: int, n_passages: int) -> Rankings:
    tops = [
        rng.permutation(n_passages)[
            : rng.integers(n_passages // 2, n_passages) * (rng.random() > 0.1)
        ]
        for _ in range(n_topics)
    ]
    return Rankings(np.cumsum([0, *(top.size for top in tops)]), np.concatenate(tops))


def difference_of_means(measure: Measure, case: Case) -> float:
    """Mean of the second run less that of the first, by the engine."""
    first, second = (
        score_measures([measure], judge(rankings, case.judged))[measure.name].mean()
        for rankings in (case.first, case.second)
    )
    return float(second - first)


def relabelled(case: Case, candidates: Candidates) -> Case:
    """The case under the candidates' labels."""
    kept = candidates.where(candidates.is_labelled)
    return case._replace(
        judged=replace(
            case.judged,
            starts=np.searchsorted(kept.topics, np.arange(case.judged.n_topics + 1)),
            passages=kept.passages,
            relevances=kept.relevances,
            _n_relevant={},
            _worked_out={},
        )
    )
