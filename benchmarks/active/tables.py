"""Tables of strategies at equal cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from benchmarks.active.agreement import MEASURES
from benchmarks.active.collections import collection_named
from benchmarks.active.comparing import BUDGETS, Conclusion, conclusions, recalls, seeds_of, truth
from benchmarks.active.pooling import COLLECTIONS, POOLINGS
from benchmarks.active.runs import runs_on
from benchmarks.running.tables import Cell, Table
from regrade.active.orders import retrieved
from regrade.measures.labels import Floats

BASE = "CAL"
DETAILED = (20, 50)  # judgments a topic, for precision and recall of significant pairs
Values = Callable[[str, str, range], Floats]  # of a collection, a strategy and seeds, by budget


def strategies(n_seeds: int, seed: int) -> Iterator[Table]:
    seeds = range(seed, seed + n_seeds)
    yield _collections()
    kinds: dict[str, Values] = {"Recall": _recalls}
    for measure in MEASURES:
        kinds[f"Kendall's tau by {measure}"] = partial(_taus, measure)
    for measure in MEASURES:
        kinds[f"F1 of significant pairs by {measure}"] = partial(_f1, measure)
    for title, values in kinds.items():
        yield _means_over_collections(title, values, seeds)
    for title, values in kinds.items():
        yield _by_collection(title, values, seeds)
    yield _differences(seeds)
    yield _precision_and_recall(seeds)


def _collections() -> Table:
    rows: list[Sequence[Cell]] = []
    for name in COLLECTIONS:
        collection, runs = collection_named(name), runs_on(name)
        n_relevant = [len(topic.relevant) for topic in collection.topics]
        unions = [retrieved(runs.of_topic(t)).passages for t in range(len(n_relevant))]
        held = [
            np.isin([*topic.relevant], union).mean()
            for topic, union in zip(collection.topics, unions, strict=True)
        ]
        counts = [len(collection.texts), len(n_relevant), float(np.mean(n_relevant))]
        sizes, shares = float(np.mean([one.size for one in unions])), float(np.mean(held))
        signs = [truth(name)[one].signs for one in MEASURES]
        significant = [f"{np.count_nonzero(one)} of {one.size}" for one in signs]
        rows.append([name, *counts, len(runs.names), sizes, shares, *significant])
    headers = ("collection", "passages", "topics", "relevant", "runs", "in the runs")
    pairs = (f"pairs by {measure}" for measure in MEASURES)
    return Table(
        "Collections: means over topics, and significant pairs of runs under all labels",
        (*headers, "share of relevant", *pairs),
        rows,
    )


def _recalls(name: str, pooling: str, seeds: range) -> Floats:
    found = [recalls(name, pooling, seed).mean(axis=0) for seed in seeds_of(pooling, seeds)]
    return np.asarray(np.mean(found, axis=0))


def _taus(measure: str, name: str, pooling: str, seeds: range) -> Floats:
    return _mean(lambda one: one.tau, measure, name, pooling, seeds)


def _f1(measure: str, name: str, pooling: str, seeds: range) -> Floats:
    return _mean(lambda one: one.agreement.f1, measure, name, pooling, seeds)


def _mean(
    of: Callable[[Conclusion], float], measure: str, name: str, pooling: str, seeds: range
) -> Floats:
    rows = [
        [of(by_measure[measure]) for by_measure in conclusions(name, pooling, seed)]
        for seed in seeds_of(pooling, seeds)
    ]
    return np.asarray(np.mean(rows, axis=0))


def _means_over_collections(title: str, values: Values, seeds: range) -> Table:
    rows: list[Sequence[Cell]] = []
    for pooling in POOLINGS:
        found = [values(name, pooling, seeds) for name in COLLECTIONS]
        rows.append([pooling, *np.mean(found, axis=0).tolist()])
    headers = ("strategy", *(f"at {budget}" for budget in BUDGETS))
    return Table(f"{title}: means of five collections", headers, rows)


def _by_collection(title: str, values: Values, seeds: range) -> Table:
    rows: list[Sequence[Cell]] = [
        [name, pooling, *values(name, pooling, seeds).tolist()]
        for name in COLLECTIONS
        for pooling in POOLINGS
    ]
    headers = ("collection", "strategy", *(f"at {budget}" for budget in BUDGETS))
    return Table(f"{title}, by collection", headers, rows)


def _differences(seeds: range) -> Table:
    """Differences of the same topics, with their standard error over topics."""
    rows: list[Sequence[Cell]] = []
    for name in COLLECTIONS:
        base = _by_topic(name, BASE, seeds)
        for pooling in POOLINGS:
            if pooling != BASE:
                apart = base - _by_topic(name, pooling, seeds)
                errors = apart.std(axis=0, ddof=1) / np.sqrt(len(apart))
                pairs = zip(apart.mean(axis=0), errors, strict=True)
                rows.append([name, pooling, *(f"{mean:.3f} ({se:.3f})" for mean, se in pairs)])
    return Table(
        f"Recall of {BASE} less that of others, with standard errors over topics",
        ("collection", "less", *(f"at {budget}" for budget in BUDGETS)),
        rows,
    )


def _by_topic(name: str, pooling: str, seeds: range) -> Floats:
    found = [recalls(name, pooling, seed) for seed in seeds_of(pooling, seeds)]
    return np.asarray(np.mean(found, axis=0))


def _precision_and_recall(seeds: range) -> Table:
    rows: list[Sequence[Cell]] = []
    for name in COLLECTIONS:
        for pooling in POOLINGS:
            for measure in MEASURES:
                row: list[Cell] = [name, pooling, measure]
                for budget in DETAILED:
                    row += _detail(measure, budget, name, pooling, seeds)
                rows.append(row)
    headers = [f"{kind} at {n}" for n in DETAILED for kind in ("precision", "recall", "opposite")]
    title = "Significant pairs of the pool: precision, recall, and pairs with the other run ahead"
    return Table(title, ("collection", "strategy", "measure", *headers), rows)


def _detail(measure: str, budget: int, name: str, pooling: str, seeds: range) -> list[Cell]:
    """Over seeds together: precision, recall, and opposite pairs a seed."""
    place = BUDGETS.index(budget)
    found = [
        conclusions(name, pooling, seed)[place][measure].agreement
        for seed in seeds_of(pooling, seeds)
    ]
    n_full, n_pool, n_both, n_opposite = np.sum(found, axis=0).tolist()
    precision = n_both / n_pool if n_pool else None
    return [precision, n_both / n_full, n_opposite / len(found)]
