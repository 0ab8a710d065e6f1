from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from regrade.significance import (
    RANK_CORRELATIONS,
    RANK_TITLES,
    RankCorrelation,
    RankOptions,
    correlate_systems,
)
from regrade.significance.rank_correlation import VALUE_OUTSIDE
from regrade.significance.rbo import Ties
from tests.regrade.significance.tables import draw_values
from tests.tiers import examples

NAMES = sorted(RANK_CORRELATIONS)
FEW = RankOptions(n_resamples=200, seed=4)


def two_measures(n_systems: int, n_topics: int) -> list[NDArray[np.float64]]:
    """Two measures whose orders of the systems differ a little in truth."""
    first = draw_values(n_systems, n_topics, seed=1, step=0.2)
    rng = np.random.default_rng(2)
    second = first + rng.normal(size=(n_systems, 1)) * 0.5 + rng.normal(size=first.shape) * 0.3
    return [first, np.asarray(second)]


def correlate(name: str, options: RankOptions = FEW) -> RankCorrelation:
    first, second = two_measures(8, 20)
    return correlate_systems(first, second, name, options=options)


def test_every_correlation_has_a_title() -> None:
    assert RANK_CORRELATIONS.keys() == RANK_TITLES.keys()


def test_an_unknown_correlation_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="called 'tau'; one of tau-b, tau-ap, "):
        correlate_systems(np.zeros((2, 2)), np.zeros((2, 2)), "tau")


def test_the_value_is_of_the_means() -> None:
    first, second = two_measures(8, 20)
    expected = stats.kendalltau(first.mean(axis=1), second.mean(axis=1)).statistic
    answer = correlate_systems(first, second, options=FEW)
    assert answer.value == pytest.approx(expected)
    assert (answer.name, answer.n_systems, answer.n_topics) == ("tau-b", 8, 20)
    assert answer.options == FEW


@pytest.mark.parametrize("name", NAMES)
def test_the_interval_is_of_redrawn_topics(name: str) -> None:
    """The same topics for both orders: means of whole columns, drawn one by one."""
    first, second = two_measures(8, 20)
    drawn = np.random.default_rng(FEW.seed).integers(0, 20, (200, 20))
    values = [
        RANK_CORRELATIONS[name](first[:, topics].mean(axis=1), second[:, topics].mean(axis=1), FEW)
        for topics in drawn
    ]
    answer = correlate(name)
    assert answer.interval == pytest.approx(tuple(np.quantile(values, [0.025, 0.975])))
    assert answer.interval_method == "percentile"


def test_the_interval_repeats_with_its_seed_and_not_with_another() -> None:
    options = [RankOptions(n_resamples=200, seed=seed) for seed in (5, 5, 6)]
    first, again, other = (correlate("tau-b", option).interval for option in options)
    assert first == again != other


def test_more_confidence_has_a_wider_interval() -> None:
    narrow, wide = (
        correlate("tau-b", RankOptions(n_resamples=500, confidence=level)).interval
        for level in (0.5, 0.99)
    )
    assert narrow is not None
    assert wide is not None
    assert wide[0] < narrow[0] < narrow[1] < wide[1]


@pytest.mark.parametrize("name", NAMES)
def test_a_measure_where_lower_is_better_turns_its_order_round(name: str) -> None:
    first, second = two_measures(8, 20)
    options = RankOptions(n_resamples=200, seed=4, lower_is_better=(False, True))
    turned = correlate_systems(first, -second, name, options=options)
    assert turned.value == pytest.approx(correlate(name).value)
    assert turned.interval == pytest.approx(correlate(name).interval)


@pytest.mark.parametrize("name", NAMES)
def test_the_order_of_systems_changes_nothing(name: str) -> None:
    first, second = two_measures(8, 20)
    order = np.random.default_rng(3).permutation(8)
    shuffled = correlate_systems(first[order], second[order], name, options=FEW)
    assert shuffled.value == pytest.approx(correlate(name).value)
    assert shuffled.interval == pytest.approx(correlate(name).interval)


@examples(40)
@given(st.sampled_from(NAMES), st.integers(2, 40), st.floats(0.05, 0.99), st.sampled_from("abw"))
def test_one_order_twice_is_one(name: str, n_systems: int, p: float, ties: Ties) -> None:
    first = np.random.default_rng(n_systems).normal(size=(n_systems, 5))
    options = RankOptions(n_resamples=20, p=p, ties=ties)
    answer = correlate_systems(first, 2 * first, name, options=options)
    assert (answer.value, answer.interval, answer.note) == (1.0, (1.0, 1.0), "")


