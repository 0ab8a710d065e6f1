"""How long it takes to test many systems at once and to correlate orders of systems."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy import stats

from benchmarks.evaluation.significance import Timing, timing
from regrade.significance import (
    RANK_CORRELATIONS,
    SYSTEM_TESTS,
    RankOptions,
    SystemOptions,
    correlate_systems,
    two_way_anova,
)

N_SYSTEMS, N_TOPICS, N_RESAMPLES = 50, 100, 10_000
GROWTH = (25, 50, 100)
ROWS_AT_ONCE = 1 << 16


def timings_of_systems(n_rounds: int = 5) -> list[Timing]:
    """Fifty systems on a hundred topics, all 1,225 pairs, beside what no program can save.

    The permutations need as many random numbers as there are values, whatever is done with
    them: to draw and to sort these is the limit that the randomized tests are held against.
    """
    actions = _limits() | _families() | _growth() | _correlations()
    return [timing(what, act, n_rounds) for what, act in actions.items()]


def _limits() -> dict[str, Callable[[], object]]:
    n = N_SYSTEMS * N_TOPICS * N_RESAMPLES
    return {
        f"only to draw {n:,} random numbers": lambda: _draw(n, sort=False),
        f"only to draw {n:,} random numbers and sort them by {N_SYSTEMS}": lambda: _draw(
            n, sort=True
        ),
    }


def _families() -> dict[str, Callable[[], object]]:
    values = _values(N_SYSTEMS)
    size = f"{N_SYSTEMS} systems, {N_TOPICS} topics"

    def test(name: str) -> Callable[[], object]:
        return lambda: SYSTEM_TESTS[name](values, options=SystemOptions(n_resamples=N_RESAMPLES))

    actions = {f"{name}, {size}": test(name) for name in SYSTEM_TESTS}
    actions[f"two-way analysis of variance, {size}"] = lambda: two_way_anova(values)
    actions[f"scipy.stats.tukey_hsd (unpaired), {size}"] = lambda: stats.tukey_hsd(*values)
    return actions


def _growth() -> dict[str, Callable[[], object]]:
    def test(n_systems: int) -> Callable[[], object]:
        values = _values(n_systems)
        return lambda: SYSTEM_TESTS["randomized-tukey"](values)

    return {
        f"randomized-tukey, {n:,} systems, {n * (n - 1) // 2:,} pairs, {N_TOPICS} topics": test(n)
        for n in GROWTH
    }


def _correlations() -> dict[str, Callable[[], object]]:
    first, second = _values(N_SYSTEMS), _values(N_SYSTEMS, seed=6)
    options = RankOptions(n_resamples=N_RESAMPLES)

    def correlate(name: str) -> Callable[[], object]:
        return lambda: correlate_systems(first, second, name, options=options)

    return {
        f"{name} with interval, {N_SYSTEMS} systems, {N_TOPICS} topics": correlate(name)
        for name in RANK_CORRELATIONS
    }


def _values(n_systems: int, seed: int = 5) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.random.default_rng(seed).random((n_systems, N_TOPICS))


def _draw(n: int, *, sort: bool) -> None:
    rng = np.random.default_rng(0)
    size = ROWS_AT_ONCE // N_SYSTEMS * N_SYSTEMS
    for _ in range(-(-n // size)):
        keys = rng.integers(0, 2**64, size=size, dtype=np.uint64).reshape(-1, N_SYSTEMS)
        if sort:
            keys.sort(axis=1)
