from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from regrade.aggregation import AggregationPolicy, aggregate
from regrade.aggregation.derive import panel_of
from regrade.measures import JudgedTopics, judge, parse_measure
from regrade.votes.packed import pack
from regrade.votes.vote import Vote
from regrade.whatif.single_votes import SingleVotes, differences_by_vote
from regrade.whatif.systems import Systems, match
from tests.regrade.whatif.votes import SCALE, random_rankings

POLICY = AggregationPolicy(aggregate="median")
MEASURE = parse_measure("nDCG@3")


def votes_of(people_by_topic: dict[str, str], n_passages: int = 4) -> list[Vote]:
    """A random vote of each of the topic's people, one letter each, on each passage."""
    rng = np.random.default_rng(5)
    return [
        Vote(topic, passage, person, int(rng.integers(1, 6)))
        for topic, people in people_by_topic.items()
        for passage in range(n_passages)
        for person in people
    ]


def table_of(
    votes: list[Vote], policy: AggregationPolicy = POLICY, **beside: Any
) -> tuple[SingleVotes, list[np.ndarray]]:
    """The table, and as its oracle the runs' difference under each person's votes alone."""
    panel, rng = panel_of(votes, policy, scale=SCALE, **beside), np.random.default_rng(6)
    n_topics = len(panel.votes.topics)
    rankings = [random_rankings(rng, n_topics=n_topics, n_passages=4) for _ in range(2)]
    found = differences_by_vote(Systems(panel, match(panel, rankings, MEASURE)))
    by_person = []
    for person in sorted({vote.assessor for vote in votes}):
        alone = aggregate([vote for vote in votes if vote.assessor == person], POLICY, scale=SCALE)
        labels: list[Any] = [alone.by_topic.get(topic, ([], [])) for topic in panel.votes.topics]
        judged = JudgedTopics(
            np.cumsum([0, *(len(passages) for passages, _ in labels)]),
            np.concatenate([passages for passages, _ in labels]).astype(np.int64),
            np.concatenate([relevances for _, relevances in labels]).astype(np.int64),
            max_relevance=5,
        )
        one, other = (MEASURE.score(judge(run, judged)) for run in rankings)
        by_person.append(other - one)
    return found, by_person


def test_columns_are_the_people_where_the_same_ones_judged_all() -> None:
    found, by_person = table_of(votes_of(dict.fromkeys(["t0", "t1", "t2"], "abc")))
    assert found.topics.tolist() == [0, 1, 2]
    assert np.array_equal(found.differences, np.array(by_person).T)


def test_each_topic_has_its_own_people_in_the_order_of_names() -> None:
    found, by_person = table_of(votes_of({"t0": "ab", "t1": "bc", "t2": "ac"}))
    a, b, c = by_person
    expected = [[a[0], b[0]], [b[1], c[1]], [a[2], c[2]]]
    assert np.array_equal(found.differences, np.array(expected))


def test_the_number_of_votes_is_that_which_leaves_most_to_the_residual() -> None:
    # Two votes on six topics leave 5 degrees of freedom, three votes on three leave 4.
    people = {f"t{number}": "abc" if number < 3 else "ab" for number in range(6)}
    assert table_of(votes_of(people))[0].differences.shape == (6, 2)
    people = {f"t{number}": "abc" if number < 4 else "ab" for number in range(6)}
    assert table_of(votes_of(people))[0].topics.tolist() == [0, 1, 2, 3]


def test_topics_with_a_pair_that_has_one_vote_are_left_out() -> None:
    votes = [*votes_of({"t0": "ab", "t1": "ab", "t2": "ab"}), Vote("t1", 9, "a", 3)]
    assert table_of(votes)[0].topics.tolist() == [0, 2]


def test_topics_that_the_policy_drops_are_left_out() -> None:
    votes = votes_of(dict.fromkeys(["t0", "t1", "t2", "t3"], "ab"))
    found, by_person = table_of(votes, only_topics={"t1", "t3"})
    assert found.topics.tolist() == [1, 3]
    assert np.array_equal(found.differences, np.array(by_person).T[[1, 3]])


def test_decisions_that_count_as_votes_are_nobody_s() -> None:
    votes = votes_of(dict.fromkeys(["t0", "t1", "t2"], "a"))
    policy = replace(POLICY, decisions="vote")
    decided = {(vote.topic, vote.passage): 3 for vote in votes}
    with pytest.raises(ValueError, match="two votes"):
        table_of(votes, policy, decisions=decided)


def test_single_votes_make_no_table() -> None:
    votes = pack(votes_of({"t0": "a", "t1": "b"}))
    panel = panel_of(votes, POLICY, scale=SCALE)
    rankings = [random_rankings(np.random.default_rng(0), n_topics=2) for _ in range(2)]
    with pytest.raises(ValueError, match="two votes"):
        differences_by_vote(Systems(panel, match(panel, rankings, MEASURE)))
