from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluation.significance.dunnett import blocked_dunnett
from evaluation.significance.families import SystemsTest
from evaluation.significance.mixed import mixed_model
from evaluation.significance.randomized_dunnett import randomized_dunnett
from evaluation.significance.randomized_tukey import N_PERMUTATIONS, randomized_tukey
from evaluation.significance.tukey import blocked_tukey


class Options(NamedTuple):
    """What a test of systems may be told; each takes what it needs.

    Attributes:
        baseline: row that the others are compared with; None for tests of all pairs.
        confidence: of intervals and critical difference.
        n_permutations: to draw, in the randomized tests.
        seed: of the random numbers, in the randomized tests.
    """

    baseline: int | None = None
    confidence: float = 0.95
    n_permutations: int = N_PERMUTATIONS
    seed: int = 0


def _randomized_tukey(values: NDArray[np.float64], options: Options) -> SystemsTest:
    answer = randomized_tukey(
        values,
        rng=np.random.default_rng(options.seed),
        n_permutations=options.n_permutations,
        confidence=options.confidence,
    )
    return _with_seed(answer, options.seed)


def _tukey(values: NDArray[np.float64], options: Options) -> SystemsTest:
    return blocked_tukey(values, confidence=options.confidence)


def _randomized_dunnett(values: NDArray[np.float64], options: Options) -> SystemsTest:
    answer = randomized_dunnett(
        values,
        rng=np.random.default_rng(options.seed),
        baseline=options.baseline or 0,
        n_permutations=options.n_permutations,
        confidence=options.confidence,
    )
    return _with_seed(answer, options.seed)


def _dunnett(values: NDArray[np.float64], options: Options) -> SystemsTest:
    return blocked_dunnett(values, baseline=options.baseline or 0, confidence=options.confidence)


def _mixed(values: NDArray[np.float64], options: Options) -> SystemsTest:
    return mixed_model(values, baseline=options.baseline or 0, confidence=options.confidence)


SYSTEM_TESTS: dict[str, Callable[[NDArray[np.float64], Options], SystemsTest]] = {
    "randomized-tukey": _randomized_tukey,
    "tukey": _tukey,
    "randomized-dunnett": _randomized_dunnett,
    "dunnett": _dunnett,
    "mixed": _mixed,
}
WANT_BASELINE = frozenset({"randomized-dunnett", "dunnett", "mixed"})


def compare_systems(
    values: NDArray[np.float64],
    *,
    method: str = "randomized-tukey",
    baseline: int | None = None,
    confidence: float = 0.95,
    n_permutations: int = N_PERMUTATIONS,
    seed: int = 0,
) -> SystemsTest:
    """Compare systems over the same topics by one of SYSTEM_TESTS.

    Args:
        values: shape (n_systems, n_topics). A measure's value per system and topic.
        method: a key of SYSTEM_TESTS.
        baseline: row that the others are compared with; for the methods of WANT_BASELINE and
            no other.
        confidence: of intervals and critical difference.
        n_permutations: to draw, in the randomized tests.
        seed: of the random numbers; the answer repeats it where any were drawn.

    Raises:
        ValueError: no such method, a baseline too few or too many, or what the test refuses.
    """
    if method not in SYSTEM_TESTS:
        raise ValueError(f"no test of systems is called {method!r}; try {', '.join(SYSTEM_TESTS)}")
    if (baseline is None) == (method in WANT_BASELINE):
        wants = "wants a baseline" if baseline is None else "compares all pairs: it has no baseline"
        raise ValueError(f"{method} {wants}")
    return SYSTEM_TESTS[method](values, Options(baseline, confidence, n_permutations, seed))


def _with_seed(answer: SystemsTest, seed: int) -> SystemsTest:
    drawn = answer.n_permutations is not None and not answer.is_exact
    return answer._replace(seed=seed) if drawn else answer
