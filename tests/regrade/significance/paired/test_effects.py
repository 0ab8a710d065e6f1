from __future__ import annotations

import numpy as np
import pytest

from regrade.significance import EFFECT_SIZES, PairOptions
from tests.regrade.significance.textbook import MOVIES, from_zero

NAMES = sorted(EFFECT_SIZES)


@pytest.mark.parametrize("name", NAMES)
def test_an_effect_carries_the_name_it_is_listed_under(name: str) -> None:
    assert EFFECT_SIZES[name](*MOVIES).name == name


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("differences", [[], [0.5]])
def test_fewer_than_two_topics_have_no_effect_size(name: str, differences: list[float]) -> None:
    answer = EFFECT_SIZES[name](*from_zero(*differences))
    assert (answer.value, answer.interval) == (None, None)
    assert (answer.n, answer.note) == (len(differences), "fewer than two topics")


@pytest.mark.parametrize("name", NAMES)
def test_an_effect_of_a_value_that_is_not_finite_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="run's value of topic 1, counted from 0, is nan"):
        EFFECT_SIZES[name](np.zeros(3), np.array([0.0, np.nan, 0.0]))


@pytest.mark.parametrize("name", NAMES)
def test_exchanged_runs_have_the_opposite_effect(name: str) -> None:
    there, back = EFFECT_SIZES[name](*MOVIES), EFFECT_SIZES[name](MOVIES[1], MOVIES[0])
    assert there.value is not None
    assert back.value == pytest.approx(-there.value)
    assert there.interval is not None
    assert back.interval == pytest.approx((-there.interval[1], -there.interval[0]))


@pytest.mark.parametrize("name", NAMES)
def test_an_effect_lies_in_its_interval(name: str) -> None:
    answer = EFFECT_SIZES[name](*MOVIES, options=PairOptions(confidence=0.8))
    assert answer.value is not None
    assert answer.interval is not None
    assert answer.interval[0] < answer.value < answer.interval[1]
    assert answer.confidence == 0.8
