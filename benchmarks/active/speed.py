"""How long it takes to build features, and to train and choose once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.active.collections import collection_named
from benchmarks.running.tables import Table
from benchmarks.running.timing import time_in_turn
from regrade.active.building import build_features
from regrade.active.continual import Continual
from regrade.active.features import Features
from regrade.active.learners import LEARNERS
from regrade.active.strategy import Judged

Cell = str | float | int | None
SIZES = (100_000, 1_000_000)
N_JUDGED = (20, 500)
BATCH = 20
TAKEN_OVER = 0.7  # share of a text's words that are its passage's own
HEADERS = ("step", "passages", "wall", "processor")


def speed(n_rounds: int, seed: int) -> Table:
    rows: list[Sequence[Cell]] = []
    for n in SIZES:
        texts = [*islice(texts_like_passages(seed), n)]
        with TemporaryDirectory() as folder:
            build = {"build and save features": partial(_build, texts, Path(folder) / "kept")}
            steps = [*time_in_turn(build, 1).values()]
            opened = Features.open(Path(folder) / "kept")
            steps += time_in_turn(_steps(opened, seed), n_rounds).values()
        rows += [[step.name, n, step.median_s, step.median_cpu_s] for step in steps]
    return Table(f"Seconds, steps as medians of {n_rounds} rounds", HEADERS, rows)


def _build(texts: Sequence[str], folder: Path) -> None:
    build_features(texts).save(folder)


def texts_like_passages(seed: int) -> Iterator[str]:
    """Texts without end: a passage's words in another order, some of them other passages'."""
    rng = np.random.default_rng(seed)
    passages = [text.split() for text in collection_named("DL19").texts]
    words = np.array([word for passage in passages for word in passage], dtype=object)
    while True:
        for passage in passages:
            own = np.array(passage, dtype=object)
            is_own = rng.random(own.size) < TAKEN_OVER
            text = np.where(is_own, own, words[rng.integers(0, words.size, own.size)])
            yield " ".join(rng.permutation(text))


def _steps(features: Features, seed: int) -> dict[str, Callable[[], object]]:
    rng = np.random.default_rng(seed)
    topic = features.topic(collection_named("DL19").topics[0].query)
    steps: dict[str, Callable[[], object]] = {}
    for n_judged in N_JUDGED:
        passages = rng.choice(features.n_passages, n_judged, replace=False)
        judged = Judged(passages, rng.random(n_judged) < 0.3, np.zeros(0, np.int64))
        for name, learner in LEARNERS.items():
            strategy = Continual(features, topic, learner)
            strategy.choose(judged, BATCH, seed)  # imports and kernels are loaded
            steps[f"step of {name}, {n_judged} judged"] = partial(
                strategy.choose, judged, BATCH, seed
            )
    return steps
