from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from regrade.active import pairwise
from regrade.active.building import build_features
from regrade.active.continual import Continual
from regrade.active.features import DenseFeatures, Features, PassageVectors
from regrade.active.learners import Model, Pairwise
from regrade.active.pairwise import DEFAULTS, Pegasos, stacked, train_pairwise
from regrade.active.row_kernel import Rows
from regrade.active.strategy import NOTHING, Judged, Ordinals
from tests.real.real_data import DATA, needs_real_data
from tests.regrade.active.plain_pairwise import Floats, dense, plain_train
from tests.small_collections import load
from tests.tiers import thorough

FEW = Pegasos(n_steps=1_000)
VECTORS = DenseFeatures(np.random.default_rng(7).normal(size=(8, 6)).astype(np.float32))
HIGH, LOW = VECTORS.rows(np.arange(3)), VECTORS.rows(np.arange(3, 8))


def plain(high: Rows, low: Rows, n_terms: int, seed: int, options: Pegasos) -> Floats:
    """Over the terms that occur, so that a step is quick."""
    present = np.union1d(high.terms, low.terms)
    weights = np.zeros(n_terms)
    positives, negatives = (dense(rows, n_terms)[:, present] for rows in (high, low))
    weights[present] = plain_train(positives, negatives, seed, options)
    return weights


@pytest.mark.parametrize("most_products", [0, 1000])
@pytest.mark.parametrize("regularization", [1e-4, 1e-9, 1.0])
def test_weights_are_those_of_the_plain_formula(
    most_products: int, regularization: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = Pegasos(3_000, regularization)
    monkeypatch.setattr(pairwise, "MOST_PRODUCTS", most_products)
    wanted = plain(HIGH, LOW, 6, 1, options)
    found = train_pairwise(HIGH, LOW, 6, 1, options)
    np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-9 * abs(wanted).max())


def test_training_again_gives_the_same_bytes() -> None:
    once, again, other = (train_pairwise(HIGH, LOW, 6, seed).tobytes() for seed in (1, 1, 2))
    assert once == again != other


def test_terms_that_no_row_has_weigh_nothing() -> None:
    assert train_pairwise(HIGH, LOW, 8, 1)[6:].tolist() == [0, 0]


@dataclass(frozen=True)
class Plain:
    """The formula as a learner."""

    options: Pegasos

    def fit(
        self,
        features: PassageVectors,
        positives: Ordinals,
        negatives: Ordinals,
        topic: Rows,
        seed: int,
    ) -> Model:
        high, low = stacked([topic, features.rows(positives)]), features.rows(negatives)
        return Model(plain(high, low, features.n_terms, seed, self.options))


@cache
def features_of(name: str) -> Features:
    return build_features(load(DATA, name).texts.values())


def assert_steps_are_equal(name: str, topics: Iterable[int], options: Pegasos) -> None:
    """Five steps of ten passages for each of some topics, each passage labelled by a coin."""
    features, queries = features_of(name), [*load(DATA, name).queries.values()]
    for at in topics:
        topic, coin, judged = features.topic(queries[at]), np.random.default_rng(at), NOTHING
        for seed in range(5):
            ours = Continual(features, topic, Pairwise(options)).step(judged, 10, seed)
            wanted = Continual(features, topic, Plain(options)).step(judged, 10, seed)
            np.testing.assert_array_equal(ours.chosen, wanted.chosen)
            np.testing.assert_allclose(ours.scores, wanted.scores, rtol=1e-9, atol=1e-9)
            labels = np.concatenate([judged.is_relevant, coin.random(10) < 0.4])
            passages = np.concatenate([judged.passages, ours.chosen])
            judged = Judged(passages, labels, judged.waiting)


@needs_real_data
def test_steps_on_real_texts_are_those_of_the_plain_formula() -> None:
    assert_steps_are_equal("Cranfield", range(1), FEW)


@thorough
@needs_real_data
@pytest.mark.parametrize("name", ["Vaswani", "CACM", "Cranfield"])
def test_full_steps_are_those_of_the_plain_formula(name: str) -> None:
    """Five of the 210 steps that were compared once: the plain formula takes four seconds each."""
    assert_steps_are_equal(name, range(1), DEFAULTS)
