"""Groups of assessors who often judge the same pairs; mixing them keeps votes independent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, NamedTuple, TypeVar

AssessorT = TypeVar("AssessorT", int, str)


class Group(NamedTuple, Generic[AssessorT]):
    """Assessors who judged pairs together, nobody else with them."""

    assessors: tuple[AssessorT, ...]  # ascending
    n_pairs: int  # judged by exactly these
    share: float  # of the pairs judged by as many assessors, in (0, 1]


def most_frequent_of(
    n_pairs: Mapping[tuple[AssessorT, ...], int],
) -> Group[AssessorT] | None:
    """The assessors who most often judged a pair together, exactly these and nobody else.

    Of groups that judged equally many pairs the larger is taken, then the first in ascending order
    of its members.

    Args:
        n_pairs: of each set of assessors, ascending, the pairs that exactly these judged. Leave
            out pairs that are not finished: two of three assessors would count as a group of two.

    Returns:
        None where no pair has two assessors.
    """
    groups = [group for group in n_pairs if len(group) > 1]
    if not groups:
        return None
    best = min(groups, key=lambda group: (-n_pairs[group], -len(group), group))
    n_as_large = sum(n_pairs[group] for group in groups if len(group) == len(best))
    return Group(best, n_pairs[best], n_pairs[best] / n_as_large)
