"""MaxMean and move-to-front: cases worked by hand, and MaxMean against a plain count."""

from __future__ import annotations

import numpy as np
import pytest

from regrade.active.bandits import MaxMean, MoveToFront
from regrade.active.strategy import NOTHING, Judged, Ordinals
from tests.regrade.active.topics import judged, ordinals, partly_judged, random_topic

A, B, C = ordinals(1, 2, 3, 4), ordinals(5, 6, 7), ordinals(8, 2, 9)
SEEDS = range(20)


def counted(rankings: list[Ordinals], before: Judged, rate: float) -> list[float]:
    """Posterior means, label by label."""
    relevant, seen = [0.0] * len(rankings), [0.0] * len(rankings)
    for passage, label in zip(before.passages, before.is_relevant, strict=True):
        for run, ranking in enumerate(rankings):
            if passage in ranking:
                relevant[run] = rate * relevant[run] + label
                seen[run] = rate * seen[run] + 1
    return [(r + 1) / (j + 2) for r, j in zip(relevant, seen, strict=True)]


@pytest.mark.parametrize("rate", [1.0, 0.9, 0.0])
def test_means_are_those_of_a_plain_count(rate: float) -> None:
    for seed in SEEDS:
        topic = random_topic(seed)
        before = partly_judged(topic, seed)
        found = MaxMean(topic.rankings, rate).means(before)
        np.testing.assert_allclose(found, counted(topic.rankings, before, rate), rtol=1e-12)


def test_the_run_of_the_highest_mean_gives_its_next_passage() -> None:
    """A has 2 of 2 relevant: 3/4. B has 0 of 1: 1/3. C has 1 of 2, for 2 is its own too: 1/2."""
    before = judged({1: True, 2: True, 5: False, 8: False})
    bandit = MaxMean([A, B, C])
    np.testing.assert_allclose(bandit.means(before), [3 / 4, 1 / 3, 1 / 2])
    assert bandit.choose(before, 9, 0).tolist() == [3, 4, 9, 6, 7]


def test_only_the_last_label_counts_at_rate_0() -> None:
    """A ends with a failure, B with a success."""
    before = judged({1: True, 2: True, 3: False, 5: False, 6: True})
    bandit = MaxMean([A, B], rate=0.0)
    np.testing.assert_allclose(bandit.means(before), [1 / 3, 2 / 3])
    assert bandit.choose(before, 9, 0).tolist() == [7, 4]


def test_runs_of_equal_mean_are_drawn_anew_for_each_passage() -> None:
    batches = {tuple(MaxMean([A, B]).choose(NOTHING, 3, seed).tolist()) for seed in range(60)}
    assert {(1, 2, 3), (1, 5, 2), (5, 1, 6), (5, 6, 7)} <= batches


@pytest.mark.parametrize("rate", [-0.1, 1.1])
def test_a_rate_outside_its_range_is_refused(rate: float) -> None:
    with pytest.raises(ValueError, match="rate"):
        MaxMean([A], rate)


def test_move_to_front_stays_with_a_run_while_it_finds() -> None:
    before = judged({1: True, 5: True})
    firsts = {int(MoveToFront([A, B]).choose(before, 1, seed)[0]) for seed in SEEDS}
    assert firsts == {2, 6}


@pytest.mark.parametrize("seed", SEEDS)
def test_move_to_front_leaves_a_run_that_fails(seed: int) -> None:
    """If A came first it failed at 2, if B came first it has no label at 5."""
    before = judged({1: True, 2: False})
    assert MoveToFront([A, B]).choose(before, 1, seed).tolist() == [5]


@pytest.mark.parametrize("seed", SEEDS)
def test_move_to_front_comes_back_when_all_have_failed(seed: int) -> None:
    """A has failed at 1 and B at 5 in either order; then A fails again, so B goes on."""
    before = judged({1: False, 5: False, 2: False})
    assert MoveToFront([A, B]).choose(before, 9, seed).tolist() == [6, 7, 3, 4]
    found = judged({1: False, 2: False, 5: False, 6: True}, waiting=[3])
    assert MoveToFront([A, B]).choose(found, 9, seed).tolist() == [7, 4]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_passage_of_two_runs_is_a_failure_of_one_alone(seed: int) -> None:
    """The run that comes to 2 first falls back, and so does C at 8; the other passes over 2."""
    runs = [ordinals(2, 3), ordinals(2, 4), ordinals(8, 9)]
    chosen = MoveToFront(runs).choose(judged({2: False, 8: False}), 1, seed)
    assert chosen.tolist() in ([3], [4])
