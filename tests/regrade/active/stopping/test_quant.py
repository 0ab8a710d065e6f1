from __future__ import annotations

import numpy as np
import pytest

from regrade.active.stopping.quant import ProbabilitySums, probability_sums, quant
from regrade.active.stopping.review import Review

PROBABILITIES = np.array([0.9, 0.8, 0.5, 0.1, 0.1])
REVIEW = Review(np.array([True, True, False]), np.array([1, 1, 1]), 5)


def sums() -> ProbabilitySums:
    rows = [probability_sums(PROBABILITIES, np.arange(5) < n) for n in (1, 2, 3)]
    return ProbabilitySums(*map(np.array, zip(*rows, strict=True)))


def test_quant_is_the_expected_recall_and_the_deviation_that_of_the_formula() -> None:
    # Judged .9 .8 .5, others .1 .1; p (1 - p): .09 .16 .25 and .09 .09.
    stop = quant(REVIEW, sums(), target=0.9)
    assert (stop.rule, stop.at) == ("quant", 3)
    assert stop[2:] == pytest.approx((2.2 / 2.4, 0.9, 2.4, 0.68**0.5))
    deviation = (2.2**2 / 2.4**4 * 0.68 + 0.5 / 2.4**2) ** 0.5
    sure = quant(REVIEW, sums(), target=0.9, n_deviations=2.0)
    assert (sure.rule, sure.at) == ("quant_ci", None)
    assert sure.value == pytest.approx(2.2 / 2.4 - 2 * deviation)


def test_quant_does_not_stop_before_the_third_batch() -> None:
    assert quant(REVIEW, sums(), target=0.2).at == 3


def test_quant_refuses_what_are_no_probabilities_or_sums_of_this_review() -> None:
    with pytest.raises(ValueError, match=r"1\.5"):
        probability_sums(np.array([0.1, 1.5]), np.array([True, False]))
    with pytest.raises(ValueError, match="1 batches"):
        quant(REVIEW, ProbabilitySums(*(np.ones(1),) * 4), target=0.9)
