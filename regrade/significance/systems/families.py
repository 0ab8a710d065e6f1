"""Results of tests of many systems over the same topics."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

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


class Family(NamedTuple):
    """Systems over the same topics, and the pairs of them to compare.

    Attributes:
        values: shape (n_systems, n_topics), finite.
        means: shape (n_systems,). Over the topics; empty when there are none.
        baselines, systems: shape (n_pairs,). Rows of the two that are compared.
        differences: shape (n_pairs,). Mean of the system minus mean of the baseline.
    """

    values: NDArray[np.float64]
    means: NDArray[np.float64]
    baselines: NDArray[np.int64]
    systems: NDArray[np.int64]
    differences: NDArray[np.float64]

    def answer(
        self,
        name: str,
        method: str,
        statistics: NDArray[np.float64],
        p_values: NDArray[np.float64],
        margins: NDArray[np.float64] | float | None = None,
    ) -> SystemsTest:
        """The result of a test; arrays of shape (n_pairs,), intervals by their margins."""
        columns = [column.tolist() for column in (*self[2:], statistics, p_values)]
        if margins is not None:
            ends = self.differences - margins, self.differences + margins
            columns.append(list(zip(*(end.tolist() for end in ends), strict=True)))
        return self._answer(name, method, columns)

    def undecided(self, name: str) -> SystemsTest | None:
        """The result without a test, for fewer than two topics or systems."""
        if not is_undecided(self.values):
            return None
        return self._answer(name, TOO_FEW, [column.tolist() for column in self[2:]])

    def _answer(self, name: str, method: str, columns: list[list[Any]]) -> SystemsTest:
        pairs = tuple(SystemPair(*row) for row in zip(*columns, strict=True))
        n_systems, n_topics = self.values.shape
        return SystemsTest(name, method, n_systems, n_topics, tuple(self.means.tolist()), pairs)


def family_of(given: ArrayLike, baseline: int | None = None) -> Family:
    """Every system against every later one, or all others against the baseline.

    Raises:
        ValueError: as `checked_values`, or there is no such baseline.
    """
    values = checked_values(given)
    if baseline is not None and not 0 <= baseline < len(values):
        raise ValueError(f"baseline {baseline} is none of the {len(values)} systems")
    means = values.mean(axis=1) if values.shape[1] else np.zeros(0)
    baselines, systems = np.triu_indices(means.size, 1)
    if baseline is not None:
        systems = np.flatnonzero(np.arange(means.size) != baseline)
        baselines = np.full(systems.size, baseline)
    apart = difference(means[baselines], means[systems])
    return Family(values, means, baselines, systems, apart)


def is_undecided(values: NDArray[np.float64]) -> bool:
    return bool(min(values.shape) < 2)
