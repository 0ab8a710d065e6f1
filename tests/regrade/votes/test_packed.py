"""Packed votes are the votes that they were made of."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.votes.packed import PackedVotes, pack, split
from regrade.votes.vote import Vote
from tests.annotation.made_campaigns import any_votes

VOTES = [
    Vote("q2", 5, "bob", 3),
    Vote("q1", 5, "bob", 0),
    Vote("q2", 5, "alice", 1),
    Vote("q2", 6, "carol", None),
]


def unpacked(votes: PackedVotes) -> list[Vote]:
    return [
        Vote(
            votes.topics[votes.pair_topics[pair]],
            int(votes.passages[pair]),
            votes.assessors[voter],
            None if np.isnan(grade) else int(grade),
        )
        for pair, voter, grade in zip(votes.pairs, votes.voters, votes.grades, strict=True)
    ]


def test_pairs_come_as_they_appear_topics_and_assessors_by_name() -> None:
    packed = pack(VOTES)
    assert (packed.topics, packed.assessors) == (["q1", "q2"], ["alice", "bob", "carol"])
    assert packed.pairs.tolist() == [0, 1, 0, 2]
    assert packed.n_pairs == 3
    assert pack(packed) is packed


@given(any_votes)
def test_packing_loses_nothing(votes: list[Vote]) -> None:
    assert unpacked(pack(votes)) == votes


@given(any_votes, st.integers(1, 4))
def test_parts_have_all_votes_in_their_order(votes: list[Vote], n_parts: int) -> None:
    packed = pack(votes)
    part_of = np.array([vote.passage % n_parts for vote in votes], dtype=np.int64)
    for number, part in enumerate(split(packed, part_of, n_parts)):
        assert unpacked(part) == [vote for vote in votes if vote.passage % n_parts == number]
        assert part.n_pairs == len({vote.pair for vote in unpacked(part)})


def test_some_votes_alone_have_no_empty_pairs() -> None:
    kept = pack(VOTES).where(np.array([True, False, True, False]))
    assert unpacked(kept) == [VOTES[0], VOTES[2]]
    assert kept.n_pairs == 1


def test_who_votes_twice_on_a_pair_is_refused() -> None:
    with pytest.raises(ValueError, match="topic q1, passage 5"):
        pack([*VOTES, Vote("q1", 5, "bob", 1)])


def test_pairs_are_found_by_topic_and_passage_whatever_the_number() -> None:
    far = 2**63 - 1
    packed = pack([Vote("a", 5, "x", 1), Vote("b", -1, "x", 1), Vote("b", far, "x", 1)])
    assert packed.find([(1, -1), (1, 5), (0, 5), (1, far), (2, 5)]).tolist() == [1, -1, 0, 2, -1]
    assert packed.find([]).tolist() == []
    assert pack([]).find([(0, 1)]).tolist() == [-1]
