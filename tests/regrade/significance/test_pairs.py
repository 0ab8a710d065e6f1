from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from regrade.significance import TESTS, TITLES, PairedTest, PairOptions
from regrade.significance.pairs import paired_differences

NAMES = sorted(TESTS)
OPTIONS = PairOptions(bounds=(-0.05, 0.05), n_resamples=199)


def answer_of(name: str, differences: list[float]) -> PairedTest:
    run = np.array(differences, np.float64)
    return TESTS[name](np.zeros(run.size), run, options=OPTIONS)


def test_every_test_has_a_title() -> None:
    assert TESTS.keys() == TITLES.keys()


def test_differences_that_rounding_parts_are_the_same() -> None:
    differences = paired_differences(np.array([0.4, 0.2, 0.3]), np.array([0.6, 0.4, 0.1 + 0.2]))
    assert differences.tolist() == [0.2, 0.2, 0.0]


@pytest.mark.parametrize("name", NAMES)
def test_lists_are_read_as_arrays(name: str) -> None:
    zeros: Any = [0.0] * 4
    values: Any = [0.1, 0.4, 0.2, 0.9]
    answer = TESTS[name](zeros, values, options=OPTIONS)
    assert answer == answer_of(name, values)


def test_a_mean_difference_of_rounding_alone_is_none() -> None:
    assert np.mean([0.1, 0.2, -0.3]) != 0.0
    assert answer_of("t", [0.1, 0.2, -0.3]).mean_difference == 0.0


def test_no_difference_is_a_negative_nought() -> None:
    differences = paired_differences(np.array([0.3, 0.1 + 0.2]), np.array([0.1 + 0.2, 0.3]))
    assert not np.signbit(differences).any()


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_names_its_test(name: str) -> None:
    assert answer_of(name, [0.1, 0.2, -0.1]).name == name


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_says_how_p_was_had(name: str) -> None:
    assert answer_of(name, [0.1, 0.2, -0.1]).method


@pytest.mark.parametrize("name", NAMES)
def test_values_of_different_lengths_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"got shapes \(3,\) and \(2,\)"):
        TESTS[name](np.zeros(3), np.zeros(2), options=OPTIONS)


@pytest.mark.parametrize("name", NAMES)
def test_values_in_a_table_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"got shapes \(2, 2\) and \(2, 2\)"):
        TESTS[name](np.zeros((2, 2)), np.zeros((2, 2)), options=OPTIONS)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e101])
@pytest.mark.parametrize(("spoiled", "whose"), [(0, "baseline"), (1, "run")])
def test_a_value_that_is_not_finite_is_refused_with_its_topic(
    name: str, value: float, spoiled: int, whose: str
) -> None:
    pair = [np.array([0.1, 0.2, 0.3]), np.array([0.3, 0.1, 0.2])]
    pair[spoiled][1] = value
    told = re.escape(f"{whose}'s value of topic 1, counted from 0, is {value}")
    with pytest.raises(ValueError, match=told):
        TESTS[name](pair[0], pair[1], options=OPTIONS)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("differences", "mean"), [([], None), ([0.5], 0.5)])
def test_fewer_than_two_topics_have_no_p_value(
    name: str, differences: list[float], mean: float | None
) -> None:
    answer = answer_of(name, differences)
    assert answer[:5] == (None, None, len(differences), mean, None)


@pytest.mark.parametrize("name", NAMES)
def test_fewer_than_two_topics_are_given_as_the_reason(name: str) -> None:
    assert answer_of(name, [0.5]).method == "no test: fewer than two topics"


@pytest.mark.parametrize("name", sorted(TESTS.keys() - {"equivalence"}))
def test_equal_runs_have_a_p_value_of_one(name: str) -> None:
    answer = answer_of(name, [0.0, 0.0, 0.0])
    assert (answer.statistic, answer.p_value, answer.n_zero) == (0.0, 1.0, 3)


@pytest.mark.parametrize("name", NAMES)
def test_exchanged_runs_have_the_same_p_value_and_the_opposite_difference(name: str) -> None:
    baseline, run = np.round(np.random.default_rng(4).random((2, 30)), 1)
    there = TESTS[name](baseline, run, options=OPTIONS)
    back = TESTS[name](run, baseline, options=OPTIONS)
    assert back.p_value == there.p_value
    assert back.mean_difference == -(there.mean_difference or 0.0)


@pytest.mark.parametrize("name", sorted(TESTS.keys() - {"bootstrap", "randomization"}))
def test_tests_without_draws_do_not_depend_on_the_order_of_topics(name: str) -> None:
    rng = np.random.default_rng(20)
    baseline, run = np.round(rng.random((2, 40)), 1)
    order = rng.permutation(40)
    straight = TESTS[name](baseline, run, options=OPTIONS)
    shuffled = TESTS[name](baseline[order], run[order], options=OPTIONS)
    assert straight.p_value == pytest.approx(shuffled.p_value, rel=1e-12)
    assert straight.statistic == pytest.approx(shuffled.statistic, rel=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_tests_leave_their_input_alone(name: str) -> None:
    baseline, run = np.array([0.1, 0.2, 0.3]), np.array([0.3, 0.1, 0.2])
    TESTS[name](baseline, run, options=OPTIONS)
    assert (baseline.tolist(), run.tolist()) == ([0.1, 0.2, 0.3], [0.3, 0.1, 0.2])


@pytest.mark.parametrize("name", ["bootstrap", "randomization"])
def test_random_answers_keep_their_seed_and_draws(name: str) -> None:
    values = np.random.default_rng(3).random((2, 25))
    answer = TESTS[name](values[0], values[1], options=PairOptions(seed=7, n_resamples=99))
    assert (answer.seed, answer.n_resamples) == (7, 99)


@pytest.mark.parametrize("name", ["bootstrap", "randomization"])
def test_random_answers_of_one_seed_are_the_same(name: str) -> None:
    values = np.random.default_rng(3).random((2, 25))
    answers = {TESTS[name](*values, options=OPTIONS) for _ in range(2)}
    assert len(answers) == 1


@pytest.mark.parametrize("name", ["bootstrap", "randomization"])
def test_another_seed_draws_other_resamples(name: str) -> None:
    values = np.random.default_rng(3).random((2, 25))
    answers = [TESTS[name](*values, options=PairOptions(seed=seed)).p_value for seed in (0, 1)]
    assert answers[0] != answers[1]
