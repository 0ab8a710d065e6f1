from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.scale import Scale, ascending, places_on
from regrade.agreement.statistic import Sums
from regrade.agreement.vote_table import Votes


def tables_by_couple(
    votes: Votes, topics: NDArray[np.int64], n_topics: int, scale: Scale
) -> Iterator[tuple[int, int, Sums]]:
    """The confusion matrices of every two assessors, topic by topic.

    They are `CohenKappa`'s sums: summed over topics they give the kappa of the two, and
    `percentile_interval` gives its interval.

    Args:
        votes: shape (n_pairs, n_assessors), NaN where an assessor has no vote.
        topics: shape (n_pairs,). The topic of each pair, numbered from 0 to n_topics - 1.
        n_topics: how many topics there are.
        scale: the grades that could be given, ascending.

    Returns:
        For each couple the columns of the two, and what each topic adds: shape
        (n_topics, n_grades * n_grades), zeros where they share none of its pairs.

    Raises:
        ValueError: a grade is not on the scale.
    """
    grades = ascending(scale)
    n = grades.size
    is_cast = ~np.isnan(votes)
    places = np.zeros(votes.shape, dtype=np.int64)
    places[is_cast] = places_on(grades, votes[is_cast])
    is_cast, places = np.ascontiguousarray(is_cast.T), np.ascontiguousarray(places.T)
    for first, second in combinations(range(len(places)), 2):
        shared = is_cast[first] & is_cast[second]
        cells = (topics[shared] * n + places[first, shared]) * n + places[second, shared]
        table = np.bincount(cells, minlength=n_topics * n * n)
        yield first, second, table.reshape(n_topics, n * n).astype(np.float64)
