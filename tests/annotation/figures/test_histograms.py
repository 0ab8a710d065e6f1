from __future__ import annotations

import pytest

from annotation.figures.figure import MOST_ROWS, histogram


def of(*numbers: int) -> list[int]:
    return list(numbers)


def test_groups_stand_side_by_side_with_zeros_between() -> None:
    assert histogram([of(2, 2, 5), of(3)]) == [
        [2, 2, 2, 0],
        [3, 3, 0, 1],
        [4, 4, 0, 0],
        [5, 5, 1, 0],
    ]


def test_wide_numbers_share_rows_of_a_round_width() -> None:
    rows = histogram([of(3, 104, 119), of()])
    assert rows[0] == [2, 3, 1, 0]
    assert rows[-1] == [118, 119, 1, 0]
    assert len(rows) == 59


@pytest.mark.parametrize("most", [59, 60, 61, 600, 599, 7_000_000])
def test_there_are_never_too_many_rows_and_nothing_is_lost(most: int) -> None:
    numbers = of(*range(0, most, max(1, most // 100)), most)
    rows = histogram([numbers])
    assert len(rows) <= MOST_ROWS
    assert sum(row[2] for row in rows) == len(numbers)
    assert rows[0][0] == 0
    assert rows[-1][0] <= most <= rows[-1][1]


def test_nothing_makes_no_rows() -> None:
    assert histogram([]) == histogram([of(), of()]) == []
