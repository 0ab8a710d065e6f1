"""Time per judgment: measured in earlier judgments, or estimated from the passages' length."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from statistics import median
from typing import NamedTuple

from django.db.models import Value
from django.db.models.functions import Length, Replace

from annotation.models import AssessorKind, Judgment
from annotation.quality.flags import READING_CHARACTERS_PER_MINUTE
from ranking.models import Collection

MIN_JUDGED = 100  # fewer say little of what people take
NEWEST = 10_000
DECIDING_S = 5.0  # to grasp the query and choose a grade, besides reading
UNKNOWN_S = 30.0


class TimeSource(StrEnum):
    """Source of the time: judgments made here, the passages' length, or none."""

    JUDGED = "judged"
    LENGTH = "length"
    UNKNOWN = "unknown"


class JudgingTime(NamedTuple):
    """Seconds a judgment takes, estimated from `n` judgments or the length of `n` passages."""

    seconds: float
    source: TimeSource
    n: int
    mean_characters: float | None


def judging_time(collection: Collection, ordinals: Sequence[int]) -> JudgingTime:
    """Estimate the time per judgment: people's median active time, if there are enough judgments.

    Else the mean length of the passages of these ordinals, at the speed of readers, and some
    seconds to decide.
    """
    n, characters = _length(collection, ordinals)
    times = _active_ms()
    if len(times) >= MIN_JUDGED:
        return JudgingTime(median(times) / 1000, TimeSource.JUDGED, len(times), characters)
    if characters is None:
        return JudgingTime(UNKNOWN_S, TimeSource.UNKNOWN, 0, None)
    seconds = characters * 60 / READING_CHARACTERS_PER_MINUTE + DECIDING_S
    return JudgingTime(seconds, TimeSource.LENGTH, n, characters)


def _active_ms() -> list[int]:
    timed = Judgment.objects.standing().filter(
        occasion=0,
        grade__isnull=False,
        active_ms__isnull=False,
        policy__isnull=False,
        assessor__kind=AssessorKind.HUMAN,
    )
    newest = timed.order_by("-pk").values_list("active_ms", flat=True)[:NEWEST]
    return [ms for ms in newest if ms is not None]


def _length(collection: Collection, ordinals: Sequence[int]) -> tuple[int, float | None]:
    """How many of these passages have a text, and its mean length, blanks not counted."""
    shown = collection.passages.filter(ordinal__in=ordinals, text__gt="").order_by()
    lengths = shown.annotate(n=Length(Replace("text", Value(" "), Value("")))).values_list("n")
    counted = [n for (n,) in lengths]
    return len(counted), sum(counted) / len(counted) if counted else None
