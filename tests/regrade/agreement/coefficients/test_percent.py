from __future__ import annotations

import pytest

from tests.regrade.agreement.counted import count_grades, percent_agreement


def test_percent_agreement_is_a_mean_over_pairs_and_not_over_couples() -> None:
    # 1 of 1 couple, 1 of 3 couples, and a pair that compares nothing.
    counts = count_grades([[1, 1], [1, 1, 2], [5]])
    assert percent_agreement(counts) == pytest.approx((1 + 1 / 3) / 2)


def test_percent_agreement_without_a_couple_is_none() -> None:
    assert percent_agreement(count_grades([[1], [], [2]])) is None
