from __future__ import annotations

import pytest

from regrade.votes.vote import Vote, group_by_pair


def test_group_by_pair_keeps_the_order_of_first_appearance() -> None:
    votes = [Vote("q2", 7, "alice", 1), Vote("q1", 7, "alice", 2), Vote("q2", 7, "bob", None)]
    assert group_by_pair(votes) == {("q2", 7): [votes[0], votes[2]], ("q1", 7): [votes[1]]}
    assert list(group_by_pair(votes)) == [("q2", 7), ("q1", 7)]


def test_group_by_pair_with_an_assessor_twice_on_a_pair_is_refused() -> None:
    votes = [Vote("q1", 7, "alice", 1), Vote("q1", 7, "alice", None)]
    with pytest.raises(ValueError, match="topic q1, passage 7"):
        group_by_pair(votes)
