"""Held-out topics re-ranked by what was trained so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from regrade.measures.evaluate import evaluate
from regrade.neural.reranker import Candidates, PassageText

BY = "nDCG@10"
MEASURES = (BY, "RR@10")


class HeldOutTopic(NamedTuple):
    """A topic that is not trained on.

    Attributes:
        query: its text.
        passages: the first stage's ordinals, best first.
        texts: of each of these.
        grades: of all its labels, those that the first stage lacks among them.
    """

    query: str
    passages: Sequence[int]
    texts: Sequence[PassageText]
    grades: Mapping[int, int]


class Scores(Protocol):
    """Scores of candidates: a `Reranker`, or a model in training."""

    def score(self, candidates: Sequence[Candidates]) -> list[NDArray[np.float64]]: ...


class Validation(NamedTuple):
    """Means over the held-out topics, at the depth that is best by nDCG@10.

    Attributes:
        step: of the optimizer, after which the model was tried.
        depth: passages of a topic that were re-ranked.
        measures: mean values by name.
    """

    step: int
    depth: int
    measures: Mapping[str, float]

    @property
    def value(self) -> float:
        """The measure by which the best model is chosen."""
        return self.measures[BY]


def validate(
    ranker: Scores, topics: Sequence[HeldOutTopic], depths: Sequence[int], step: int
) -> Validation:
    """Re-rank the held-out topics once, and measure them at each depth.

    Passages below the depth keep the first stage's order, behind those re-ranked. Of depths that
    are equally good the least counts.
    """
    deepest = max(depths)
    scores = ranker.score([Candidates(one.query, one.texts[:deepest]) for one in topics])
    tried = [Validation(step, depth, _means(topics, scores, depth)) for depth in sorted(depths)]
    return max(tried, key=lambda one: one.value)


def _means(
    topics: Sequence[HeldOutTopic], scores: Sequence[NDArray[np.float64]], depth: int
) -> dict[str, float]:
    qrels, run = {}, {}
    for number, (topic, found) in enumerate(zip(topics, scores, strict=True)):
        again = np.argsort(-found[:depth], kind="stable").tolist()
        order = [topic.passages[place] for place in again] + list(topic.passages[len(again) :])
        run[f"{number}"] = {f"{one}": -float(rank) for rank, one in enumerate(order)}
        qrels[f"{number}"] = {f"{one}": grade for one, grade in topic.grades.items()}
    measured = evaluate(qrels, run, MEASURES)
    return {name: measured.mean(name) for name in MEASURES}
