from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from regrade.aggregation.filters import (
    drop_blank_assessors,
    drop_deep,
    drop_not_judged,
    drop_thin_pairs,
    drop_thin_topics,
    keep_assessors,
    keep_topics,
)
from regrade.votes.packed import pack
from regrade.votes.vote import Vote
from tests.annotation.made_campaigns import cast, column


def left(keeping: Callable[..., Any], votes: Sequence[Vote], *arguments: object) -> list[Vote]:
    """The votes that a filter leaves of these."""
    all_left = np.ones(len(votes), dtype=np.bool_)
    is_left = keeping(pack(votes), all_left, *arguments)
    assert all_left.all()
    return [vote for vote, is_one in zip(votes, is_left, strict=True) if is_one]


VOTES = [*cast("q1", 1, 1, 2, 3), *cast("q1", 2, 4), *cast("q2", 1, 5, 5)]


def test_keep_assessors_drops_everybody_else() -> None:
    assert left(keep_assessors, VOTES, {"bob"}) == [VOTES[1], VOTES[5]]
    assert left(keep_assessors, VOTES, None) == VOTES


def test_keep_topics_drops_every_other() -> None:
    assert left(keep_topics, VOTES, {"q2", "q3"}) == VOTES[4:]
    assert left(keep_topics, VOTES, None) == VOTES


def test_drop_blank_assessors_allows_exactly_the_share() -> None:
    half = column("alice", "q1", [None, 3, None, 3])
    more = column("bob", "q1", [None, 3, None])
    assert left(drop_blank_assessors, [*half, *more], 0.5) == half


@pytest.mark.parametrize(("n_blank", "n_kept"), [(29, 100), (30, 0)])
def test_drop_blank_assessors_compares_shares_that_floats_round(n_blank: int, n_kept: int) -> None:
    votes = column("alice", "q1", [None] * n_blank + [1] * (100 - n_blank))
    assert len(left(drop_blank_assessors, votes, 0.29)) == n_kept


def test_drop_blank_assessors_looks_at_own_rows_in_each_topic() -> None:
    """Alice left two thirds of q1 blank, one quarter of all; bob's rows change nothing."""
    blank = column("alice", "q1", [None, None, 2])
    kept = [*column("alice", "q2", [1, 2, 3, 4, 5]), *column("bob", "q1", [1, 1, 1])]
    assert left(drop_blank_assessors, [*blank, *kept], 0.5) == kept


def test_drop_blank_assessors_without_a_share_drops_nobody() -> None:
    blank = column("alice", "q1", [None])
    assert left(drop_blank_assessors, blank, None) == blank
    assert left(drop_blank_assessors, blank, 0.0) == []


def test_drop_not_judged_keeps_grades() -> None:
    assert left(drop_not_judged, cast("q1", 1, None, 0)) == [Vote("q1", 1, "bob", 0)]


def test_drop_thin_topics_counts_distinct_assessors_of_the_topic() -> None:
    """Three people judged q1, none of them more than one pair together with the others."""
    thin = column("alice", "q2", [1, 2, 3])
    wide = [Vote("q1", 1, "alice", 1), Vote("q1", 2, "bob", 1), Vote("q1", 3, "carol", 1)]
    assert left(drop_thin_topics, [*thin, *wide], 3) == wide


def test_drop_thin_pairs_counts_votes_of_the_pair() -> None:
    assert left(drop_thin_pairs, VOTES, 2) == [*VOTES[:3], *VOTES[4:]]


def test_pairs_below_the_depth_of_the_pool_are_dropped_and_those_of_no_run_stay() -> None:
    votes = pack([Vote("t", passage, person, 3) for passage in range(4) for person in "ab"])
    ranks = np.array([1, 3, 0, 2])
    left = drop_deep(votes, np.ones(8, dtype=np.bool_), ranks, 2)
    assert votes.passages[votes.pairs[left]].tolist() == [0, 0, 2, 2, 3, 3]
    with pytest.raises(ValueError, match="one for each of 4 pairs"):
        drop_deep(votes, left, ranks[:3], 2)
