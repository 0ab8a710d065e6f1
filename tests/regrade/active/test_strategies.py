"""Properties of every strategy that follows rankings, over random topics."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from regrade.active.bandits import MaxMean, MoveToFront
from regrade.active.orders import ByDepth, ByStratum, Fused, Stratum, Uniform
from regrade.active.strategy import NOTHING, Strategy
from tests.regrade.active.topics import (
    Topic,
    judged,
    one_by_one,
    ordinals,
    partly_judged,
    random_topic,
)

SEEDS = range(25)
ALL = 10_000
STRATA = [Stratum(3, 1.0), Stratum(8, 0.5), Stratum(12, 0.25)]
STRATEGIES: dict[str, Callable[[Topic], Strategy]] = {
    "depth": lambda topic: ByDepth(topic.rankings),
    "fused": lambda topic: Fused(topic.rankings[0]),
    "uniform": lambda topic: Uniform(np.unique(np.concatenate(topic.rankings))),
    "stratum": lambda topic: ByStratum(topic.rankings, STRATA),
    "max-mean": lambda topic: MaxMean(topic.rankings),
    "max-mean-ns": lambda topic: MaxMean(topic.rankings, rate=0.0),
    "move-to-front": lambda topic: MoveToFront(topic.rankings),
}
# These judge all that there is in the end.
EXHAUSTIVE = ("depth", "uniform", "max-mean", "max-mean-ns", "move-to-front")


@pytest.mark.parametrize("name", STRATEGIES)
def test_no_passage_is_chosen_twice_or_when_seen(name: str) -> None:
    for seed in SEEDS:
        topic = random_topic(seed)
        before = partly_judged(topic, seed)
        chosen = STRATEGIES[name](topic).choose(before, ALL, seed)
        assert len(set(chosen.tolist())) == chosen.size
        assert not np.isin(chosen, before.seen).any()
        assert chosen.dtype == np.int64


@pytest.mark.parametrize("name", EXHAUSTIVE)
def test_all_that_is_left_is_chosen_in_the_end(name: str) -> None:
    for seed in SEEDS:
        topic = random_topic(seed)
        before = partly_judged(topic, seed)
        chosen = STRATEGIES[name](topic).choose(before, ALL, seed)
        left = np.setdiff1d(np.concatenate(topic.rankings), before.seen)
        assert sorted(chosen.tolist()) == left.tolist()


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_batch_is_as_many_choices_of_one(name: str) -> None:
    for seed in SEEDS:
        topic = random_topic(seed)
        before = partly_judged(topic, seed)
        strategy = STRATEGIES[name](topic)
        batch = strategy.choose(before, 5, seed).tolist()
        assert batch == one_by_one(strategy, before, len(batch), seed)
        assert batch == STRATEGIES[name](topic).choose(before, 5, seed).tolist()


@pytest.mark.parametrize("name", ["uniform", "stratum", "max-mean", "move-to-front"])
def test_what_is_drawn_follows_from_the_seed(name: str) -> None:
    strategy = STRATEGIES[name](random_topic(1))
    found = {tuple(strategy.choose(NOTHING, 8, seed).tolist()) for seed in SEEDS}
    assert len(found) > 1


@pytest.mark.parametrize("name", STRATEGIES)
def test_nothing_is_chosen_where_nothing_is_asked_or_left(name: str) -> None:
    strategy = STRATEGIES[name](random_topic(1))
    empty = STRATEGIES[name](Topic([ordinals()], np.zeros(0, np.bool_)))
    assert strategy.choose(NOTHING, 0, 1).size == 0
    assert empty.choose(judged({1: True}), 3, 1).size == 0
