from __future__ import annotations

import numpy as np
import pytest

from regrade.agreement.counting.vote_table import at_threshold, count_votes, tabulate
from regrade.votes.packed import pack
from regrade.votes.vote import Vote

VOTES = [
    Vote("q2", 5, "bob", 3),
    Vote("q1", 5, "bob", 0),
    Vote("q2", 5, "alice", 1),
    Vote("q2", 6, "carol", None),
    Vote("q2", 6, "alice", 1),
]


def test_tabulate_has_a_row_a_pair_and_a_column_an_assessor() -> None:
    blank = np.nan
    np.testing.assert_array_equal(
        tabulate(pack(VOTES)), [[1, 3, blank], [blank, 0, blank], [1, blank, blank]]
    )


def test_tabulate_of_nothing_is_empty() -> None:
    assert tabulate(pack([])).shape == (0, 0)


def test_at_threshold_leaves_a_missing_vote_missing() -> None:
    votes = np.array([[1, 3, np.nan], [2, 0, 2]])
    np.testing.assert_array_equal(at_threshold(votes, 2), [[0, 1, np.nan], [1, 0, 1]])


def test_count_votes_counts_missing_votes_nowhere() -> None:
    counts = count_votes(tabulate(pack(VOTES)), range(4))
    np.testing.assert_array_equal(counts, [[0, 1, 0, 1], [1, 0, 0, 0], [0, 1, 0, 0]])


def test_count_votes_off_the_scale_is_refused() -> None:
    with pytest.raises(ValueError, match="grade 3"):
        count_votes(tabulate(pack(VOTES)), range(3))
