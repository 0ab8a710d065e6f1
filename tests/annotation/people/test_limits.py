from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.db.models.functions import Greatest, Now

from annotation.models import Tally
from annotation.people.limits import Limit, forget, forget_old, give_back, steady, take

pytestmark = pytest.mark.django_db

HOUR_S = 3600.0
# An hour is longer than any test takes.
LIMIT = Limit("guesses", at_once=3, forget_s=HOUR_S, first_s=HOUR_S, longest_s=5 * HOUR_S)


def tries(n: int, who: str = "alice", limit: Limit = LIMIT) -> list[bool]:
    """Which of them were counted."""
    return [take(limit, who) == 0 for _ in range(n)]


def end_the_pause() -> None:
    Tally.objects.update(free_at=Now())


def test_take_counts_so_many_at_once_and_then_asks_to_wait() -> None:
    assert tries(5) == [True, True, True, False, False]
    assert HOUR_S - 600 < take(LIMIT, "alice") <= HOUR_S
    assert tries(1, "bob") == [True]


def test_take_doubles_the_pause_up_to_the_longest() -> None:
    tries(3)
    pauses = []
    for _ in range(4):
        pauses.append(Tally.objects.get().free_at - Tally.objects.get().counted_at)
        end_the_pause()
        tries(1)
    hours = [round(pause.total_seconds() / HOUR_S, 1) for pause in pauses]
    assert hours == [1.0, 2.0, 4.0, 5.0]


def test_take_forgets_one_every_so_often() -> None:
    tries(3)
    Tally.objects.update(counted_at=F("counted_at") - timedelta(hours=2), free_at=Now())
    assert tries(3) == [True, True, False]


def test_a_limit_of_one_asks_to_wait_after_the_first() -> None:
    assert tries(2, limit=steady("looks", 1, HOUR_S)) == [True, False]


def test_give_back_leaves_no_trace_of_the_last_try() -> None:
    tries(3)
    give_back(LIMIT, "alice")
    assert tries(2) == [True, False]


def test_forget_starts_over() -> None:
    tries(4)
    forget(LIMIT, "alice")
    assert tries(1) == [True]


def test_forget_old_keeps_what_still_limits() -> None:
    tries(3), tries(1, "bob")
    Tally.objects.update(counted_at=F("counted_at") - timedelta(days=2))
    forget_old()
    assert Tally.objects.count() == 1
    assert tries(1) == [False]


def test_a_clock_that_was_set_back_keeps_nobody_out() -> None:
    """What was counted lies ahead then, with a pause or without one."""
    tries(4), tries(1, "bob")
    Tally.objects.update(
        counted_at=F("counted_at") + timedelta(hours=1),
        free_at=Greatest(F("free_at"), Now()) + timedelta(hours=1),
    )
    assert tries(1) == tries(1, "bob") == [True]
    assert tries(3, "bob") == [True, False, False]


def test_no_pause_is_longer_than_the_longest() -> None:
    tries(4)
    Tally.objects.update(free_at=F("counted_at") + timedelta(hours=6))
    assert tries(1) == [True]


def test_forget_old_deletes_what_lies_ahead() -> None:
    tries(3)
    Tally.objects.update(counted_at=F("counted_at") + timedelta(hours=1))
    forget_old()
    assert not Tally.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_tries_at_the_same_moment_no_more_are_counted() -> None:
    def try_one(_: int) -> bool:
        try:
            return tries(1)[0]
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(try_one, range(24))) == LIMIT.at_once
