from __future__ import annotations

import numpy as np

from regrade.agreement.counts import count_grades


def test_count_grades_has_one_column_a_grade_that_occurs() -> None:
    counts = count_grades([[5, 1, 5], [], [-2]])
    np.testing.assert_array_equal(counts, [[0, 1, 2], [0, 0, 0], [1, 0, 0]])


def test_count_grades_without_votes_is_empty() -> None:
    assert count_grades([]).shape == (0, 0)
    assert count_grades([[], []]).shape == (2, 0)
