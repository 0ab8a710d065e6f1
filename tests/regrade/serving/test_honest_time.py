from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.serving.honest_time import LATENCY_MS, Stay, Time, total_time

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
L = LATENCY_MS


def stay(start: int, end: int, active_ms: int, away_ms: int = 0) -> Stay:
    """Covers [start, end) in milliseconds since noon, what latency allows included."""
    assert end - start >= L
    began = NOON + timedelta(milliseconds=start + L)
    return Stay(began, NOON + timedelta(milliseconds=end), active_ms, away_ms)


@st.composite
def stays(draw: st.DrawFn) -> list[Stay]:
    """Up to five, of lengths that let them lie apart, touch, overlap and contain each other."""
    claims, lengths = st.integers(0, 9).map(L.__mul__), st.integers(1, 5)
    starts = draw(st.lists(st.integers(0, 8), max_size=5))
    return [stay(s * L, (s + draw(lengths)) * L, draw(claims), draw(claims)) for s in starts]


def cover(one: Stay) -> set[int]:
    """The stretches of LATENCY_MS that a stay covers."""
    start = (one.started_at - NOON) // timedelta(milliseconds=L) - 1
    return set(range(start, (one.last_seen_at - NOON) // timedelta(milliseconds=L)))


def most(given_stays: list[Stay], claims: list[int]) -> int:
    """By Hall's theorem: for each set of stays, what it claims or covers, whichever is less."""
    bounds = []
    for chosen in range(2 ** len(claims)):
        covered = set().union(*(cover(s) for i, s in enumerate(given_stays) if chosen >> i & 1))
        others = sum(claim for i, claim in enumerate(claims) if not chosen >> i & 1)
        bounds.append(L * len(covered) + others)
    return min(bounds)


def test_no_stay_is_no_time() -> None:
    assert total_time([]) == Time(0, 0)


@pytest.mark.parametrize(
    ("active_ms", "away_ms", "counted"),
    [
        (20_000, 10_000, Time(20_000, 10_000)),
        (20_000, 15_000, Time(20_000, 10_000)),  # away is cut first
        (40_000, 15_000, Time(30_000, 0)),
        (0, 40_000, Time(0, 30_000)),
    ],
)
def test_a_stay_is_no_longer_than_it_covers(active_ms: int, away_ms: int, counted: Time) -> None:
    assert total_time([stay(0, 30_000, active_ms, away_ms)]) == counted


def test_a_stay_of_one_report_counts_what_latency_allows() -> None:
    assert total_time([Stay(NOON, NOON, 60_000, 0)]) == Time(LATENCY_MS, 0)


def test_visits_add_up() -> None:
    visits = [stay(0, 10_000, 8_000, 1_000), stay(60_000, 80_000, 5_000, 9_000)]
    assert total_time(visits) == Time(13_000, 10_000)


def test_a_visit_does_not_lend_its_time_to_another() -> None:
    visits = [stay(0, 10_000, 1_000), stay(60_000, 70_000, 50_000)]
    assert total_time(visits) == Time(11_000, 0)


@pytest.mark.parametrize(
    ("tabs", "counted"),
    [
        # each was active while the other was away
        ([stay(0, 60_000, 40_000, 20_000), stay(0, 60_000, 20_000, 40_000)], Time(60_000, 0)),
        # the same time reported twice
        ([stay(0, 60_000, 60_000), stay(0, 60_000, 60_000)], Time(60_000, 0)),
        # the same minute reported twice within an hour that lies open
        (
            [
                stay(0, 3_600_000, 60_000, 3_540_000),
                stay(600_000, 660_000, 60_000),
                stay(600_000, 660_000, 60_000),
            ],
            Time(120_000, 3_480_000),
        ),
        # the one that could be active at another time leaves room
        ([stay(0, 60_000, 30_000), stay(0, 30_000, 30_000)], Time(60_000, 0)),
        ([stay(0, 60_000, 30_000), stay(0, 30_000, 0, 30_000)], Time(30_000, 30_000)),
        ([stay(0, 60_000, 60_000), stay(30_000, 90_000, 60_000)], Time(90_000, 0)),
    ],
)
def test_two_tabs_never_double(tabs: list[Stay], counted: Time) -> None:
    assert total_time(tabs) == counted
    assert total_time(tabs[::-1]) == counted


@given(stays())
def test_time_is_the_most_that_takes_no_moment_twice(given_stays: list[Stay]) -> None:
    active, both = most_of_each(given_stays)
    assert total_time(given_stays) == Time(active, both - active)


def most_of_each(given_stays: list[Stay]) -> tuple[int, int]:
    claims = [one.active_ms for one in given_stays]
    both = [one.active_ms + one.away_ms for one in given_stays]
    return most(given_stays, claims), most(given_stays, both)


@given(stays())
def test_time_stays_within_what_the_stays_cover(given_stays: list[Stay]) -> None:
    counted = total_time(given_stays)
    covered = L * len(set().union(*map(cover, given_stays)))
    assert 0 <= counted.active_ms <= sum(one.active_ms for one in given_stays)
    assert 0 <= counted.away_ms <= sum(one.away_ms for one in given_stays)
    assert counted.active_ms + counted.away_ms <= covered


@given(stays(), stays())
def test_another_stay_never_takes_time_away(some: list[Stay], more: list[Stay]) -> None:
    assert sum(total_time(some + more)) >= sum(total_time(some))
    assert total_time(some + more).active_ms >= total_time(some).active_ms


@given(stays())
def test_a_stay_heard_of_twice_counts_once(given_stays: list[Stay]) -> None:
    full = [one._replace(active_ms=L * len(cover(one)), away_ms=0) for one in given_stays]
    assert total_time(full + full) == total_time(full)


@pytest.mark.parametrize(
    ("given_stay", "reason"),
    [
        (Stay(NOON, NOON - timedelta(seconds=1), 0, 0), "begins at"),
        (Stay(NOON, NOON, -1, 0), "-1 ms active"),
        (Stay(NOON, NOON, 0, -5), "-5 ms away"),
    ],
)
def test_a_stay_that_cannot_be_is_refused(given_stay: Stay, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        total_time([given_stay])
