from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.board.forecast import (
    MIN_TIMED,
    MIN_VOTES,
    MS_PER_HOUR,
    Forecast,
    Lack,
    Outlook,
    Recent,
    forecast,
    slowest_and_fastest,
    whole_days,
)

NOW = datetime(2024, 5, 8, 12, tzinfo=UTC)


def forecast_of(votes: Sequence[int], n_left: int = 100, **fields: Any) -> Forecast:
    """A forecast from votes a day, the latest first; nobody's time was taken."""
    is_open, is_choosing = fields.pop("is_open", True), fields.pop("is_choosing", False)
    lack = Lack(0, (), fields.pop("n_by_people", 0), 1, 0)
    recent = Recent(votes_by_day=votes, **{"n_judged": 0, "n_timed": 0, "active_ms": 0, **fields})
    return forecast(
        n_left=n_left,
        lack=lack,
        recent=recent,
        is_open=is_open,
        is_choosing=is_choosing,
        now=NOW,
    )


def in_days(days: float) -> datetime:
    return NOW + timedelta(days=days)


@pytest.mark.parametrize(
    ("first", "n_days"),
    [
        (None, 0),
        (NOW, 0),
        (NOW - timedelta(hours=23), 0),
        (NOW - timedelta(hours=50), 2),
        (NOW - timedelta(days=400), 7),
    ],
)
def test_only_whole_days_count(first: datetime | None, n_days: int) -> None:
    assert whole_days(first, NOW) == n_days


def test_the_end_is_what_is_left_by_the_recent_rate() -> None:
    done = forecast_of([30, 10, 20], n_left=100)
    assert (done.outlook, done.per_day, done.n_recent) == (Outlook.DATED, 20, 60)
    assert done.ends_at == in_days(5)


@pytest.mark.parametrize(
    ("n_by_people", "outlook", "hours"), [(40, Outlook.SHORT, 1), (0, Outlook.DATED, 5 / 3)]
)
def test_neither_a_date_nor_hours_are_reported_for_what_nobody_may_give(
    n_by_people: int, outlook: Outlook, hours: float
) -> None:
    hourly = {"n_timed": 60, "active_ms": MS_PER_HOUR}
    done = forecast_of([30, 10, 20], n_left=100, n_by_people=n_by_people, **hourly)
    assert (done.outlook, done.lack.n) == (outlook, n_by_people)
    assert done.hours_left == pytest.approx(hours)
    assert (done.ends_at is None) is (outlook is Outlook.SHORT)


def test_the_range_is_that_of_the_slowest_and_fastest_half() -> None:
    """Half of three days, rounded up, is two: 20 a day at the fastest, 15 at the slowest."""
    done = forecast_of([30, 10, 20], n_left=60)
    assert (done.earliest, done.latest) == (in_days(3), in_days(4))


@pytest.mark.parametrize(
    ("votes", "rates"),
    [
        ([5], (5, 5)),
        ([8, 2], (2, 8)),
        ([0, 0, 8, 0, 0, 4, 9], (2, 3.25)),
        ([0, 21, 9], (10, 15)),
    ],
)
def test_stretches_are_of_days_in_a_row(votes: list[int], rates: tuple[float, float]) -> None:
    assert slowest_and_fastest(votes) == rates


def test_days_at_which_nothing_came_leave_the_end_open() -> None:
    done = forecast_of([40, 40, 0, 0], n_left=40)
    assert (done.earliest, done.ends_at, done.latest) == (in_days(1), in_days(2), None)


@pytest.mark.parametrize(
    ("votes", "fields", "outlook"),
    [
        ([500, 500], {"n_left": 0}, Outlook.DONE),
        ([500, 500], {"n_left": 0, "is_open": False}, Outlook.DONE),
        ([500, 500], {"is_open": False}, Outlook.CLOSED),
        ([], {}, Outlook.TOO_FEW),
        ([500], {}, Outlook.TOO_FEW),
        ([MIN_VOTES - 1, 0], {}, Outlook.TOO_FEW),
        ([MIN_VOTES, 0], {}, Outlook.DATED),
        ([0, 0], {}, Outlook.IDLE),
        ([20, 10], {"n_left": 10**9}, Outlook.FAR),
    ],
)
def test_where_nothing_can_be_said_the_reason_is(
    votes: list[int], fields: dict[str, Any], outlook: Outlook
) -> None:
    done = forecast_of(votes, **fields)
    assert (done.outlook, done.ends_at is not None) == (outlook, outlook is Outlook.DATED)


def test_work_left_is_told_from_the_active_time() -> None:
    """Two minutes a judgment: thirty an hour."""
    done = forecast_of([], n_left=60, n_timed=MIN_TIMED, active_ms=MIN_TIMED * MS_PER_HOUR // 30)
    assert (done.per_active_hour, done.hours_left) == (30, 2)


@pytest.mark.parametrize(("n_timed", "active_ms"), [(MIN_TIMED - 1, 10**6), (MIN_TIMED, 0)])
def test_few_timed_judgments_give_no_estimate_of_work(n_timed: int, active_ms: int) -> None:
    done = forecast_of([], n_timed=n_timed, active_ms=active_ms)
    assert (done.per_active_hour, done.hours_left) == (None, None)


@given(
    votes=st.lists(st.integers(0, 10**6), max_size=7),
    n_left=st.integers(0, 10**9),
    is_open=st.booleans(),
)
def test_the_end_lies_within_its_range(votes: list[int], n_left: int, is_open: bool) -> None:
    done = forecast_of(votes, n_left, is_open=is_open)
    assert (done.outlook is Outlook.DATED) == (done.ends_at is not None)
    if done.ends_at is not None:
        assert done.earliest is not None
        assert NOW <= done.earliest <= done.ends_at
        assert done.latest is None or done.ends_at <= done.latest


@pytest.mark.parametrize(
    ("votes", "n_left", "is_open", "outlook"),
    [
        ([30, 10, 20], 100, True, Outlook.CHOOSING),
        ([30, 10, 20], 0, True, Outlook.CHOOSING),
        ([0, 0, 0], 100, True, Outlook.IDLE),
        ([30, 10, 20], 0, False, Outlook.CLOSED),
    ],
)
def test_no_end_is_forecast_while_more_pairs_are_chosen(
    votes: Sequence[int], n_left: int, *, is_open: bool, outlook: Outlook
) -> None:
    done = forecast_of(votes, n_left=n_left, is_open=is_open, is_choosing=True)
    assert (done.outlook, done.ends_at) == (outlook, None)
