"""Rate limits counted in PostgreSQL: shared by all web processes, without a broker.

A leaky bucket per key: attempts add up, and one leaks every `forget_s`. Once the bucket is full
each further attempt costs a pause; under some limits pauses double.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, NamedTuple

from django.db.models import DateTimeField, Func, Q
from django.db.models.functions import Now
from django.utils.crypto import salted_hmac

from annotation.database import execute
from annotation.models import Tally

KEPT_FOR = timedelta(days=1)
# Longer than any pause can be doubled to, and no number that overflows.
MAX_DOUBLINGS = 30

# The time at which a row is at hand: a statement may have begun before others that it waited for.
# Without a pause one is free since ever. A clock that was set back leaves rows that lie ahead:
# what they say of a pause does not hold.
TAKE = """
INSERT INTO annotation_tally AS kept (key, level, counted_at, free_at)
VALUES (%(key)s, 1, clock_timestamp(), CASE WHEN 1 >= %(at_once)s
    THEN clock_timestamp() + make_interval(secs => %(first_s)s::float8) ELSE 'epoch' END)
ON CONFLICT (key) DO UPDATE SET (level, counted_at, free_at) = (
    SELECT level, clock_timestamp(), CASE WHEN round(level) >= %(at_once)s
        THEN clock_timestamp() + make_interval(secs => least(
            %(longest_s)s::float8,
            %(first_s)s::float8
            * power(2, least(round(level) - %(at_once)s, %(max_doublings)s)::float8)
        )) ELSE 'epoch' END
    FROM (SELECT 1 + greatest(0, kept.level - greatest(0, extract(
        epoch FROM clock_timestamp() - kept.counted_at)::float8) / %(forget_s)s::float8
    ) AS level) AS counted
)
WHERE kept.free_at <= clock_timestamp()
    OR kept.free_at > clock_timestamp() + make_interval(secs => %(longest_s)s::float8)
    OR kept.counted_at > clock_timestamp()
RETURNING level
"""
WAIT = """
SELECT extract(epoch FROM free_at - clock_timestamp())::float8
FROM annotation_tally WHERE key = %(key)s
"""
GIVE_BACK = """
UPDATE annotation_tally SET level = greatest(0, level - 1), free_at = 'epoch'
WHERE key = %(key)s
"""
FORGET = "DELETE FROM annotation_tally WHERE key = %(key)s"
SOON_S = 1.0
# Unlike Now() not the statement's time, of which others that count meanwhile are ahead.
CLOCK = Func(function="clock_timestamp", output_field=DateTimeField())


class Limit(NamedTuple):
    """A leaky bucket of `at_once` attempts that loses one every `forget_s`, and its pauses."""

    name: str
    at_once: int
    forget_s: float
    first_s: float
    longest_s: float


def steady(name: str, n: int, seconds: float) -> Limit:
    """Allow `n` attempts in `seconds`, spread out or in one burst."""
    each = seconds / n
    return Limit(name, n, each, each, each)


def take(limit: Limit, who: str) -> float:
    """Count an attempt unless it comes during a pause; returns the seconds of pause left, or 0.

    Concurrent attempts are serialized, so each is counted.
    """
    key = _key(limit, who)
    options: dict[str, Any] = {**limit._asdict(), "key": key, "max_doublings": MAX_DOUBLINGS}
    del options["name"]
    with execute(TAKE, options) as cursor:
        if cursor.fetchone() is not None:
            return 0.0
    with execute(WAIT, {"key": key}) as cursor:
        row = cursor.fetchone()
    return max(float(row[0]), SOON_S) if row else SOON_S


def give_back(limit: Limit, who: str) -> None:
    """Undo a counted attempt, and the pause it caused."""
    execute(GIVE_BACK, {"key": _key(limit, who)}).close()


def forget(limit: Limit, who: str) -> None:
    """Undo all attempts under this limit."""
    execute(FORGET, {"key": _key(limit, who)}).close()


def forget_old() -> None:
    """Delete tallies without effect: expired, or ahead of a clock that was set back."""
    is_old = Q(counted_at__lt=Now() - KEPT_FOR, free_at__lt=Now())
    Tally.objects.filter(is_old | Q(counted_at__gt=CLOCK)).delete()


def _key(limit: Limit, who: str) -> str:
    return salted_hmac("annotation.limits", f"{limit.name}:{who}", algorithm="sha256").hexdigest()
