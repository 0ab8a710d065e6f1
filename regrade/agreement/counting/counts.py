from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.counting.ballots import NOT_JUDGED, Missing, cast_ballots
from regrade.agreement.counting.scale import Grades, Scale, ascending, places_on
from regrade.votes.packed import PackedVotes, Places

Counts = NDArray[np.int64]  # shape (n_pairs, n_grades): how many votes a pair has for a grade


def count_grades(grades_by_pair: Sequence[Sequence[int]], scale: Scale | None = None) -> Counts:
    """Count of each grade for each pair.

    Args:
        grades_by_pair: the votes of each pair, in any order.
        scale: the grades that could be given, ascending; None takes those that occur.

    Returns:
        Shape (n_pairs, n_grades), int64; grades ascending.

    Raises:
        ValueError: a grade is not on the scale.
    """
    return count_answers(grades_by_pair, "drop", scale)


def count_answers(
    answers_by_pair: Sequence[Sequence[int | None]],
    missing: Missing,
    scale: Scale | None = None,
) -> Counts:
    """How often each pair got each grade, by a named rule for answers without a grade.

    Args:
        answers_by_pair: the answers of each pair, in any order; None is a recorded *not judged*.
            Somebody who was never asked has no answer, and nothing stands for one.
        missing: `drop` counts nothing for it, so that Fleiss' kappa leaves the pair out;
            `median-up` counts the median of the pair's grades, rounded up, and nothing where it
            has no grade; `category` counts it as a category of its own, in the last column.
            That column has no place in an order: it is for nominal statistics.
        scale: the grades that could be given, ascending; None takes those that occur.

    Returns:
        Shape (n_pairs, n_grades), int64, grades ascending; one column more with `category`.

    Raises:
        ValueError: a grade is not on the scale.
    """
    ballots = cast_ballots(_packed(answers_by_pair), threshold=None, missing=missing)
    given = ballots.grades[ballots.grades != NOT_JUDGED]
    known = np.unique(given) if scale is None else ascending(scale)
    columns = np.append(known, NOT_JUDGED) if missing == "category" else known
    return count_in_rows(ballots.pairs, ballots.grades, len(answers_by_pair), columns)


def _packed(answers_by_pair: Sequence[Sequence[int | None]]) -> PackedVotes:
    """Each answer of a pair as the vote of another assessor; all on one topic."""
    sizes = np.array([len(answers) for answers in answers_by_pair], dtype=np.int64)
    pairs = np.arange(sizes.size)
    votes = np.repeat(pairs, sizes)
    return PackedVotes(
        topics=[""],
        assessors=[""] * int(sizes.max(initial=0)),
        pair_topics=np.zeros_like(pairs),
        passages=pairs,
        pairs=votes,
        voters=np.arange(votes.size) - np.repeat(np.cumsum(sizes) - sizes, sizes),
        grades=np.array([one for answers in answers_by_pair for one in answers], dtype=np.float64),
    )


def count_in_rows(
    rows: Places, grades: Grades | NDArray[np.float64], n_rows: int, scale: Grades
) -> Counts:
    """How often each grade of the scale came in each row.

    Args:
        rows, grades: shape (n_votes,). The row of each vote, from 0 to n_rows - 1, and its grade.

    Raises:
        ValueError: a grade is not on the scale.
    """
    cells = rows * scale.size + places_on(scale, grades)
    counted = np.bincount(cells, minlength=n_rows * scale.size)
    return counted.reshape(n_rows, scale.size).astype(np.int64)
