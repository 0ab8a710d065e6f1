from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from regrade.significance import TESTS, TITLES, PairedTest, PairOptions
from regrade.significance.pairs import TOO_FEW, paired_differences

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
def test_an_answer_names_its_test_and_says_how_p_was_had(name: str) -> None:
    answer = answer_of(name, [0.1, 0.2, -0.1])
    assert answer.name == name
    assert answer.method


@pytest.mark.parametrize("shapes", [((3,), (2,)), ((2, 2), (2, 2))])
def test_values_that_are_no_pairs_are_refused(
    shapes: tuple[tuple[int, ...], tuple[int, ...]],
) -> None:
    with pytest.raises(ValueError, match=re.escape(f"{shapes[0]} and {shapes[1]}")):
        paired_differences(np.zeros(shapes[0]), np.zeros(shapes[1]))


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e101])
@pytest.mark.parametrize(("spoiled", "whose"), [(0, "baseline"), (1, "run")])
def test_a_value_that_is_not_finite_is_refused_with_its_topic(
    value: float, spoiled: int, whose: str
) -> None:
    pair = [np.array([0.1, 0.2, 0.3]), np.array([0.3, 0.1, 0.2])]
    pair[spoiled][1] = value
    named = re.escape(f"{whose}'s value of topic 1, counted from 0, is {value}")
    with pytest.raises(ValueError, match=named):
        paired_differences(pair[0], pair[1])


@pytest.mark.parametrize("name", NAMES)
def test_every_test_refuses_a_value_that_is_not_finite(name: str) -> None:
    with pytest.raises(ValueError, match="topic 2"):
        answer_of(name, [0.1, 0.2, np.nan])


@pytest.mark.parametrize("name", NAMES)
def test_fewer_than_two_topics_have_no_p_value(name: str) -> None:
    assert answer_of(name, [])[:5] == (None, None, 0, None, None)
    alone = answer_of(name, [0.5])
    assert alone[:5] == (None, None, 1, 0.5, None)
    assert alone.method == TOO_FEW


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
def test_random_answers_repeat_with_their_seed_and_not_with_another(name: str) -> None:
    values = np.random.default_rng(3).random((2, 25))
    options = [PairOptions(seed=seed, n_resamples=999) for seed in (7, 7, 8)]
    first, again, other = (TESTS[name](*values, options=each) for each in options)
    assert first == again
    assert first.p_value != other.p_value
    assert (first.seed, first.n_resamples) == (7, 999)
