"""Strategies that choose the pairs of a pool, and the orders in which they judge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from benchmarks.active.collections import collection_named, word_features
from benchmarks.active.kept import kept_arrays
from benchmarks.active.runs import runs_on
from benchmarks.active.simulating import IN_BATCHES, ONE_BY_ONE, Pace, judged_order
from regrade.active.bandits import MaxMean, MoveToFront
from regrade.active.continual import Continual
from regrade.active.features import PassageVectors
from regrade.active.orders import ByDepth, ByStratum, Fused, Stratum, Uniform, retrieved
from regrade.active.row_kernel import Rows
from regrade.active.strategy import Ordinals, Strategy
from regrade.fusion import Fusion, Scored, fuse

MOST = 200  # judgments a topic
COLLECTIONS = ("Vaswani", "CACM", "Cranfield", "DL19", "DL20")
STRATA = (Stratum(10, 1.0), Stratum(50, 0.3), Stratum(100, 0.1))


class Given(NamedTuple):
    """What a strategy may know of a topic before the first judgment."""

    features: PassageVectors
    row: Rows
    rankings: Sequence[Ordinals]

    @property
    def union(self) -> Ordinals:
        return retrieved(self.rankings).passages


class Pooling(NamedTuple):
    """A strategy for every topic.

    Attributes:
        draws: whether it draws, so that seeds differ.
    """

    strategy: Callable[[Given], Strategy]
    draws: bool = True
    pace: Pace = ONE_BY_ONE


def fused_order(rankings: Sequence[Ordinals]) -> Ordinals:
    """All passages of the rankings by RRF, which looks at ranks alone."""
    ranked = [Scored(one, np.zeros(one.size)) for one in rankings]
    return fuse(ranked, Fusion("rrf"), depth=None).passages


POOLINGS: Mapping[str, Pooling] = MappingProxyType(
    {
        "CAL": Pooling(lambda given: Continual(given.features, given.row), pace=IN_BATCHES),
        "CAL in the runs": Pooling(
            lambda given: Continual(given.features, given.row, among=given.union), pace=IN_BATCHES
        ),
        "MTF": Pooling(lambda given: MoveToFront(given.rankings)),
        "MaxMean": Pooling(lambda given: MaxMean(given.rankings)),
        "RRF": Pooling(lambda given: Fused(fused_order(given.rankings)), draws=False),
        "depth": Pooling(lambda given: ByDepth(given.rankings), draws=False),
        "strata": Pooling(lambda given: ByStratum(given.rankings, STRATA)),
        "uniform": Pooling(lambda given: Uniform(given.union)),
    }
)


def orders_of(name: str, pooling: str, seed: int) -> list[Ordinals]:
    """The order judged by topic, at most 200."""
    return kept_arrays(f"{name}-{pooling}-{seed}", partial(_simulated, name, pooling, seed))


def _simulated(name: str, pooling: str, seed: int) -> Iterator[Ordinals]:
    features, runs, (make, _, pace) = word_features(name), runs_on(name), POOLINGS[pooling]
    for place, topic in enumerate(collection_named(name).topics):
        given = Given(features, features.topic(topic.query), runs.of_topic(place))
        yield judged_order(make(given), topic, MOST, 1000 * seed, pace)
