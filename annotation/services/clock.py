"""The one clock that leases, visits and judgments are held against: the database's.

Web processes and workers may run on machines whose clocks differ; a lease that one of them gave is
looked at by all. Queries ask for the time themselves; whoever decides in Python asks here. Python's
own clock remains where a time is told and held against nothing that another process wrote a moment
ago: when somebody paused, consented or published, and when an invitation ends, days from now.
"""

from __future__ import annotations

from datetime import datetime

from annotation.services.prepared import execute


def database_now() -> datetime:
    """The time at this moment; it goes on within a transaction."""
    with execute("SELECT clock_timestamp()", {}) as cursor:
        [(now,)] = cursor.fetchall()
    return now  # type: ignore[no-any-return]
