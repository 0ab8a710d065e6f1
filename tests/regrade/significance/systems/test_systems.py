"""What all tests of systems have in common."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from regrade.significance import (
    AGAINST_BASELINE,
    SYSTEM_TESTS,
    SYSTEM_TITLES,
    SystemOptions,
    SystemsTest,
)
from regrade.significance.systems.families import checked_values
from tests.regrade.significance.tables import draw_values, p_values

NAMES = sorted(SYSTEM_TESTS)
# The randomized tests draw other permutations for systems in another order; many keep p close.
OPTIONS = SystemOptions(n_resamples=4000, seed=1)
CLOSE = {"randomized-tukey": 0.03, "randomized-dunnett": 0.03, "max-t": 0.03}


def run(name: str, values: NDArray[np.float64]) -> SystemsTest:
    return SYSTEM_TESTS[name](values, options=OPTIONS)


def close_to(name: str, answer: SystemsTest) -> object:
    return pytest.approx(p_values(answer), abs=CLOSE.get(name, 1e-9))


def test_every_test_has_a_title() -> None:
    assert SYSTEM_TESTS.keys() == SYSTEM_TITLES.keys()
    assert AGAINST_BASELINE.issubset(SYSTEM_TESTS)


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_says_what_it_rests_on(name: str) -> None:
    answer = run(name, draw_values(4, 12, seed=1))
    assert (answer.name, answer.n_systems, answer.n_topics) == (name, 4, 12)
    assert answer.confidence == 0.95
    assert answer.method
    assert answer.n_resamples or answer.df == 33


@pytest.mark.parametrize("name", NAMES)
def test_pairs_are_all_or_those_with_the_baseline(name: str) -> None:
    values = draw_values(3, 5, seed=1)
    answer = run(name, values)
    pairs = [(pair.baseline, pair.system) for pair in answer.pairs]
    assert pairs == ([(0, 1), (0, 2)] if name in AGAINST_BASELINE else [(0, 1), (0, 2), (1, 2)])
    assert answer.means == pytest.approx(values.mean(axis=1).tolist())
    for baseline, system in pairs:
        difference = answer.means[system] - answer.means[baseline]
        assert answer.pairs[pairs.index((baseline, system))].difference == pytest.approx(difference)


@pytest.mark.parametrize("name", NAMES)
def test_adding_to_a_topic_changes_no_p(name: str) -> None:
    values = draw_values(4, 20, seed=2, step=0.3)
    shifted = values + np.random.default_rng(3).normal(size=20)
    assert p_values(run(name, shifted)) == pytest.approx(p_values(run(name, values)), abs=1e-6)


@pytest.mark.parametrize("name", NAMES)
def test_turning_the_measure_round_changes_no_p(name: str) -> None:
    values = draw_values(4, 20, seed=2, step=0.3)
    assert p_values(run(name, -values)) == pytest.approx(p_values(run(name, values)), abs=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_the_order_of_topics_changes_no_p(name: str) -> None:
    values = draw_values(4, 20, seed=2, step=0.3)
    order = np.random.default_rng(4).permutation(20)
    assert p_values(run(name, values[:, order])) == close_to(name, run(name, values))


@pytest.mark.parametrize("name", NAMES)
def test_the_order_of_systems_changes_no_p(name: str) -> None:
    """Systems 1 to 3 the other way round, the baseline in its place."""
    values, order = draw_values(4, 20, seed=2, step=0.3), [0, 3, 2, 1]
    turned = {
        frozenset((order[pair.baseline], order[pair.system])): pair.p_value
        for pair in run(name, values[order]).pairs
    }
    straight = run(name, values)
    matched = [turned[frozenset((pair.baseline, pair.system))] for pair in straight.pairs]
    assert matched == close_to(name, straight)


@pytest.mark.parametrize("name", NAMES)
def test_identical_systems_have_p_one(name: str) -> None:
    answer = run(name, np.tile(np.random.default_rng(0).random(8), (3, 1)))
    assert set(p_values(answer)) == {1.0}


@pytest.mark.parametrize("name", NAMES)
def test_fewer_than_two_have_no_p(name: str) -> None:
    for shape in ((3, 1), (3, 0), (1, 5), (1, 1)):
        answer = run(name, np.ones(shape))
        assert set(p_values(answer)) <= {None}
        assert answer.method == "no test: fewer than two systems or topics"
    assert run(name, np.array([[0.25], [0.75]])).pairs[0].difference == 0.5


@pytest.mark.parametrize("name", NAMES)
def test_a_value_that_is_not_finite_is_named(name: str) -> None:
    values = np.zeros((3, 4))
    values[1, 2] = np.nan
    with pytest.raises(ValueError, match="system 1 on topic 2 is nan"):
        run(name, values)


def test_values_beyond_numbers_and_a_vector_are_refused() -> None:
    with pytest.raises(ValueError, match="system 0 on topic 1 is inf"):
        checked_values(np.array([[0.1, np.inf]]))
    with pytest.raises(ValueError, match=r"\(3,\)"):
        checked_values(np.zeros(3))


@pytest.mark.parametrize("name", NAMES)
def test_tests_leave_their_input_alone(name: str) -> None:
    values = draw_values(3, 5, seed=1)
    before = values.copy()
    run(name, values)
    assert np.array_equal(values, before)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"baseline": -1}, "counted from 0, got -1"),
        ({"confidence": 1.0}, "between 0 and 1, got 1.0"),
        ({"n_resamples": 0}, "at least 1, got 0"),
        ({"seed": -5}, "not negative, got -5"),
    ],
)
def test_options_outside_their_limits_are_refused(options: dict[str, float], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        SystemOptions(**options)  # type: ignore[arg-type]
