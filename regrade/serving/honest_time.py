"""The time an assessor spent on a pair, from what several visits and tabs report.

A page reports how long it was active and how long away; the server knows when it first and last
heard of that stay. Reports are believed as far as the server's clock and one another allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

# A page is looked at before the server first hears of it: it is drawn, and its report travels.
LATENCY_MS = 2_000
_MS = timedelta(milliseconds=1)


class Stay(NamedTuple):
    """One stay at a pair in one tab; the clocks are the server's, the durations the page's."""

    started_at: datetime
    last_seen_at: datetime
    active_ms: int
    away_ms: int


class Time(NamedTuple):
    active_ms: int
    away_ms: int


def total_time(stays: Iterable[Stay]) -> Time:
    """Active and away time of all visits to one pair: visits add up, parallel tabs do not.

    A stay covers the time from LATENCY_MS before the server first heard of it until it last did.
    Active time is the most that takes no moment twice and from no stay more than it covers and
    claims. Active and away in sum are the most under the same conditions, so away is what they
    leave. Neither exceeds the time that the stays cover together; a stay that overlaps no other
    counts as it claims, cut to its length, active first.

    Args:
        stays: any order; clocks in UTC, fractions of a millisecond are dropped.

    Returns:
        Zeros where there are no stays.

    Raises:
        ValueError: a stay that ends before it starts, or a negative claim.
    """
    checked = [_checked(stay) for stay in stays]
    covers = _covers(checked)
    active_ms = _most([stay.active_ms for stay in checked], covers)
    both_ms = _most([stay.active_ms + stay.away_ms for stay in checked], covers)
    return Time(active_ms, both_ms - active_ms)


def _checked(stay: Stay) -> Stay:
    if stay.last_seen_at < stay.started_at:
        raise ValueError(f"a stay begins at {stay.started_at} and ends at {stay.last_seen_at}")
    if min(stay.active_ms, stay.away_ms) < 0:
        raise ValueError(f"a stay claims {stay.active_ms} ms active, {stay.away_ms} ms away")
    return stay


def _covers(stays: Sequence[Stay]) -> list[tuple[int, int]]:
    """From when to when each stay lasts, in milliseconds since the first began."""
    first = min((stay.started_at for stay in stays), default=None)
    return [
        ((stay.started_at - first) // _MS - LATENCY_MS, (stay.last_seen_at - first) // _MS)
        for stay in stays
        if first is not None
    ]


def _most(claims: Sequence[int], covers: Sequence[tuple[int, int]]) -> int:
    """The most of the claims that fits without taking a moment twice.

    From the first moment to the last, each goes to the stay that ends soonest of those that still
    claim one; nothing fits more (Glover, Naval Research Logistics Quarterly 14(3), 1967).
    """
    unmet = list(claims)
    soonest_end_first = sorted(range(len(covers)), key=lambda i: covers[i][1])
    borders = sorted({border for cover in covers for border in cover})
    for start, end in pairwise(borders):
        room = end - start
        for i in soonest_end_first:
            if covers[i][0] <= start and end <= covers[i][1]:
                taken = min(unmet[i], room)
                unmet[i], room = unmet[i] - taken, room - taken
    return sum(claims) - sum(unmet)
