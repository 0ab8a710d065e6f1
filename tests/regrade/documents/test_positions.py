from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from regrade.documents import PositionShare, relevance_by_position, tenths

POSITIONS = np.array([1, 3, 1, 1, 7, 9, 1])
IS_RELEVANT = np.array([True, False, True, False, True, False, True])
Z = 1.959963984540054


def wilson(n_relevant: int, n: int) -> tuple[float, float]:
    """Wilson's equation (1927), solved for both roots."""
    p = n_relevant / n
    middle, half = p + Z**2 / (2 * n), Z * sqrt(p * (1 - p) / n + Z**2 / (4 * n**2))
    scale = 1 + Z**2 / n
    return (middle - half) / scale, (middle + half) / scale


def test_relevance_by_position_by_hand() -> None:
    rows = relevance_by_position(POSITIONS, IS_RELEVANT, up_to=3)
    assert [row[:5] for row in rows] == [
        (1, 1, 4, 3, 0.75),
        (3, 3, 1, 0, 0.0),
        (4, None, 2, 1, 0.5),
    ]
    for row in rows:
        assert (row.low, row.high) == pytest.approx(wilson(row.n_relevant, row.n_judged))


def test_relevance_by_position_gives_each_a_row_by_default() -> None:
    rows = relevance_by_position(POSITIONS, IS_RELEVANT)
    assert [(row.first, row.last) for row in rows] == [(1, 1), (3, 3), (7, 7), (9, 9)]


def test_relevance_by_position_keeps_its_sums_in_any_order() -> None:
    shuffled = np.random.default_rng(1).permutation(POSITIONS.size)
    again = relevance_by_position(POSITIONS[shuffled], IS_RELEVANT[shuffled])
    assert again == relevance_by_position(POSITIONS, IS_RELEVANT)
    assert sum(row.n_judged for row in again) == POSITIONS.size


def test_relevance_by_position_of_no_labels_is_empty() -> None:
    none: list[PositionShare] = []
    assert relevance_by_position(np.array([], np.int64), np.array([], np.bool_)) == none


def test_positions_from_0_are_refused() -> None:
    with pytest.raises(ValueError, match="got 0"):
        relevance_by_position(POSITIONS - 1, IS_RELEVANT)
    with pytest.raises(ValueError, match="got 0"):
        relevance_by_position(POSITIONS, IS_RELEVANT, up_to=0)


@pytest.mark.parametrize("n", [10, 11, 19, 20, 97])
def test_tenths_go_from_the_first_to_the_last_and_leave_none_out(n: int) -> None:
    found = tenths(np.arange(1, n + 1), np.full(n, n))
    assert np.unique(found).tolist() == list(range(1, 11))
    assert (np.diff(found) >= 0).all()
    assert np.bincount(found)[1:].max() - np.bincount(found)[1:].min() <= 1


def test_tenths_of_a_position_behind_the_document_are_refused() -> None:
    with pytest.raises(ValueError, match="position"):
        tenths(np.array([11]), np.array([10]))
