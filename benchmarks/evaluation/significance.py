"""How long tests of runs take, on values drawn at random."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable
from itertools import combinations
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from regrade.significance import TESTS, PairOptions
from regrade.significance.paired.sign_flips import flip_p_values

N_SYSTEMS, N_TOPICS, N_RESAMPLES = 50, 100, 10_000
N_TOPICS_OF_MS_MARCO = 6980
N_OF_SCIPY = 5  # pairs that scipy is given; the row says so


class Timing(NamedTuple):
    """Seconds of the clock and of the processor, and the most memory held beside the input."""

    what: str
    wall_s: float
    slowest_wall_s: float
    cpu_s: float
    peak_mb: float


def timings_of_pairs(n_rounds: int = 5) -> list[Timing]:
    """All pairs of fifty systems over a hundred topics, and one pair over thousands of topics."""
    rng = np.random.default_rng(5)
    options = PairOptions(n_resamples=N_RESAMPLES, bounds=(-0.05, 0.05))
    values, few = rng.random((N_SYSTEMS, N_TOPICS)), rng.random((N_SYSTEMS, 16))
    many = rng.random((2, N_TOPICS_OF_MS_MARCO))
    n_pairs = N_SYSTEMS * (N_SYSTEMS - 1) // 2
    big = f"1 pair, {N_TOPICS_OF_MS_MARCO:,} topics"

    def every_pair(name: str) -> None:
        for baseline, run in combinations(values, 2):
            TESTS[name](baseline, run, options=options)

    actions: dict[str, Callable[[], object]] = {
        f"randomization at once, {n_pairs:,} pairs, {N_TOPICS} topics": (
            lambda: _flip_every_pair(values)
        ),
        f"randomization at once, {n_pairs:,} pairs, 16 topics, all signings": (
            lambda: _flip_every_pair(few)
        ),
        f"scipy.stats.permutation_test, {N_OF_SCIPY} pairs, {N_TOPICS} topics": (
            lambda: _by_scipy(values[: N_OF_SCIPY + 1])
        ),
        f"t, {n_pairs:,} pairs, {N_TOPICS} topics": lambda: every_pair("t"),
        f"Wilcoxon, {n_pairs:,} pairs, {N_TOPICS} topics": lambda: every_pair("wilcoxon"),
        f"randomization, {big}": lambda: TESTS["randomization"](*many, options=options),
        f"bootstrap, {big}": lambda: TESTS["bootstrap"](*many, options=options),
        f"Wilcoxon, {big}": lambda: TESTS["wilcoxon"](*many, options=options),
    }
    return [timing(what, act, n_rounds) for what, act in actions.items()]


def timing(what: str, act: Callable[[], object], n_rounds: int) -> Timing:
    """Medians over rounds; memory is watched in a round of its own, which that slows."""
    tracemalloc.start()
    act()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    walls, cpus = [], []
    for _ in range(n_rounds):
        wall, cpu = time.perf_counter(), time.process_time()
        act()
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    return Timing(what, median(walls), max(walls), median(cpus), peak / 1e6)


def _flip_every_pair(values: NDArray[np.float64]) -> None:
    first, second = np.triu_indices(len(values), k=1)
    differences = values[second] - values[first]
    flip_p_values(differences, rng=np.random.default_rng(0), n_resamples=N_RESAMPLES)


def _by_scipy(values: NDArray[np.float64]) -> None:
    for run in values[1:]:
        stats.permutation_test(
            (run - values[0],),
            np.mean,
            permutation_type="samples",
            vectorized=True,
            n_resamples=N_RESAMPLES,
            rng=np.random.default_rng(0),
        )
