from __future__ import annotations

import numpy as np
import pytest

from regrade.active.building import build_features
from regrade.active.features import DenseFeatures, PassageVectors
from regrade.active.learners import LEARNERS, Model
from regrade.active.row_kernel import Rows

TEXTS = ["green tea", "tea leaves", "green leaves", "black dog", "dog house", "black house"]
WORDS = build_features(TEXTS)
VECTORS = DenseFeatures(WORDS.rows(np.arange(6)).weights.reshape(6, 2).repeat(3, axis=1))
CASES: list[tuple[PassageVectors, Rows]] = [
    (WORDS, WORDS.topic("tea")),
    (VECTORS, VECTORS.topic(VECTORS.vectors[0])),
]
TEA, DOG = np.array([0, 1]), np.array([3, 4])


def fitted(learner: str, features: PassageVectors, topic: Rows, seed: int = 1) -> Model:
    return LEARNERS[learner].fit(features, TEA, DOG, topic, seed)


@pytest.mark.parametrize("learner", LEARNERS)
def test_passages_like_the_relevant_ones_score_higher(learner: str) -> None:
    scores = fitted(learner, WORDS, WORDS.topic("tea")).scores(WORDS)
    assert min(scores[:3]) > max(scores[3:])


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize(("features", "topic"), CASES)
def test_fitting_again_gives_the_same_hash(
    learner: str, features: PassageVectors, topic: Rows
) -> None:
    once, again = (fitted(learner, features, topic) for _ in range(2))
    assert once.weights.shape == (features.n_terms,)
    assert once.weights.tobytes() == again.weights.tobytes()
    assert once.model_hash == again.model_hash


def test_the_hash_depends_on_weights_and_bias() -> None:
    models = [Model(np.array([0.0])), Model(np.array([-0.0])), Model(np.array([0.0]), 1.0)]
    assert len({model.model_hash for model in models}) == 3


@pytest.mark.parametrize("learner", LEARNERS)
def test_the_topic_alone_is_enough(learner: str) -> None:
    nothing = np.zeros(0, np.int64)
    model = LEARNERS[learner].fit(WORDS, nothing, DOG, WORDS.topic("tea"), 1)
    assert model.scores(WORDS).argmax() in TEA
