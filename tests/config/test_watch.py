from __future__ import annotations

import math
import time
from typing import Any

import pytest

from config.postgresql.watch import LONGEST_S, Backend, Wait, leads_to_nothing


class Connection:
    """As much of one as a wait is judged by."""

    backend_pid = 7

    @property
    def pgconn(self) -> Connection:
        return self


IDLE, AT_WORK, WAITS = (True, False), (False, False), (False, True)


@pytest.mark.parametrize(
    ("state", "unchanged_s", "waited_s", "due_in_s", "is_lost"),
    [
        pytest.param(IDLE, 60, 5, math.inf, True, id="what was sent is not begun"),
        pytest.param(IDLE, 1, 5, math.inf, False, id="it has just been answered"),
        pytest.param(AT_WORK, 500, 500, math.inf, False, id="a long query"),
        pytest.param(WAITS, 5, 5, math.inf, False, id="a lock, which has a limit of its own"),
        pytest.param(AT_WORK, 5, 5, -1, True, id="a request of which none is long"),
        pytest.param(AT_WORK, 700, LONGEST_S + 1, math.inf, True, id="longer than any query"),
        pytest.param(None, 0, 5, math.inf, False, id="nothing is known of it"),
    ],
)
def test_a_wait_leads_to_nothing_where(
    state: tuple[bool, bool] | None,
    unchanged_s: float,
    waited_s: float,
    due_in_s: float,
    is_lost: bool,
) -> None:
    now = time.monotonic()
    connection: Any = Connection()
    wait = Wait(now - waited_s, now + due_in_s, connection)
    backends = {} if state is None else {7: Backend(*state, unchanged_s)}
    assert leads_to_nothing(wait, backends) is is_lost
