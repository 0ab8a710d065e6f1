"""What strategies find at equal cost, and what their labels say about runs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import numpy as np

from benchmarks.active.agreement import (
    Agreement,
    agreement,
    labels_of,
    scores,
    significant_signs,
    tau,
)
from benchmarks.active.collections import collection_named
from benchmarks.active.pooling import POOLINGS, orders_of
from benchmarks.active.runs import runs_on
from benchmarks.active.simulating import recall_at
from regrade.measures.labels import Floats, Ints

BUDGETS = (10, 20, 50, 100, 200)  # judgments a topic


class Conclusion(NamedTuple):
    """What one measure says about the runs under a pool's labels, against all labels."""

    tau: float
    agreement: Agreement


class Truth(NamedTuple):
    """Values of the runs under all labels, shape (n_runs, n_topics), and which pairs differ."""

    values: Floats
    signs: Ints


@cache
def truth(name: str) -> Mapping[str, Truth]:
    """By measure."""
    found = scores(runs_on(name).rankings, labels_of(collection_named(name), None))
    return {measure: Truth(values, significant_signs(values)) for measure, values in found.items()}


@cache
def conclusions(name: str, pooling: str, seed: int) -> list[Mapping[str, Conclusion]]:
    """By budget and measure."""
    orders = orders_of(name, pooling, seed)
    found = list[Mapping[str, Conclusion]]()
    for budget in BUDGETS:
        labels = labels_of(collection_named(name), [order[:budget] for order in orders])
        values = scores(runs_on(name).rankings, labels)
        found.append({one: _concluded(truth(name)[one], values[one]) for one in values})
    return found


def _concluded(full: Truth, values: Floats) -> Conclusion:
    return Conclusion(tau(full.values, values), agreement(full.signs, significant_signs(values)))


@cache
def recalls(name: str, pooling: str, seed: int) -> Floats:
    """shape (n_topics, n_budgets)."""
    pairs = zip(orders_of(name, pooling, seed), collection_named(name).topics, strict=True)
    return np.array([recall_at(order, topic, BUDGETS) for order, topic in pairs])


def seeds_of(pooling: str, seeds: range) -> range:
    """Those that make a difference: one where the strategy draws nothing."""
    return seeds if POOLINGS[pooling].draws else seeds[:1]
