from __future__ import annotations

import numpy as np
import pytest

from evaluation.significance import TESTS

NAMES = sorted(TESTS)


def test_there_is_a_t_test_and_a_wilcoxon_test() -> None:
    assert NAMES == ["t", "wilcoxon"]


@pytest.mark.parametrize("name", NAMES)
def test_values_of_different_lengths_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"got shapes \(3,\) and \(2,\)"):
        TESTS[name](np.zeros(3), np.zeros(2))


@pytest.mark.parametrize("name", NAMES)
def test_values_in_a_table_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"got shapes \(2, 2\) and \(2, 2\)"):
        TESTS[name](np.zeros((2, 2)), np.zeros((2, 2)))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("spoiled", [0, 1])
def test_values_that_are_not_finite_are_refused(name: str, value: float, spoiled: int) -> None:
    pair = [np.array([0.1, 0.2, 0.3]), np.array([0.3, 0.1, 0.2])]
    pair[spoiled][1] = value
    with pytest.raises(ValueError, match="not a finite number"):
        TESTS[name](pair[0], pair[1])


@pytest.mark.parametrize("name", NAMES)
def test_tests_do_not_depend_on_the_order_of_topics(name: str) -> None:
    rng = np.random.default_rng(20)
    baseline, run = np.round(rng.random((2, 40)), 1)
    order = rng.permutation(40)
    straight = TESTS[name](baseline, run)
    shuffled = TESTS[name](baseline[order], run[order])
    assert straight.p_value == pytest.approx(shuffled.p_value, rel=1e-12)
    assert straight.statistic == pytest.approx(shuffled.statistic, rel=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_tests_leave_their_input_alone(name: str) -> None:
    baseline, run = np.array([0.1, 0.2, 0.3]), np.array([0.3, 0.1, 0.2])
    TESTS[name](baseline, run)
    assert (baseline.tolist(), run.tolist()) == ([0.1, 0.2, 0.3], [0.3, 0.1, 0.2])
