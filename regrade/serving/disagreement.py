"""Where further judgments would matter, and what they would cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

APART = 2  # of grade values
_MS_PER_HOUR = 3_600_000


class ExtraCost(NamedTuple):
    """Cost of further judgments, in judgments and in assessors' active hours.

    Hours are None where no active time is known.
    """

    n_finished: int
    n_disputed: int  # finished pairs that need another judgment, or were asked for a further one
    n_now: int  # asked for at once, of finished pairs
    n_least: int  # in all, if the share of disputed pairs stays and one more settles each
    n_most: int  # in all, if the share stays and none is settled before the limit
    hours_now: float | None
    hours_least: float | None
    hours_most: float | None
    n_open: int = 0  # further judgments that are asked for already, and not counted above


def needs_another(grades: Sequence[int]) -> bool:
    """Whether a pair's grades disagree so much that another assessor should see it.

    They do when two or more grades share the highest number of votes, or when the lowest and the
    highest lie two or more apart. Grades are compared by value, as they are exported, not by
    their steps on the scale: 0 and 2 are two apart although a scale may have nothing between.

    Args:
        grades: the votes of a pair, any order. None or one can disagree with nothing.
    """
    if not grades:
        return False
    (_, most), *others = Counter(grades).most_common(2)
    is_tied = any(n == most for _, n in others)
    return is_tied or max(grades) - min(grades) >= APART


def extra_cost(
    grades_by_pair: Iterable[Sequence[int]],
    *,
    n_unfinished: int,
    judgments_per_pair: int,
    limit: int,
    median_active_ms: float | None,
    waiting: Iterable[Sequence[int]] = (),
) -> ExtraCost:
    """Estimate of what asking for further judgments on disputed pairs would cost.

    With d of f finished pairs disputed and u unfinished ones, as many as u * d / f of these will
    be, rounded up. A disputed pair takes one further judgment at least and, if its assessors never
    come closer, all that it may still get.

    Args:
        grades_by_pair: the grades of each finished pair, further ones included.
        waiting: the same of pairs that lack one further judgment alone.
        n_unfinished: pairs that lack some of their k judgments.
        judgments_per_pair: k, what every pair wants anyway.
        limit: how many judgments beyond k a pair may get; 0 asks for none.
        median_active_ms: active time of a judgment; None while none is known.

    Returns:
        n_now <= n_least <= n_most. While no pair is finished, n_least is 0 and n_most the limit.

    Raises:
        ValueError: a negative number, or `judgments_per_pair` below 1.
    """
    _check(n_unfinished, judgments_per_pair, limit)
    finished = [(needs_another(g), max(0, len(g) - judgments_per_pair)) for g in grades_by_pair]
    asked = [max(0, limit - max(1, len(g) + 1 - judgments_per_pair)) for g in waiting]
    n_finished = len(finished) + len(asked)
    n_disputed = len(asked) + sum(is_open or n_had > 0 for is_open, n_had in finished)
    further = [max(0, limit - n_had) for is_open, n_had in finished if is_open]
    n_now = sum(n > 0 for n in further)
    least, most = _disputed_to_come(n_unfinished, n_disputed, n_finished)
    n_least, n_most = n_now + least * min(1, limit), sum(further) + sum(asked) + most * limit
    now, few, many = (_hours(n, median_active_ms) for n in (n_now, n_least, n_most))
    return ExtraCost(n_finished, n_disputed, n_now, n_least, n_most, now, few, many, len(asked))


def _check(n_unfinished: int, judgments_per_pair: int, limit: int) -> None:
    if min(n_unfinished, limit, judgments_per_pair - 1) < 0:
        raise ValueError(
            f"{n_unfinished} unfinished pairs, {judgments_per_pair} judgments a pair and at most"
            f" {limit} more: one of these is too small"
        )


def _disputed_to_come(n_unfinished: int, n_disputed: int, n_finished: int) -> tuple[int, int]:
    """How many of the unfinished pairs will be disputed: at least and at most."""
    if n_finished == 0:
        return 0, n_unfinished
    n = -(-n_unfinished * n_disputed // n_finished)  # rounded up
    return n, n


def _hours(n_judgments: int, median_active_ms: float | None) -> float | None:
    return None if median_active_ms is None else n_judgments * median_active_ms / _MS_PER_HOUR
