"""One topic's rankings and labels, small and random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from regrade.active.strategy import Judged, Ordinals, Strategy


class Topic(NamedTuple):
    rankings: list[Ordinals]
    is_relevant: np.ndarray[tuple[int], np.dtype[np.bool_]]  # by ordinal


def ordinals(*given: int) -> Ordinals:
    return np.array(given, np.int64)


def judged(relevant: dict[int, bool], waiting: Sequence[int] = ()) -> Judged:
    labels = np.array(list(relevant.values()), np.bool_)
    return Judged(ordinals(*relevant), labels, ordinals(*waiting))


def random_topic(seed: int, n_runs: int = 4, n_passages: int = 30, depth: int = 12) -> Topic:
    """Runs of which some are better than others, and some shorter."""
    rng = np.random.default_rng(seed)
    is_relevant = rng.random(n_passages) < 0.3
    rankings = []
    for run in range(n_runs):
        scores = rng.random(n_passages) + is_relevant * run / n_runs
        rankings.append(np.argsort(-scores)[: rng.integers(1, depth + 1)].astype(np.int64))
    return Topic(rankings, is_relevant)


def partly_judged(topic: Topic, seed: int) -> Judged:
    """Some passages with their labels, in a random order, and some that wait; one of no run."""
    rng = np.random.default_rng([seed, 1])
    order = rng.permutation(topic.is_relevant.size + 1).astype(np.int64)
    passages, waiting = order[: rng.integers(0, 12)], order[12 : 12 + rng.integers(0, 6)]
    is_relevant = np.append(topic.is_relevant, True)[passages]
    return Judged(passages, is_relevant, waiting)


def one_by_one(strategy: Strategy, before: Judged, n: int, seed: int) -> list[int]:
    """As many choices of one passage, none of which is judged in between."""
    for _ in range(n):
        chosen = strategy.choose(before, 1, seed)
        before = before._replace(waiting=np.append(before.waiting, chosen))
    return list(before.waiting[-n:].tolist()) if n else []
