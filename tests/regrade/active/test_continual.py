from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from regrade.active.building import build_features
from regrade.active.continual import Continual, best
from regrade.active.features import PassageVectors
from regrade.active.learners import LEARNERS, Model, Pairwise
from regrade.active.pairwise import Pegasos
from regrade.active.row_kernel import Rows
from regrade.active.strategy import NOTHING, Judged, Ordinals

N = 40
TEXTS = [f"{'tea' if i % 4 == 0 else 'dog'} {'cup' if i % 2 else 'house'}" for i in range(N)]
FEATURES = build_features(TEXTS)
TOPIC = FEATURES.topic("tea")
QUICK = Pairwise(Pegasos(2_000))


def judged(relevant: list[int], other: list[int], waiting: list[int] | None = None) -> Judged:
    labels = np.array([True] * len(relevant) + [False] * len(other))
    return Judged(np.array(relevant + other, np.int64), labels, np.array(waiting or [], np.int64))


@dataclass
class Watched:
    """Keeps what it is given, and scores all passages alike."""

    given: list[tuple[list[int], list[int], int]] = field(default_factory=list)

    def fit(
        self,
        features: PassageVectors,
        positives: Ordinals,
        negatives: Ordinals,
        topic: Rows,
        seed: int,
    ) -> Model:
        self.given.append((positives.tolist(), negatives.tolist(), seed))
        return Model(np.zeros(features.n_terms))


def test_the_best_that_nobody_saw_are_chosen() -> None:
    chosen = Continual(FEATURES, TOPIC, QUICK).choose(judged([0, 4], [1], [8]), 7, 1)
    assert sorted(chosen.tolist()) == [12, 16, 20, 24, 28, 32, 36]


def test_equal_scores_come_by_ordinal() -> None:
    chosen = Continual(FEATURES, TOPIC, Watched()).choose(judged([1], [3], [0]), 4, 1)
    assert chosen.tolist() == [2, 4, 5, 6]


def test_all_judgments_train_with_negatives_drawn_from_the_unseen() -> None:
    learner = Watched()
    strategy = Continual(FEATURES, TOPIC, learner, n_negatives=5)
    for seed in (1, 2, 1):
        strategy.choose(judged([4, 0], [7, 1], [9]), 1, seed)

    [(positives, negatives, _), other, again] = learner.given
    assert (positives, negatives[:2]) == ([4, 0], [7, 1])
    assert len(set(negatives)) == 7
    assert not set(negatives[2:]) & {4, 0, 7, 1, 9}
    assert learner.given[0] == again != other


def test_fewer_negatives_are_drawn_where_fewer_are_left() -> None:
    learner = Watched()
    Continual(FEATURES, TOPIC, learner).choose(judged([], [*range(30)]), 1, 1)
    assert sorted(learner.given[0][1]) == [*range(N)]


def test_only_those_among_are_chosen_though_all_train() -> None:
    learner = Watched()
    strategy = Continual(FEATURES, TOPIC, learner, among=np.array([9, 3, 5]))
    assert strategy.choose(judged([3], []), 10, 1).tolist() == [5, 9]
    assert len(learner.given[0][1]) == N - 1


def test_nothing_is_chosen_where_nothing_is_left() -> None:
    strategy = Continual(FEATURES, TOPIC, QUICK)
    step = strategy.step(judged([*range(N)], []), 5, 1)
    assert (step.chosen.tolist(), step.model_hash, step.scores.size) == ([], "", 0)
    assert strategy.choose(NOTHING, 0, 1).tolist() == []
    assert strategy.choose(judged([*range(1, N)], []), 5, 1).tolist() == [0]


@pytest.mark.parametrize("learner", LEARNERS.values())
def test_the_same_step_gives_the_same_bytes(learner: Pairwise) -> None:
    strategy = Continual(FEATURES, TOPIC, learner)
    once, again = (strategy.step(judged([0], [1, 2]), 9, 3) for _ in range(2))
    assert (once.chosen.tolist(), once.model_hash) == (again.chosen.tolist(), again.model_hash)
    assert once.scores.tobytes() == again.scores.tobytes()


def test_a_step_names_the_model_and_all_its_scores() -> None:
    step = Continual(FEATURES, TOPIC, QUICK).step(NOTHING, 3, 1)
    assert step.scores.shape == (N,)
    assert len(step.model_hash) == 32
    assert step.chosen.tolist() == best(step.scores, 3).tolist()


def test_best_gives_equal_scores_by_position() -> None:
    scores = np.array([1.0, 3.0, 2.0, 3.0, 2.0, 2.0])
    assert best(scores, 4).tolist() == [1, 3, 2, 4]
    assert best(scores, 9).tolist() == [1, 3, 2, 4, 5, 0]


def test_a_strategy_without_passages_is_refused() -> None:
    with pytest.raises(ValueError, match="0"):
        Continual(build_features([]), TOPIC)


def test_a_topic_without_weights_is_refused() -> None:
    with pytest.raises(ValueError, match="0"):
        Continual(FEATURES, TOPIC._replace(weights=np.zeros(1, np.float32)))


def test_a_strategy_without_drawn_negatives_is_refused() -> None:
    with pytest.raises(ValueError, match="-1"):
        Continual(FEATURES, TOPIC, n_negatives=-1)
