"""Reviews of whole collections, topic by topic, on which stopping rules are simulated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from scipy.special import expit

from benchmarks.active.collections import Topic, collection_named, word_features
from benchmarks.active.kept import Array, kept_arrays
from regrade.active.batches import batch_sizes
from regrade.active.continual import Continual
from regrade.active.draws import draw, draw_chances, ranking_of, ranks_in
from regrade.active.stopping.autostop import Draws
from regrade.active.stopping.quant import ProbabilitySums, probability_sums
from regrade.active.stopping.review import Review
from regrade.active.strategy import NOTHING, Judged, Ordinals
from regrade.measures.labels import Floats, Ints

MOST_DRAWS = 2  # times the passages
EVERY = {"CACM": 1, "Cranfield": 2, "Vaswani": 1, "DL19": 2}  # which topics are reviewed


def reviews_of(name: str, seed: int) -> list[tuple[Topic, Reviewed, Sampled]]:
    """Both reviews of the topics that are reviewed: a whole one takes seconds."""
    arrays = kept_arrays(f"{name}-reviews-by-batch-{seed}", partial(_arrays, name, seed))
    n = len(collection_named(name).texts)
    return [
        (topic, Reviewed(*arrays[row : row + 3]), _sampled_of(arrays[row + 3 : row + 7], n))
        for topic, row in zip(_topics(name), range(0, len(arrays), 7), strict=True)
    ]


def _topics(name: str) -> Sequence[Topic]:
    return collection_named(name).topics[:: EVERY[name]]


def _arrays(name: str, seed: int) -> Iterator[Array]:
    features = word_features(name)
    for topic in _topics(name):
        strategy = Continual(features, features.topic(topic.query))
        yield from reviewed(strategy, topic, 1000 * seed)
        found = sampled(strategy, topic, 1000 * seed)
        draws = found.draws
        yield from (found.review.is_relevant, found.review.batches, draws.sizes, draws.ranks)


def _sampled_of(arrays: Sequence[Array], n: int) -> Sampled:
    is_relevant, batches, sizes, ranks = arrays
    return Sampled(Review(is_relevant, batches, n), Draws(sizes, np.full(sizes.size, n), ranks))


class Reviewed(NamedTuple):
    """A review by continuous active learning, until every passage is judged.

    Attributes:
        passages: shape (n_passages,). In the order judged.
        batches: shape (n_batches,).
        sums: shape (4, n_batches). The model's probabilities after each batch.
    """

    passages: Ordinals
    batches: Ints
    sums: Floats

    def review(self, topic: Topic) -> Review:
        is_relevant = np.isin(self.passages, [*topic.relevant])
        return Review(is_relevant, self.batches, self.passages.size)

    def probability_sums(self) -> ProbabilitySums:
        return ProbabilitySums(*self.sums)


def reviewed(strategy: Continual, topic: Topic, seed: int) -> Reviewed:
    """Judge the whole collection, batch after batch."""
    relevant, judged = [*topic.relevant], NOTHING
    batches, sums = list[int](), list[tuple[float, ...]]()
    for step, size in enumerate(batch_sizes()):
        taken = strategy.step(judged, size, seed + step)
        if not taken.chosen.size:
            break
        if batches:
            sums.append(_sums(taken.scores, judged))
        batches.append(taken.chosen.size)
        passages = np.concatenate([judged.passages, taken.chosen])
        judged = Judged(passages, np.isin(passages, relevant), judged.waiting)
    sums.append((float(len(relevant)), 0.0, 0.0, 0.0))  # nothing is left to be unsure of
    return Reviewed(judged.passages, np.array(batches), np.array(sums).T)


def _sums(scores: Floats, judged: Judged) -> tuple[float, ...]:
    is_judged = np.zeros(scores.size, np.bool_)
    is_judged[judged.passages] = True
    return probability_sums(expit(scores), is_judged)


class Sampled(NamedTuple):
    """A review by Autostop: draws from the ranking of a model that is trained on all judgments.

    Attributes:
        review: only what was drawn is judged.
        draws: of the relevant passages found.
    """

    review: Review
    draws: Draws


def sampled(strategy: Continual, topic: Topic, seed: int) -> Sampled:
    """Draw until there were twice as many draws as passages, or all are judged."""
    relevant, judged, n = [*topic.relevant], NOTHING, strategy.features.n_passages
    rng, chances = np.random.default_rng(seed), draw_chances(n)
    batches, sizes, ranks = list[int](), list[int](), list[Ints]()
    for step, size in enumerate(batch_sizes()):
        scores = strategy.step(judged, 1, seed + step).scores
        if not scores.size or sum(sizes) >= MOST_DRAWS * n:
            break
        ranking = ranking_of(scores, np.arange(n))
        drawn = draw(ranking, size, chances, rng)
        new = drawn[~np.isin(drawn, judged.passages)]
        passages = np.concatenate([judged.passages, new])
        judged = Judged(passages, np.isin(passages, relevant), judged.waiting)
        sizes.append(size)
        batches.append(new.size)
        ranks.append(ranks_in(ranking, n)[new[np.isin(new, relevant)]])
    review = Review(judged.is_relevant, np.array(batches), n)
    draws = Draws(np.array(sizes), np.full(len(sizes), n), np.concatenate(ranks))
    return Sampled(review, draws)
