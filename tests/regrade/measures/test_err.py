from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.measures import parse_measure
from tests.regrade.measures.rankings import ranking, rankings, topic, value


def err(cutoff: int, *relevances: int | None, top: int = 4) -> float:
    given = ranking(*relevances, missed=[1], top=top)
    return float(parse_measure(f"ERR@{cutoff}").score(given)[0])


def test_err_by_hand() -> None:
    """Scale 0 to 2: satisfied with 3/4 at rank 1, else with 1/4 at rank 3."""
    assert err(3, 2, None, 1, top=2) == pytest.approx(3 / 4 + 1 / 3 * (1 / 4) * (1 / 4))


def test_err_stops_at_the_cutoff() -> None:
    assert err(2, 0, 0, 4) == 0.0


def test_err_takes_the_top_from_the_scale_and_not_from_the_topic() -> None:
    assert err(1, 1, top=1) == pytest.approx(1 / 2)
    assert err(1, 1, top=4) == pytest.approx(1 / 16)


def test_err_gives_nothing_for_negative_relevance() -> None:
    assert err(2, -1, 4) == err(2, 0, 4) > 0


def test_err_of_a_wide_scale_does_not_overflow() -> None:
    assert err(1, 5000, top=5000) == pytest.approx(1.0)


def test_err_of_a_missing_topic_is_zero() -> None:
    assert err(20) == 0.0


def test_err_of_a_relevance_above_the_scale_is_refused() -> None:
    with pytest.raises(ValueError, match=r"relevance 5 .* 4"):
        err(20, 5)


@given(st.lists(st.sampled_from([None, -1, 0, 1, 2, 3, 4]), max_size=25), st.integers(1, 30))
def test_err_equals_the_reader_followed_step_by_step(
    relevances: list[int | None], cutoff: int
) -> None:
    expected, still_reading = 0.0, 1.0
    for rank, relevance in enumerate(relevances[:cutoff], start=1):
        satisfied = (2 ** max(relevance or 0, 0) - 1) / 16
        expected += still_reading * satisfied / rank
        still_reading *= 1 - satisfied
    assert err(cutoff, *relevances) == pytest.approx(expected, abs=1e-12)


def test_err_without_a_cutoff_takes_the_whole_ranking() -> None:
    given = ranking(*[0] * 30, 4)
    assert value("ERR", given) == pytest.approx(15 / 16 / 31)


@given(st.lists(st.lists(st.sampled_from([None, -1, 0, 1, 4]), max_size=9), max_size=5))
def test_err_of_topics_together_equals_each_alone(runs: list[list[int | None]]) -> None:
    together = parse_measure("ERR@5").score(rankings(*(topic(*run) for run in runs)))
    assert together.tolist() == [value("ERR@5", ranking(*run)) for run in runs]


def test_nerr_by_hand() -> None:
    """Scale 0 to 2: the ideal has 2 before 1."""
    given = ranking(1, None, 2, top=2)
    reached = 1 / 4 + 1 / 3 * (3 / 4) * (3 / 4)
    assert value("nERR@3", given) == pytest.approx(reached / (3 / 4 + 1 / 2 * (1 / 4) * (1 / 4)))


def test_nerr_cuts_the_ideal_as_well() -> None:
    assert value("nERR@1", ranking(1, missed=[2], top=2)) == pytest.approx(1 / 3)


def test_nerr_of_the_ideal_ranking_is_one() -> None:
    assert value("nERR", ranking(4, 3, 3, 1, 0)) == 1


def test_nerr_of_a_topic_where_nothing_has_gain_is_zero() -> None:
    assert value("nERR@5", ranking(0, -1)) == 0


@given(st.lists(st.integers(-1, 4), min_size=1, max_size=5), st.integers(1, 6))
def test_nerr_divides_by_the_best_order_there_is(relevances: list[int], cutoff: int) -> None:
    best = max(err(cutoff, *ordered) for ordered in permutations(relevances))
    found = value(f"nERR@{cutoff}", ranking(*relevances))
    assert found == pytest.approx(err(cutoff, *relevances) / best if best else 0, abs=1e-12)
