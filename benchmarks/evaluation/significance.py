"""How long tests of runs take, on values drawn at random."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from benchmarks.running.tables import Table
from benchmarks.running.timing import time_in_turn
from regrade.significance import SYSTEM_TESTS, TESTS, PairOptions, SystemOptions
from regrade.significance.paired.sign_flips import flip_p_values

N_SYSTEMS, N_TOPICS, N_RESAMPLES = 50, 100, 10_000
N_TOPICS_OF_MS_MARCO = 6980
N_OF_SCIPY = 5  # pairs that scipy is given; the row says so


def significance_table(n_rounds: int) -> Table:
    """All pairs of fifty systems over a hundred topics, and one pair over thousands of topics."""
    rng = np.random.default_rng(5)
    options = PairOptions(n_resamples=N_RESAMPLES, bounds=(-0.05, 0.05))
    values, many = rng.random((N_SYSTEMS, N_TOPICS)), rng.random((2, N_TOPICS_OF_MS_MARCO))
    pairs = list(combinations(values, 2))
    all_of_them = f"{len(pairs):,} pairs, {N_TOPICS} topics"
    resampled = SystemOptions(n_resamples=N_RESAMPLES)

    def every_pair(name: str) -> None:
        for baseline, run in pairs:
            TESTS[name](baseline, run, options=options)

    actions: dict[str, Callable[[], object]] = {
        f"randomization, {all_of_them}": partial(_flip_every_pair, values),
        f"scipy.stats.permutation_test, {N_OF_SCIPY} pairs, {N_TOPICS} topics": (
            lambda: _by_scipy(values[: N_OF_SCIPY + 1])
        ),
    }
    for name in ("t", "wilcoxon"):
        actions[f"{name}, {all_of_them}"] = partial(every_pair, name)
    for name, test in SYSTEM_TESTS.items():
        actions[f"{name}, {all_of_them}"] = partial(test, values, options=resampled)
    for name in ("randomization", "bootstrap", "wilcoxon"):
        big = f"{name}, 1 pair, {N_TOPICS_OF_MS_MARCO:,} topics"
        actions[big] = partial(TESTS[name], *many, options=options)
    steps = time_in_turn(actions, n_rounds)
    rows = [(s.name, s.median_s, max(s.wall_s), s.median_cpu_s) for s in steps.values()]
    return Table("Tests of runs", ("what", "s", "most", "CPU s"), rows)


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