@examples(40)
@given(
    st.sampled_from(NAMES),
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=20),
    st.floats(0.05, 0.99),
    st.sampled_from("abw"),
)
def test_topics_that_are_all_alike_have_their_value_for_an_interval(
    name: str, scores: list[tuple[int, int]], p: float, ties: Ties
) -> None:
    """To the last bit: the value comes alone, those of redrawn topics many at once."""
    first, second = (np.tile(column, (4, 1)).T / 8 for column in np.array(scores).T)
    options = RankOptions(n_resamples=20, p=p, ties=ties)
    answer = correlate_systems(first, second, name, options=options)
    if answer.value is not None:
        assert -1.0 <= answer.value <= 1.0
        assert (answer.interval, answer.note) == ((answer.value, answer.value), "")


def test_rbo_takes_its_persistence_from_the_options() -> None:
    deep, shallow = (correlate("rbo", RankOptions(p=p, n_resamples=0)).value for p in (0.95, 0.3))
    assert deep != shallow


def test_only_ap_correlation_with_a_reference_is_not_symmetric() -> None:
    first, second = two_measures(8, 20)
    is_symmetric = {}
    for name in NAMES:
        values = (
            correlate_systems(*pair, name, options=FEW).value
            for pair in ((first, second), (second, first))
        )
        is_symmetric[name] = next(values) == pytest.approx(next(values))
    assert [name for name, symmetric in is_symmetric.items() if not symmetric] == ["tau-ap"]


def test_means_that_rounding_parts_are_tied() -> None:
    """0.1 + 0.2 and 0.3: no order of the first two systems."""
    first = np.array([[0.1, 0.2], [0.3, 0.0], [0.9, 0.9]])
    second = np.array([[0.1, 0.1], [0.2, 0.2], [0.3, 0.3]])
    answer = correlate_systems(first, second, options=RankOptions(n_resamples=0))
    assert answer.value == pytest.approx(2 / np.sqrt(2 * 3))


def test_a_value_outside_its_interval_is_said() -> None:
    """50 systems in one order up to noise, which the two measures do not share."""
    rng = np.random.default_rng(3)
    first, second = rng.normal(size=(2, 50, 100)) + rng.normal(size=(50, 1)) / 2
    answer = correlate_systems(first, second, options=FEW)
    assert answer.value is not None
    assert answer.interval is not None
    assert answer.interval[1] < answer.value
    assert answer.note == VALUE_OUTSIDE
    assert correlate("tau-b").note == ""


def test_resamples_without_an_order_are_counted_and_left_out() -> None:
    """Systems that differ on one topic of three: 8 of 27 draws miss it."""
    values = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    answer = correlate_systems(values, values, options=RankOptions(n_resamples=2000))
    assert answer.n_undefined / 2000 == pytest.approx(8 / 27, abs=0.04)
    assert answer.interval == (1, 1)


@pytest.mark.parametrize("shape", [(3, 5), (0, 5), (1, 5), (3, 0)])
def test_systems_without_an_order_have_no_correlation(shape: tuple[int, int]) -> None:
    """All tied, fewer than two systems, or no topic."""
    answer = correlate_systems(np.ones(shape), draw_values(*shape, seed=0))
    assert (answer.value, answer.interval) == (None, None)


def test_one_topic_has_a_correlation_and_no_interval() -> None:
    values = np.array([[0.1], [0.2], [0.3]])
    answer = correlate_systems(values, values)
    assert answer.value == pytest.approx(1)
    assert answer.interval is None


def test_without_resamples_there_is_no_interval() -> None:
    assert correlate("tau-b", RankOptions(n_resamples=0)).interval is None


def test_values_of_other_topics_are_refused() -> None:
    with pytest.raises(ValueError, match=r"got shapes \(3, 4\) and \(3, 5\)"):
        correlate_systems(np.zeros((3, 4)), np.zeros((3, 5)))


@pytest.mark.parametrize("spoiled", [0, 1])
def test_a_value_that_is_not_finite_is_named(spoiled: int) -> None:
    pair = [np.zeros((3, 4)), np.zeros((3, 4))]
    pair[spoiled][2, 3] = np.nan
    with pytest.raises(ValueError, match="system 2 on topic 3 is nan"):
        correlate_systems(pair[0], pair[1])


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"confidence": 0.0}, "between 0 and 1, got 0.0"),
        ({"n_resamples": -1}, "not negative, got -1"),
        ({"seed": -5}, "not negative, got -5"),
        ({"p": 1.0}, "p lies between 0 and 1, not 1.0"),
        ({"ties": "c"}, "one of a, b, w, not 'c'"),
    ],
)
def test_options_outside_their_limits_are_refused(options: dict[str, float], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        RankOptions(**options)  # type: ignore[arg-type]
