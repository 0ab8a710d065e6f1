"""The order of systems under one set of labels, and what another order keeps of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained
from regrade.significance.corrections import CorrectionName, correct_families
from regrade.significance.options import PairOptions
from regrade.significance.paired.t import paired_t_tests
from regrade.significance.pairs import difference, differences_key
from regrade.significance.rank_coefficients import tau_b
from regrade.significance.systems.families import checked_values

Values = NDArray[np.float64]
Fate = Literal["kept", "appeared", "vanished", "reversed", "neither"]


class Lead(NamedTuple):
    """The second of two systems against the first, tested over the topics.

    Attributes:
        first, second: rows of the values.
        difference: mean of the second minus mean of the first.
        interval: of the difference; None for fewer than two topics.
        p_value: of the paired t-test, of this pair alone; None for fewer than two topics.
        p_corrected: the same, corrected over all pairs. Tests that repeat another count once, and
            those that find no difference on any topic not at all.
    """

    first: int
    second: int
    difference: float
    interval: tuple[float, float] | None
    p_value: float | None
    p_corrected: float | None

    def is_significant(self, alpha: float) -> bool:
        return self.p_corrected is not None and self.p_corrected < alpha


class Order(NamedTuple):
    """Systems over the topics of a label set.

    Attributes:
        means: shape (n_systems,). The mean of each over the topics.
        places: shape (n_systems,). The place of each from 1; the best is first, equals share it.
        leads: every two systems, in the order of `numpy.triu_indices`.
        n_tests: tests that the p-values were corrected for.
        n_topics: topics behind the means.
        lower_is_better: direction of the measure.
    """

    means: Values
    places: NDArray[np.int64]
    leads: tuple[Lead, ...]
    n_tests: int
    n_topics: int
    lower_is_better: bool


class Kept(NamedTuple):
    """How far the order of systems under some labels agrees with that under a reference.

    Attributes:
        tau: Kendall's tau-b of the two orders; None where it is undefined.
        n_swapped: pairs of systems whose means change order.
        fates: what becomes of each pair's significance, in the order of `leads`.
    """

    tau: float | None
    n_swapped: int
    fates: tuple[Fate, ...]


@explained
def order_systems(
    values: Values,
    *,
    lower_is_better: bool = False,
    correction: CorrectionName = "holm",
    confidence: float = 0.95,
) -> Order:
    """Means of systems, their order, and a paired t-test of every two.

    Args:
        values: shape (n_systems, n_topics). A measure's values.
        lower_is_better: direction of the measure.
        correction: of the p-values of all pairs; intervals are of one pair each.
        confidence: of the intervals.

    Raises:
        ValueError: a value that is not finite.
    """
    values = checked_values(values)
    n_systems, n_topics = values.shape
    means = values.mean(axis=1) if n_topics else np.zeros(n_systems)
    first, second = np.triu_indices(n_systems, 1)
    options = PairOptions(confidence=confidence)
    tests = paired_t_tests(values[first], values[second], options=options) if first.size else []
    apart = difference(values[first], values[second])
    corrected = correct_families(
        [test.p_value for test in tests],
        correction,
        "column",
        members=[0] * len(tests),
        tests=[differences_key(test, row) for test, row in zip(tests, apart, strict=True)],
    )
    pairs = zip(first.tolist(), second.tolist(), tests, corrected.p_values, strict=True)
    leads = [
        Lead(one, other, test.mean_difference or 0.0, test.interval, test.p_value, p_corrected)
        for one, other, test, p_corrected in pairs
    ]
    places = places_of(means, lower_is_better)
    return Order(means, places, tuple(leads), corrected.n_tests, n_topics, lower_is_better)


@explained
def compare_orders(reference: Order, order: Order, *, alpha: float = 0.05) -> Kept:
    """Compare an order of systems with a reference, by ranks and by significant pairs.

    A pair is significant where its corrected p-value is below alpha. It is *kept* where it is so in
    both orders with the same system ahead, *reversed* with the other one ahead; it *appeared* or
    *vanished* where it is significant in one alone.

    Args:
        reference, order: of the same systems in the same rows.
        alpha: level of significance.

    Raises:
        ValueError: orders of different numbers of systems.

    Source:
        Agreement on significant pairs beside tau: Otero, Parapar and Ferro, SIGIR 2023.
    """
    if reference.means.size != order.means.size:
        raise ValueError(
            f"orders of the same systems are compared, got {reference.means.size} and"
            f" {order.means.size}"
        )
    one, other = (-each.places.astype(np.float64) for each in (reference, order))
    tau = float(tau_b(one, other))
    first, second = np.triu_indices(one.size, 1)
    is_swapped = np.sign(one[first] - one[second]) * np.sign(other[first] - other[second]) < 0
    fates = [
        _fate(before, after, alpha)
        for before, after in zip(reference.leads, order.leads, strict=True)
    ]
    return Kept(None if np.isnan(tau) else tau, int(is_swapped.sum()), tuple(fates))


def places_of(means: Sequence[float] | Values, lower_is_better: bool) -> NDArray[np.int64]:
    """The place of each system from 1, equal means sharing the better one."""
    # Rounded as everywhere that means are compared: what differs by less is alike.
    gains = np.round(np.asarray(means, np.float64), 12) * (-1.0 if lower_is_better else 1.0)
    places: NDArray[np.int64] = (gains[None, :] > gains[:, None]).sum(axis=1) + 1
    return places


def _fate(before: Lead, after: Lead, alpha: float) -> Fate:
    was, now = before.is_significant(alpha), after.is_significant(alpha)
    if was and now:
        return "kept" if before.difference * after.difference > 0 else "reversed"
    if was != now:
        return "vanished" if was else "appeared"
    return "neither"
