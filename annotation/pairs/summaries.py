"""When the summaries of pairs are brought up to date: at once, or at the end of a transaction."""

from __future__ import annotations

from django.db import connection


def summarize_at_the_end() -> None:
    """Sum up the pairs that this transaction changes at its end.

    A summary is locked until the transaction that changed it is over. One that changes many pairs
    and takes long calls this first: otherwise an answer to one of them waits until the end.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS summarize_judged_pair, summarize_filled_pair DEFERRED")
