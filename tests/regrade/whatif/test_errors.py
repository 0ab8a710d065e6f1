from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from regrade.aggregation import AggregationPolicy
from regrade.aggregation.derive import panel_of
from regrade.measures import parse_measure
from regrade.votes.packed import PackedVotes, pack
from regrade.votes.vote import Vote
from regrade.whatif.errors import JudgingErrors, simulate_errors
from regrade.whatif.systems import Systems, match
from tests.regrade.whatif.votes import SCALE, random_rankings

N_TOPICS, N_PASSAGES = 40, 9
POLICY = AggregationPolicy(aggregate="majority", threshold=3, tie="lowest")


def erring_votes(accuracy: float) -> PackedVotes:
    """Three votes on each pair, each of the true grade or of another, all alike."""
    rng = np.random.default_rng(1)
    true = rng.integers(1, 6, (N_TOPICS, N_PASSAGES))
    votes = []
    for topic, passage in np.ndindex(true.shape):
        for person in rng.choice(6, 3, replace=False):
            others = [grade for grade in SCALE if grade != true[topic, passage]]
            is_right = rng.random() < accuracy
            grade = true[topic, passage] if is_right else rng.choice(others)
            votes.append(Vote(f"t{topic:02}", int(passage), f"a{person}", int(grade)))
    return pack(votes)


def simulated(accuracy: float, seed: int = 0) -> JudgingErrors:
    panel = panel_of(erring_votes(accuracy), POLICY, scale=SCALE)
    rng = np.random.default_rng(2)
    shape = {"n_topics": N_TOPICS, "n_passages": N_PASSAGES}
    rankings = [random_rankings(rng, **shape) for _ in range(2)]
    systems = Systems(panel, match(panel, rankings, parse_measure("P@3")))
    return simulate_errors(systems, n_draws=30, seed=seed)


def test_the_confusion_is_that_of_the_votes() -> None:
    found = simulated(0.8)
    assert np.nansum(found.confusion, axis=1) == pytest.approx(1)
    assert np.diag(found.confusion) == pytest.approx(0.8, abs=0.1)
    off = found.confusion[~np.eye(5, dtype=bool)]
    assert off.mean() == pytest.approx(0.05, abs=0.02)


def test_more_errors_move_means_further_from_the_true_ones() -> None:
    distances = []
    for accuracy in (0.95, 0.8, 0.6):
        found = simulated(accuracy)
        drawn = np.array([one.means for one in found.drawn])
        distances.append(float(np.abs(drawn - found.true.means).mean()))
    assert distances == sorted(distances)
    assert distances[2] > 3 * distances[0]


def test_draws_repeat_by_their_seed() -> None:
    first, same, other = (simulated(0.8, seed).drawn for seed in (3, 3, 4))
    assert all(np.array_equal(a.values, b.values) for a, b in zip(first, same, strict=True))
    assert not np.array_equal(first[0].values, other[0].values)


def test_decisions_do_not_err() -> None:
    votes = pack([Vote("t", passage, person, 1) for passage in range(4) for person in "ab"])
    policy = replace(POLICY, decisions="vote", tie="highest")
    decided = {("t", passage): 5 for passage in range(4)}
    rankings = [random_rankings(np.random.default_rng(0), n_topics=1) for _ in range(2)]
    for people, is_known in ((votes, True), (votes.where(votes.voters == 0), False)):
        panel = panel_of(people, policy, scale=SCALE, decisions=decided)
        systems = Systems(panel, match(panel, rankings, parse_measure("P@3")))
        if not is_known:
            with pytest.raises(ValueError, match="two votes"):
                simulate_errors(systems)
            continue
        # Both people always say 1, and are outvoted by nobody: 5 stays one vote of three.
        found = simulate_errors(systems, n_draws=5)
        assert np.nansum(found.confusion, axis=1).round(6).tolist().count(1.0) == 1


def test_votes_on_pairs_of_their_own_tell_nothing_of_errors() -> None:
    votes = pack([Vote("t", passage, f"a{passage}", 3) for passage in range(4)])
    panel = panel_of(votes, POLICY, scale=SCALE)
    rankings = [random_rankings(np.random.default_rng(0), n_topics=1) for _ in range(2)]
    systems = Systems(panel, match(panel, rankings, parse_measure("P@3")))
    with pytest.raises(ValueError, match="two votes"):
        simulate_errors(systems)
