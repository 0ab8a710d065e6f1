"""Recall of continuous active learning by learner and kind of vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

import numpy as np

from benchmarks.active.collections import Topic, collection_named, word_features
from benchmarks.active.simulating import judged_order, recall_at
from benchmarks.running.places import home
from benchmarks.running.tables import Table
from regrade.active.continual import Continual
from regrade.active.features import DenseFeatures, Features, PassageVectors
from regrade.active.learners import LEARNERS, Learner
from regrade.active.row_kernel import Rows
from regrade.neural.bi_encoder import load_bi_encoder
from regrade.neural.model_folder import find_model
from regrade.neural.networks import find_compute_device
from regrade.neural.reranker import PassageText

CUTOFFS = (10, 50, 100, 200)
WORDS = ("Vaswani", "CACM", "Cranfield", "DL19", "DL20")
DENSE = ("Vaswani", "CACM")  # encoding the others takes half an hour here


def learners(n_seeds: int, seed: int) -> Table:
    seeds = range(seed, seed + n_seeds)
    return Table(
        f"Recall after so many judgments a topic: means over topics and {n_seeds} seeds",
        ("collection", "topics", "vectors", "learner", *(f"at {k}" for k in CUTOFFS)),
        [*_rows(WORDS, "words", _words, seeds), *_rows(DENSE, "MiniLM", _dense, seeds)],
    )


Vectors = Callable[[str], tuple[PassageVectors, Callable[[str], Rows]]]


def _rows(
    names: tuple[str, ...], kind: str, made: Vectors, seeds: range
) -> Iterator[Sequence[str | float]]:
    for name in names:
        topics = collection_named(name).topics
        features, row_of = made(name)
        for learner_name, learner in LEARNERS.items():
            recalls = [
                _recalls(features, row_of, topic, learner, seed)
                for topic in topics
                for seed in seeds
            ]
            yield [name, len(topics), kind, learner_name, *np.mean(recalls, axis=0).tolist()]


def _recalls(
    features: PassageVectors,
    row_of: Callable[[str], Rows],
    topic: Topic,
    learner: Learner,
    seed: int,
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    strategy = Continual(features, row_of(topic.query), learner)
    return recall_at(judged_order(strategy, topic, CUTOFFS[-1], 1000 * seed), topic, CUTOFFS)


def _words(name: str) -> tuple[Features, Callable[[str], Rows]]:
    features = word_features(name)
    return features, features.topic


def _dense(name: str) -> tuple[DenseFeatures, Callable[[str], Rows]]:
    """Vectors of the bi-encoder that Regrade brings along; passages are encoded once."""
    encoder = load_bi_encoder(find_model(), find_compute_device("cpu"))
    kept = home() / "benchmark-samples" / f"{name}-minilm.npy"
    if not kept.exists():
        texts = [PassageText("", text) for text in collection_named(name).texts]
        kept.parent.mkdir(parents=True, exist_ok=True)
        np.save(kept, encoder.passages.encode(texts))
    features = DenseFeatures(np.load(kept))
    encoded = cache(lambda query: features.topic(encoder.encode_queries([query])[0]))
    return features, encoded
