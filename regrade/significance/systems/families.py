"""Results of tests of many systems over the same topics."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from regrade.significance.options import SYSTEM_DEFAULTS, SystemOptions
from regrade.significance.pairs import LARGEST, difference

TOO_FEW = "no test: fewer than two systems or topics"


class SystemPair(NamedTuple):
    """Two-sided test of one system against another, within a family.

    Attributes:
        baseline: row of the baseline's values.
        system: row of the compared system's values.
        difference: mean of system minus mean of baseline.
        statistic: the test's own, signed as the difference; None where there are too few topics.
        p_value: in [0, 1]; None where there are too few topics.
        interval: of the difference; None where the test has none.
    """

    baseline: int
    system: int
    difference: float
    statistic: float | None = None
    p_value: float | None = None
    interval: tuple[float, float] | None = None


class SystemsTest(NamedTuple):
    """Result of a test of a family of systems, with its parameters.

    Attributes:
        name: the test's key in SYSTEM_TESTS.
        method: how p was computed: "exact", "Monte Carlo", "studentized range" and the like.
        n_systems: rows of the values.
        n_topics: columns of the values.
        means: each system's mean.
        pairs: the comparisons, ordered by `baseline`, then `system`.
        is_family_wise: whether p-values and intervals hold for all pairs at once; otherwise they
            need a correction.
        confidence: of the intervals and of `critical_difference`.
        critical_difference: the difference to exceed for significance at 1 - confidence; None if
            the test gives none.
        residual_variance: variance of a value after removing the effects of system and topic.
        topic_variance: variance of the topic effects, if random.
        df: degrees of freedom of the residual.
        n_resamples: number of permutations: drawn, or all if p is exact.
        seed: of the permutations; None if none were drawn.
        note: caveat about this result.
    """

    name: str
    method: str
    n_systems: int
    n_topics: int
    means: tuple[float, ...]
    pairs: tuple[SystemPair, ...]
    is_family_wise: bool = True
    confidence: float | None = None
    critical_difference: float | None = None
    residual_variance: float | None = None
    topic_variance: float | None = None
    df: float | None = None
    n_resamples: int | None = None
    seed: int | None = None
    note: str = ""


class Contrasts(NamedTuple):
    """Pairs of systems to compare, as arrays of shape (n_pairs,)."""

    baselines: NDArray[np.int64]
    systems: NDArray[np.int64]
    differences: NDArray[np.float64]


class SystemTest(Protocol):
    """The call signature of every entry of SYSTEM_TESTS."""

    def __call__(
        self, values: NDArray[np.float64], *, options: SystemOptions = SYSTEM_DEFAULTS
    ) -> SystemsTest: ...


def checked_values(given: ArrayLike) -> NDArray[np.float64]:
    """A table of finite numbers as an array.

    Args:
        given: shape (n_systems, n_topics). A measure's value per system and topic.

    Raises:
        ValueError: not two dimensions, or the first value that is not finite.
    """
    values = np.asarray(given, np.float64)
    if values.ndim != 2:
        raise ValueError(f"values have a row per system and a column per topic, got {values.shape}")
    spoiled = np.argwhere(~(np.abs(values) <= LARGEST))
    if spoiled.size:
        system, topic = spoiled[0]
        value = values[system, topic]
        raise ValueError(
            f"the value of system {system} on topic {topic} is {value}, not finite, or too large"
        )
    return values


def check_baseline(baseline: int, n_systems: int) -> None:
    if not 0 <= baseline < n_systems:
        raise ValueError(f"baseline {baseline} is none of the {n_systems} systems")


def system_means(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each system's mean over the topics; empty when there are no topics."""
    return np.asarray(values.mean(axis=1)) if values.shape[1] else np.zeros(0)


def all_pairs(means: NDArray[np.float64]) -> Contrasts:
    """Every system against every later one."""
    baselines, systems = np.triu_indices(means.size, 1)
    return _contrasts(means, baselines, systems)


def against_baseline(means: NDArray[np.float64], baseline: int) -> Contrasts:
    """Compare every other system with the baseline; empty when there are no means."""
    systems = np.flatnonzero(np.arange(means.size) != baseline)
    return _contrasts(means, np.full(systems.size, baseline), systems)


def list_pairs(
    contrasts: Contrasts,
    statistics: NDArray[np.float64],
    p_values: NDArray[np.float64],
    margins: NDArray[np.float64] | float | None = None,
) -> tuple[SystemPair, ...]:
    """Arrays of shape (n_pairs,) as pairs; intervals are the differences plus and minus margins."""
    columns = [column.tolist() for column in (*contrasts, statistics, p_values)]
    if margins is None:
        return tuple(SystemPair(*row) for row in zip(*columns, strict=True))
    lows = (contrasts.differences - margins).tolist()
    highs = (contrasts.differences + margins).tolist()
    intervals = zip(lows, highs, strict=True)
    return tuple(SystemPair(*row) for row in zip(*columns, intervals, strict=True))


def undecided(
    name: str, shape: tuple[int, ...], means: NDArray[np.float64], contrasts: Contrasts
) -> SystemsTest:
    """Result without a test, for fewer than two topics or systems."""
    pairs = zip(*(column.tolist() for column in contrasts), strict=True)
    return SystemsTest(
        name,
        TOO_FEW,
        shape[0],
        shape[1],
        tuple(means.tolist()),
        tuple(SystemPair(*pair) for pair in pairs),
    )


def is_undecided(values: NDArray[np.float64]) -> bool:
    return bool(min(values.shape) < 2)


def _contrasts(
    means: NDArray[np.float64], baselines: NDArray[np.int64], systems: NDArray[np.int64]
) -> Contrasts:
    return Contrasts(baselines, systems, difference(means[baselines], means[systems]))
