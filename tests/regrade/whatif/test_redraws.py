from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regrade.aggregation import AggregationPolicy, aggregate
from regrade.aggregation.derive import panel_of
from regrade.aggregation.tallies import repeated
from regrade.measures import JudgedTopics, judge, parse_measure
from regrade.votes.packed import PackedVotes, pack
from regrade.votes.vote import Vote
from regrade.whatif.redraws import copies_of, count_ahead, redraw, share_kept
from regrade.whatif.systems import Systems, match
from tests.regrade.whatif.votes import SCALE, random_rankings, random_votes

POLICIES: list[dict[str, Any]] = [
    {"aggregate": "majority", "threshold": 3, "tie": "highest"},
    {"aggregate": "majority", "threshold": 4, "tie": "unjudged", "min_votes": 2},
    {"aggregate": "majority", "threshold": 2, "tie": "fallback"},
    {"aggregate": "plurality", "tie": "median"},
    {"aggregate": "unanimous", "threshold": 3, "tie": "fallback"},
    {"aggregate": "median", "rounding": "half-even"},
    {"aggregate": "mean", "threshold": 3, "require_fallback_relevant": True},
    {"aggregate": "lowest", "min_assessors": 4},
    {"aggregate": "highest", "decisions": "override", "gold": "expert"},
    {"aggregate": "majority", "threshold": 3, "tie": "lowest", "decisions": "vote"},
    {"aggregate": "plurality", "threshold": 3, "tie": "unjudged", "decisions": "tie"},
    {"aggregate": "dawid-skene", "tie": "highest"},
    {"aggregate": "weighted", "threshold": 3, "tie": "lowest"},
]
MEASURES = ["P@3", "nDCG@5", "AP", "RR", "nDCG(judged_only=True)@3", "Bpref"]
MEASURES += ["nDCG(unjudged=1,ideal='retrieved')@2", "MFR@3"]
BESIDE: dict[str, Any] = {
    "fallback": {"t0": [0, 1], "t1": [5], "t2": [2]},
    "only_topics": {"t0", "t1", "t3"},
    "decisions": {("t0", 0): 5, ("t1", 3): 1, ("t3", 20): 4},
    "gold": {("t0", 5): 4, ("t3", 1): 1},
}


@pytest.mark.parametrize("rules", POLICIES)
def test_systems_score_as_labels_that_the_policy_derives(rules: dict[str, Any]) -> None:
    rng = np.random.default_rng(7)
    for _ in range(4):
        votes, rankings = random_votes(rng), [random_rankings(rng) for _ in range(3)]
        policy = AggregationPolicy(**rules)
        derived = aggregate(votes, policy, scale=SCALE, **BESIDE)
        panel = panel_of(votes, policy, scale=SCALE, **BESIDE)
        judged = _judged(votes, derived)
        for measure in map(parse_measure, MEASURES):
            scored = Systems(panel, match(panel, rankings, measure)).score(
                panel.settle(panel.labels())
            )
            plain = [measure.score(judge(one, judged)) for one in rankings]
            assert np.array_equal(scored.values[:, scored.is_labelled], _of(plain, scored))
            assert scored.is_labelled.tolist() == [t in derived.by_topic for t in votes.topics]


@pytest.mark.parametrize("rules", POLICIES)
def test_a_vote_that_counts_twice_is_two_votes(rules: dict[str, Any]) -> None:
    rng = np.random.default_rng(3)
    panel = panel_of(random_votes(rng), AggregationPolicy(**rules), scale=SCALE, **BESIDE)
    copies = rng.integers(1, 4, panel.voted.pairs.size).astype(np.float64)
    weighed = panel.labels(copies)
    twice = panel.labels(votes=repeated(panel.voted, copies))
    for one, other in zip(weighed, twice, strict=True):
        assert np.array_equal(one, other, equal_nan=True)


def test_draws_come_the_same_in_blocks_and_change_with_the_seed() -> None:
    rng = np.random.default_rng(1)
    panel = panel_of(random_votes(rng), AggregationPolicy(aggregate="median"), scale=SCALE)
    rankings = [random_rankings(rng) for _ in range(2)]
    systems = Systems(panel, match(panel, rankings, parse_measure("P@3")))
    whole = redraw(systems, n_draws=6, seed=5)
    blocks = [redraw(systems, n_draws=3, first=n, seed=5) for n in (0, 3)]
    for column, *parts in zip(whole[:3], *(block[:3] for block in blocks), strict=True):
        assert np.array_equal(column, np.concatenate(parts))
    other = redraw(systems, n_draws=6, seed=6)
    assert not np.array_equal(whole.both, other.both)


def test_assessors_who_agree_leave_only_the_topics_to_chance() -> None:
    rng = np.random.default_rng(2)
    grades = {
        (topic, passage): int(rng.integers(1, 6)) for topic in range(5) for passage in range(6)
    }
    votes = pack([Vote(f"t{t}", p, f"a{a}", g) for (t, p), g in grades.items() for a in range(4)])
    panel = panel_of(votes, AggregationPolicy(aggregate="median"), scale=SCALE)
    rankings = [random_rankings(rng, n_topics=5) for _ in range(2)]
    drawn = redraw(Systems(panel, match(panel, rankings, parse_measure("P@3"))), n_draws=20)
    assert np.ptp(drawn.people, axis=0).tolist() == [0, 0]
    assert np.array_equal(drawn.both, drawn.topics)
    assert np.ptp(drawn.both, axis=0).min() > 0


def test_a_pair_that_nobody_drawn_judged_keeps_its_votes() -> None:
    votes = pack([Vote("t", passage, f"a{passage}", passage + 1) for passage in range(4)])
    panel = panel_of(votes, AggregationPolicy(aggregate="median"), scale=SCALE)
    drawn = panel.labels(np.array([0.0, 2.0, 0.0, 1.0]))
    assert drawn.relevances.tolist() == [1, 2, 3, 4]
    share, people, n_missed = share_kept(votes, np.arange(4)), np.arange(4), 0
    for seed in range(500):
        copies = copies_of(votes, people, np.random.default_rng(seed))
        assert copies.sum() == 4
        n_missed += int((copies == 0).sum())
    assert share == pytest.approx((3 / 4) ** 4)
    assert n_missed / 2000 == pytest.approx(share, abs=0.03)


def test_ahead_counts_strict_wins_places_and_no_empty_draws() -> None:
    means = np.array([[0.3, 0.2, 0.2], [0.1, 0.2, 0.3], [np.nan] * 3])
    ahead = count_ahead(means)
    assert ahead.n_draws == 2
    assert ahead.n_ahead.tolist() == [[0, 1, 1], [1, 0, 0], [1, 1, 0]]
    assert ahead.places.tolist() == [[1, 0, 1], [0, 2, 0], [1, 1, 0]]
    assert count_ahead(means, lower_is_better=True).n_ahead.tolist() == [
        *([0, 1, 1], [1, 0, 1], [1, 0, 0])
    ]


def _judged(votes: PackedVotes, derived: Any) -> JudgedTopics:
    given = [derived.by_topic.get(topic, (np.zeros(0, int),) * 2) for topic in votes.topics]
    return JudgedTopics(
        np.cumsum([0, *(passages.size for passages, _ in given)]),
        np.concatenate([passages for passages, _ in given]),
        np.concatenate([relevances for _, relevances in given]),
        derived.min_relevance,
        max(derived.scale),
    )


def _of(plain: list[Any], scored: Any) -> np.ndarray:
    return np.array(plain)[:, scored.is_labelled]
