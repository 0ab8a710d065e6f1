from __future__ import annotations

import pytest

from regrade.serving.topic_sets import TopicSets, is_to_be_new

N_ASSESSORS, N_ROUNDS = 1000, 2
# "Queries were distributed in sets of three and initially two of these sets were passed along":
# one of queries assessed by fewer than three, the other with 50% of queries not assessed yet
# (thesis Re-Ranking BERT, section 2.2).
THESIS = TopicSets(offered=2, size=3, new_share=0.5)


def drawn(sets: TopicSets, assessor: int, n: int, seed: int = 7) -> list[bool]:
    return [is_to_be_new(sets, seed=seed, assessor=assessor, n_taken=place) for place in range(n)]


def rounds(sets: TopicSets) -> list[list[bool]]:
    """What each assessor is offered at a time."""
    n = sets.offered * sets.size
    runs = [drawn(sets, assessor, n * N_ROUNDS) for assessor in range(N_ASSESSORS)]
    return [run[i : i + n] for run in runs for i in range(0, n * N_ROUNDS, n)]


def share_of_new(sets: TopicSets) -> float:
    topics = [is_new for offered in rounds(sets) for is_new in offered]
    return sum(topics) / len(topics)


def test_the_first_set_is_begun_and_the_second_all_begun_or_all_new() -> None:
    begun, new = (False,) * 3, (True,) * 3
    assert set(map(tuple, rounds(THESIS))) == {begun + begun, begun + new}


def test_half_of_the_second_sets_are_new() -> None:
    """Of 2,000 draws; the standard deviation is 0.011."""
    assert sum(offered[3] for offered in rounds(THESIS)) / 2000 == pytest.approx(0.5, abs=0.04)


@pytest.mark.parametrize(
    ("sets", "share"),
    [
        (THESIS, 1 / 4),
        (TopicSets(offered=3, size=1, new_share=0.5), 1 / 3),
        (TopicSets(offered=1, size=1, new_share=0.5), 1 / 2),
        (TopicSets(offered=1, size=3, new_share=0.2), 1 / 5),
        (TopicSets(offered=2, size=3, new_share=0), 0),
        (TopicSets(offered=2, size=3, new_share=1), 1 / 2),
    ],
)
def test_the_share_of_new_topics_is_that_of_further_sets_times_their_probability(
    sets: TopicSets, share: float
) -> None:
    assert share_of_new(sets) == pytest.approx(share, abs=0.02)


def test_topics_drawn_by_themselves_come_as_policies_before_sets_drew_them() -> None:
    """A set of one topic: what a stored version draws must not change."""
    sets = TopicSets(offered=3, size=1, new_share=0.5)
    assert "".join("bn"[is_new] for is_new in drawn(sets, 11, 24)) == "bnnbnbbnbbbbbbnbbbbbbbnb"


def test_the_same_seed_draws_the_same_and_another_does_not() -> None:
    sets = TopicSets(offered=2, size=3, new_share=0.5)
    assert drawn(sets, 1, 60) == drawn(sets, 1, 60)
    assert drawn(sets, 1, 60) != drawn(sets, 1, 60, seed=8)
    assert drawn(sets, 1, 60) != drawn(sets, 2, 60)
