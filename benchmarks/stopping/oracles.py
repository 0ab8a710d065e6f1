"""Stopping rules by buscarpy and tarexp, in a process of its own.

`python -m benchmarks.stopping.oracles N` prints N reviews drawn from seeds, each a line of JSON
with where these stop. It runs in the environment of benchmarks/requirements-stopping-oracles.txt,
which has nothing of Regrade's.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

N_BATCHES = 20
SIZES = (60, 200, 500)
PREVALENCES = (0.01, 0.05, 0.2, 0.5)
BIASES = (1, 5, 20)
TARGETS = (0.8, 0.9, 0.95, 0.99)
DEVIATIONS = (0.0, 2.0)
N_WITH_SCORES = 60  # reviews, whose scores are printed too


class Ledger(NamedTuple):
    """The numbers that tarexp's rules read, after some batches.

    tarexp's own ledger leaves the last round out of its counts. Rounds begin at 0, the seed.
    """

    n_docs: int
    labels: Sequence[Any]  # of each batch

    @property
    def n_rounds(self) -> int:
        return len(self.labels) - 1

    @property
    def n_annotated(self) -> int:
        return sum(map(len, self.labels))

    @property
    def n_pos_annotated(self) -> int:
        return int(sum(batch.sum() for batch in self.labels))

    @property
    def annotated(self) -> Any:
        return np.arange(self.n_docs) < self.n_annotated

    def getAnnotationCounts(self) -> list[dict[int, int]]:
        return [{1: int(batch.sum()), 0: int((~batch).sum())} for batch in self.labels]


class Scored(NamedTuple):
    """tarexp's workflow, as far as Quant reads it."""

    latest_scores: Any


def reviews(n: int) -> Iterator[dict[str, Any]]:
    """Reviews with the answers of both tools; the first is buscarpy's own example."""
    generate = import_module("buscarpy").generate_dataset
    example = np.asarray(generate(random_seed=0)["relevant"], bool)
    yield _answers(example, 1000, 0.95, None)
    for seed in range(1, n):
        rng = np.random.default_rng(seed)
        size, prevalence, bias, target = map(rng.choice, (SIZES, PREVALENCES, BIASES, TARGETS))
        labels = np.asarray(generate(int(size), prevalence, bias, seed)["relevant"], bool)
        scores = _scores(labels, rng) if seed <= N_WITH_SCORES else None
        yield _answers(labels, int(size) // N_BATCHES, float(target), scores)


def _scores(labels: Any, rng: Any) -> list[list[float]]:
    """Probabilities after each batch: the later, the higher those of relevant passages."""
    apart = np.linspace(0, 4, N_BATCHES)[:, None] * (labels - 0.5)
    logits = apart + rng.normal(size=(N_BATCHES, labels.size)) - 1.5
    return [[round(float(p), 6) for p in row] for row in 1 / (1 + np.exp(-logits))]


def _answers(labels: Any, batch: int, target: float, scores: Any) -> dict[str, Any]:
    batches = [labels[begin : begin + batch] for begin in range(0, labels.size, batch)]
    least = import_module("buscarpy").retrospective_h0(
        labels.astype(int), labels.size, target, batch_size=batch, plot=False
    )
    return {
        "is_relevant": "".join("01"[int(label)] for label in labels),
        "batches": [len(each) for each in batches],
        "target": target,
        "ends": least["batch_sizes"].tolist(),
        "p": [None if np.isnan(p) else float(p) for p in least["p"]],
        "scores": scores,
        "stops": _by_tarexp(batches, labels.size, target, scores),
    }


def _by_tarexp(batches: Sequence[Any], n_docs: int, target: float, scores: Any) -> dict[str, Any]:
    rules = import_module("tarexp.component.stopping")
    plain = {
        "knee": rules.KneeStoppingRule(),
        "budget": rules.BudgetStoppingRule(),
        "half": rules.ReviewHalfStoppingRule(),
        "rule_2399": rules.Rule2399StoppingRule(),
        "batch_precision": rules.BatchPrecStoppingRule(),
        "batch_precision_3": rules.BatchPrecStoppingRule(prec_cutoff=0.1, slack=3),
    }
    stops = {name: _first(batches, partial(_stops, rule, n_docs)) for name, rule in plain.items()}
    for n in DEVIATIONS if scores else ():
        stops_here = partial(_stops, rules.QuantStoppingRule(target, n), n_docs, scores=scores)
        stops["quant_ci" if n else "quant"] = _first(batches, stops_here)
    return stops


def _stops(rule: Any, n_docs: int, held: Sequence[Any], scores: Any = None) -> bool:
    latest = Scored(np.array(scores[len(held) - 1])) if scores else None
    return bool(rule.checkStopping(Ledger(n_docs, held), latest))


def _first(batches: Sequence[Any], stops: Callable[[Sequence[Any]], bool]) -> int | None:
    """Passages judged where a rule stops for the first time."""
    for n in range(1, len(batches) + 1):
        if stops(batches[:n]):
            return sum(map(len, batches[:n]))
    return None


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    for review in reviews(int(sys.argv[1])):
        sys.stdout.write(json.dumps(review) + "\n")
