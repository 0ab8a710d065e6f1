from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.pools.sampling import (
    Stratum,
    draw,
    draw_by_strata,
    parse_strata,
    strata_faults,
)

HIGH, MEDIUM = Stratum("high", 1, 20, 2), Stratum("medium", 21, 80, 1)
FIRST_RELEVANT = {"q1": 1, "q2": 20, "q3": 7, "q4": 21, "q5": 80, "q6": 81}
TOPICS = [f"q{i}" for i in range(30)]


def test_parse_strata_reads_name_ranks_and_number() -> None:
    assert parse_strata("high=1-20:540, medium=21-80:60") == [
        Stratum("high", 1, 20, 540),
        Stratum("medium", 21, 80, 60),
    ]


def test_parse_strata_keeps_the_given_order() -> None:
    assert [stratum.name for stratum in parse_strata("low=5-9:1,high=1-4:1")] == ["low", "high"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "''"),
        ("high=1-20", "'high=1-20'"),
        ("1-20:540", "'1-20:540'"),
        ("high=1-20:x", "'high=1-20:x'"),
        ("high=0-20:5", "high covers"),
        ("high=20-1:5", "high covers"),
        ("high=1-20:5,medium=20-80:5", "overlap"),
        ("medium=20-80:5,high=1-20:5", "overlap"),
        ("high=1-20:5,high=21-80:5", "appears twice"),
    ],
)
def test_parse_strata_refuses_what_are_none(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        parse_strata(text)


@pytest.mark.parametrize(
    ("strata", "faults"),
    [
        ([HIGH, MEDIUM], []),
        ([HIGH._replace(name=" ")], [(0, "name", "needs a name")]),
        ([HIGH, MEDIUM._replace(name="high")], [(1, "name", "appears twice")]),
        ([HIGH._replace(first=0)], [(0, "first", "count from 1")]),
        ([HIGH._replace(first=9, last=3)], [(0, "last", "no rank from 9 to 3")]),
        ([HIGH, MEDIUM._replace(first=20)], [(1, "first", "high (1 to 20) and medium overlap")]),
        (
            [MEDIUM, HIGH._replace(last=21, n=2)],
            [(1, "last", "medium (21 to 80) and high overlap")],
        ),
        ([HIGH._replace(n=4), MEDIUM], [(0, "n", "high has 3 topics, 4 were")]),
        ([HIGH._replace(n=-1)], [(0, "n", "-1 topics")]),
        (
            [HIGH._replace(n=9), MEDIUM._replace(name="", n=8)],
            [(1, "name", "needs"), (0, "n", "has 3 topics"), (1, "n", "has 2 topics")],
        ),
    ],
)
def test_strata_faults_name_row_and_field(
    strata: list[Stratum], faults: list[tuple[int, str, str]]
) -> None:
    found = strata_faults(strata, FIRST_RELEVANT)
    assert [(fault.at, fault.field) for fault in found] == [(at, field) for at, field, _ in faults]
    for fault, (*_, words) in zip(found, faults, strict=True):
        assert words in fault.reason


def test_draw_by_strata_takes_from_each_what_it_asks() -> None:
    drawn = draw_by_strata(FIRST_RELEVANT, [HIGH, MEDIUM], seed=1)
    assert sorted(drawn.values()) == ["high", "high", "medium"]


def test_draw_by_strata_draws_from_the_ranks_borders_included() -> None:
    strata = [HIGH._replace(n=3), MEDIUM._replace(n=2)]
    assert draw_by_strata(FIRST_RELEVANT, strata, seed=1) == {
        **dict.fromkeys(["q1", "q2", "q3"], "high"),
        **dict.fromkeys(["q4", "q5"], "medium"),
    }


def test_draw_by_strata_of_none_draws_nothing() -> None:
    assert draw_by_strata(FIRST_RELEVANT, [HIGH._replace(n=0)], seed=1) == {}


def test_draw_by_strata_of_too_few_topics_is_refused() -> None:
    with pytest.raises(ValueError, match="medium has 2"):
        draw_by_strata(FIRST_RELEVANT, [HIGH, MEDIUM._replace(n=3)], seed=1)


def test_draw_by_strata_with_another_seed_draws_others() -> None:
    first = dict.fromkeys(TOPICS, 1)
    draws = {frozenset(draw_by_strata(first, [HIGH], seed=seed)) for seed in range(20)}
    assert len(draws) > 10


@given(st.permutations(list(FIRST_RELEVANT)), st.integers(0, 2**32))
def test_draw_by_strata_does_not_depend_on_the_order_of_topics(order: list[str], seed: int) -> None:
    shuffled = {topic: FIRST_RELEVANT[topic] for topic in order}
    drawn = draw_by_strata(shuffled, [HIGH, MEDIUM], seed=seed)
    assert drawn == draw_by_strata(FIRST_RELEVANT, [HIGH, MEDIUM], seed=seed)


def test_draw_takes_distinct_topics() -> None:
    drawn = draw(TOPICS, 12, seed=3)
    assert (len(drawn), len(set(drawn)), set(drawn) <= set(TOPICS)) == (12, 12, True)


@given(st.permutations(TOPICS), st.integers(0, 2**32))
def test_draw_does_not_depend_on_the_order_of_topics(order: list[str], seed: int) -> None:
    assert draw(order, 5, seed=seed) == draw(TOPICS, 5, seed=seed)


def test_draw_with_another_seed_draws_others() -> None:
    assert len({frozenset(draw(TOPICS, 5, seed=seed)) for seed in range(20)}) > 10


def test_draw_of_more_than_there_are_is_refused() -> None:
    with pytest.raises(ValueError, match="31"):
        draw(TOPICS, 31, seed=1)
