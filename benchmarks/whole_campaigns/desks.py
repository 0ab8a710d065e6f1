from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Protocol


class Stepping(Protocol):
    """Somebody who works step by step."""

    def step(self) -> float | None:
        """Do the next thing; the seconds until there is more to do, None when there is none."""


def take_turns(
    arriving: Iterable[Stepping],
    *,
    n_desks: int,
    now: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Let people work in turns, so many at once; who has done leaves the desk to the next.

    The one whose time came first has the next turn. It sleeps when nobody has anything to do.
    """
    coming = iter(arriving)
    turns = [(now(), desk, person) for desk, person in enumerate(islice(coming, n_desks))]
    while turns:
        due, desk, person = turns[0]
        if (early := due - now()) > 0:
            sleep(early)
        wait_s = person.step()
        if wait_s is not None:
            heapq.heapreplace(turns, (now() + wait_s, desk, person))
        elif following := next(coming, None):
            heapq.heapreplace(turns, (now(), desk, following))
        else:
            heapq.heappop(turns)
