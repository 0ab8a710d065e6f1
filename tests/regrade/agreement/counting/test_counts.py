from __future__ import annotations

import numpy as np

from regrade.agreement.counting.counts import count_answers, count_grades


def test_count_grades_has_one_column_a_grade_that_occurs() -> None:
    counts = count_grades([[5, 1, 5], [], [-2]])
    np.testing.assert_array_equal(counts, [[0, 1, 2], [0, 0, 0], [1, 0, 0]])


def test_count_grades_without_votes_is_empty() -> None:
    assert count_grades([]).shape == (0, 0)
    assert count_grades([[], []]).shape == (2, 0)


def test_count_grades_on_a_scale_has_a_column_for_each_of_its_grades() -> None:
    counts = count_grades([[3, 1], []], scale=range(4))
    np.testing.assert_array_equal(counts, [[0, 1, 0, 1], [0, 0, 0, 0]])


def test_count_answers_fills_the_median_rounded_up_where_there_is_one() -> None:
    counts = count_answers([[1, 4, None, None], [None]], "median-up", scale=range(1, 5))
    np.testing.assert_array_equal(counts, [[1, 0, 2, 1], [0, 0, 0, 0]])


def test_count_answers_has_a_last_column_for_what_was_not_judged() -> None:
    counts = count_answers([[1, 4, None, None], [None]], "category")
    np.testing.assert_array_equal(counts, [[1, 1, 2], [0, 0, 1]])
