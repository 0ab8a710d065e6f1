"""When the summaries of pairs are brought up to date: at once, or at the end of much work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

# While this setting says so, the triggers leave the summaries alone.
WAIT = "SELECT set_config('regrade.summaries', %s, true)"
SUM_UP = "SELECT summarize_pair(id) FROM unnest(%s::bigint[]) AS id"


@contextmanager
def summarizing_at_the_end() -> Iterator[set[int]]:
    """Sum up pairs at the end of the block, each once; within a transaction.

    The caller adds every pair whose judgments or slots it changes to the set that it gets. A
    summary is locked until the transaction that changed it is over: one that takes long would let
    answers to its first pairs wait; and one that stores many judgments of a pair would sum it up
    for each of them.
    """
    changed = set[int]()
    with connection.cursor() as cursor:
        cursor.execute(WAIT, ["wait"])
    yield changed
    with connection.cursor() as cursor:
        cursor.execute(WAIT, [""])
        cursor.execute(SUM_UP, [sorted(changed)])
