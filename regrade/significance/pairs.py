from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from regrade.significance.options import DEFAULTS, PairOptions, ZeroMethod

# Values of measures are at most a few thousand; what stands behind the twelfth decimal of a
# difference is rounding, not effect: 0.6 - 0.4 and 0.4 - 0.2 are a tie.
DECIMALS = 12
# Of what lies beyond, squares and their sums are no numbers any more.
LARGEST = 1e100
TOO_FEW = "no test: fewer than two topics"


class Estimate(NamedTuple):
    """Where the differences lie by a yardstick other than their mean.

    Attributes:
        name: "median difference" or "Hodges-Lehmann".
        value: in the measure's units.
        interval: at the test's `confidence` or a little above; None with too few topics for it.
        coverage: the probability that the interval really has; None where it is approximate.
    """

    name: str
    value: float
    interval: tuple[float, float] | None = None
    coverage: float | None = None


class PairedTest(NamedTuple):
    """Result of a paired test of a run against a baseline, with the test's options.

    Two-sided, but for the equivalence test. What a test does not have stays None.

    Attributes:
        statistic: the test's own; None when fewer than two topics are given.
        p_value: in [0, 1]; None when fewer than two topics are given.
        n: topics.
        mean_difference: mean of run minus baseline; None when no topic is given.
        interval: of the mean difference, never of anything else.
        name: the test's key in TESTS.
        method: how p was had: "exact", "Monte Carlo", "normal approximation" and the like.
        confidence: level of `interval`, or of the estimate's.
        n_zero: topics without a difference.
        estimate: another measure of location, with its interval.
        zero_method: what Wilcoxon's test did with the `n_zero` topics.
        interval_method: "bca" or "percentile", for the bootstrap.
        seed, n_resamples: of the random draws, where there were any.
        bounds: lower and upper, of the equivalence test.
        one_sided: the equivalence test's p-values: against "not above the lower bound" and
            against "not below the upper bound".
    """

    statistic: float | None
    p_value: float | None
    n: int
    mean_difference: float | None
    interval: tuple[float, float] | None = None
    name: str = ""
    method: str = ""
    confidence: float | None = None
    n_zero: int = 0
    estimate: Estimate | None = None
    zero_method: ZeroMethod | None = None
    interval_method: str | None = None
    seed: int | None = None
    n_resamples: int | None = None
    bounds: tuple[float, float] | None = None
    one_sided: tuple[float, float] | None = None


class PairTest(Protocol):
    """Signature of every entry of TESTS."""

    def __call__(
        self,
        baseline: NDArray[np.float64],
        run: NDArray[np.float64],
        *,
        options: PairOptions = DEFAULTS,
    ) -> PairedTest: ...


class PairTests(Protocol):
    """Signature of every entry of TESTS_OF_MANY: arrays of shape (n_pairs, n_topics)."""

    def __call__(
        self,
        baselines: NDArray[np.float64],
        runs: NDArray[np.float64],
        *,
        options: PairOptions = DEFAULTS,
    ) -> list[PairedTest]: ...


def paired_differences(baseline: ArrayLike, run: ArrayLike) -> NDArray[np.float64]:
    """Run minus baseline, topic by topic, rounded to twelve decimals; lists are read as arrays.

    Args:
        baseline: shape (n_topics,). The baseline's value per topic.
        run: shape (n_topics,). The run's value for the same topics in the same order.

    Raises:
        ValueError: lengths that differ, more than one dimension, or a value that is not finite,
            with the first such topic's index.
    """
    old, new = np.asarray(baseline, np.float64), np.asarray(run, np.float64)
    return _differences(old, new, 1)


def differences_of_pairs(baselines: ArrayLike, runs: ArrayLike) -> NDArray[np.float64]:
    """`paired_differences` of many pairs at once, all over the same topics.

    Args:
        baselines, runs: shape (n_pairs, n_topics) each.

    Returns:
        Shape (n_pairs, n_topics), row by row in memory, so that sums over topics add up in the
        same order as those of a single pair, and come out the same to the last bit.

    Raises:
        ValueError: as `paired_differences` says, of the first such pair.
    """
    old = np.ascontiguousarray(baselines, np.float64)
    return _differences(old, np.ascontiguousarray(runs, np.float64), 2)


def difference(baseline: ArrayLike, run: ArrayLike) -> NDArray[np.float64]:
    """Run minus baseline, of values or of means, rounded to twelve decimals; alike is exactly 0.

    Args:
        baseline, run: of the same shape, or a number each.
    """
    # Adding 0.0 turns a negative zero into zero, which R and a reader of JSON would show.
    apart = np.asarray(run, np.float64) - np.asarray(baseline, np.float64)
    return np.asarray(np.round(apart, DECIMALS) + 0.0)


def differences_key(test: PairedTest, differences: NDArray[np.float64]) -> bytes | None:
    """A key of a test's differences: tests that have the same one answer the same question.

    Returns:
        None where a test for a difference finds none on any topic. The equivalence test has no
        such case: no difference is what it looks for.
    """
    if test.bounds is None and test.n_zero == test.n:
        return None
    return differences.tobytes()


def without_answer(name: str, differences: NDArray[np.float64]) -> PairedTest:
    """All that can be said without testing; the answer when there are fewer than two topics."""
    return without_answers(name, differences[np.newaxis])[0]


def without_answers(name: str, differences: NDArray[np.float64]) -> list[PairedTest]:
    """`without_answer` of many pairs, from differences of shape (n_pairs, n_topics)."""
    n_pairs, n = differences.shape
    means = difference(0.0, differences.mean(axis=1)).tolist() if n else [None] * n_pairs
    n_zero = np.count_nonzero(differences == 0.0, axis=1).tolist()
    method = TOO_FEW if n < 2 else ""
    return [
        PairedTest(None, None, n, mean, name=name, method=method, n_zero=zero)
        for mean, zero in zip(means, n_zero, strict=True)
    ]


def _differences(
    old: NDArray[np.float64], new: NDArray[np.float64], n_dimensions: int
) -> NDArray[np.float64]:
    if old.ndim != n_dimensions or old.shape != new.shape:
        raise ValueError(f"values of the same topics, got shapes {old.shape} and {new.shape}")
    for whose, values in (("baseline", old), ("run", new)):
        _check_finite(whose, values)
    return difference(old, new)


def _check_finite(whose: str, values: NDArray[np.float64]) -> None:
    is_good = np.abs(values) <= LARGEST
    if not is_good.all():
        first = tuple(np.argwhere(~is_good)[0].tolist())
        raise ValueError(
            f"the {whose}'s value of topic {first[-1]}, counted from 0, is {values[first]},"
            f" not a finite number of at most {LARGEST:.0e}"
        )
