from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

import numpy as np
import pytest

from benchmarks.active.agreement import (
    Agreement,
    agreement,
    labels_of,
    scores,
    significant_signs,
    tau,
)
from benchmarks.active.collections import FullyLabelled, Topic, collection_named
from benchmarks.active.reviews import Reviewed, Sampled, reviewed, sampled
from benchmarks.active.rules import Ended, ends
from benchmarks.active.simulating import ONE_BY_ONE, judged_order, recall_at
from benchmarks.running.lines import Axis, lines_svg
from regrade.active.building import build_features
from regrade.active.continual import Continual
from regrade.active.stopping.autostop import Draws
from regrade.active.stopping.review import Review
from regrade.active.strategy import Judged, Ordinals
from regrade.measures import Rankings
from tests.real.real_data import needs_real_data

TOPIC = Topic("tea", frozenset({3, 7, 99}))


class InOrder:
    """Ordinals from 0 to 19, upwards; asserts that labels are those of the topic."""

    def choose(self, judged: Judged, n: int, seed: int) -> Ordinals:
        assert judged.is_relevant.tolist() == [one in TOPIC.relevant for one in judged.passages]
        return np.arange(judged.passages.size, min(20, judged.passages.size + n))


def test_a_simulation_judges_batch_after_batch() -> None:
    assert judged_order(InOrder(), TOPIC, 12, 1).tolist() == [*range(12)]
    assert judged_order(InOrder(), TOPIC, 50, 1).tolist() == [*range(20)]


def test_recall_counts_relevant_passages_that_were_never_judged() -> None:
    assert recall_at(np.arange(20), TOPIC, [3, 4, 8, 50]).tolist() == [0, 1 / 3, 2 / 3, 2 / 3]


class Asked:
    """Ordinals upwards; records with which size and seed it was asked."""

    def __init__(self) -> None:
        self.calls: list[tuple[int, int]] = []

    def choose(self, judged: Judged, n: int, seed: int) -> Ordinals:
        self.calls.append((n, seed))
        return np.arange(judged.passages.size, judged.passages.size + n)


def test_batches_grow_and_draw_from_seeds_of_their_own() -> None:
    asked = Asked()
    judged_order(asked, TOPIC, 5, 7)
    assert asked.calls == [(1, 7), (2, 8), (2, 9)]


def test_runs_are_asked_for_one_passage_at_a_time_under_one_seed() -> None:
    asked = Asked()
    judged_order(asked, TOPIC, 3, 7, ONE_BY_ONE)
    assert asked.calls == [(1, 7)] * 3


LABELLED = FullyLabelled(
    "two topics",
    [""] * 6,
    [
        Topic("tea", frozenset({0, 1}), {0: 1, 1: 2, 2: 0}),
        Topic("dog", frozenset({3}), {3: 1, 4: 0}),
    ],
)
RUNS = [Rankings(np.array([0, 2, 4]), np.array(run)) for run in ([0, 1, 4, 3], [2, 1, 3, 4])]


def test_passages_that_a_pool_did_not_judge_are_not_relevant() -> None:
    full = scores(RUNS, labels_of(LABELLED, None))["AP"]
    pool = scores(RUNS, labels_of(LABELLED, [np.array([5, 1]), np.array([3])]))["AP"]
    assert full.tolist() == [[1, 0.5], [0.25, 1]]
    assert pool.tolist() == [[0.5, 0.5], [0.5, 1]]
    assert tau(full, pool) == -1


def test_a_pool_without_relevant_passages_ties_all_runs() -> None:
    full = scores(RUNS, labels_of(LABELLED, None))["AP"]
    pool = scores(RUNS, labels_of(LABELLED, [np.array([5]), np.array([4])]))["AP"]
    assert tau(full, pool) == 0


def test_significant_pairs_agree_with_their_sign() -> None:
    full, pool = np.array([1, 1, -1, -1, 0, 0]), np.array([1, -1, -1, 0, 1, 0])
    found = agreement(full, pool)
    assert found == Agreement(n_full=4, n_pool=4, n_both=2, n_opposite=1)
    assert (found.precision, found.recall, found.f1) == (0.5, 0.5, 0.5)


@pytest.mark.parametrize(("full", "f1"), [([0, 0], 1.0), ([0, -1], 0.0)])
def test_a_pool_without_significant_pairs_has_no_precision(full: list[int], f1: float) -> None:
    found = agreement(np.array(full), np.array([0, 0]))
    assert (found.precision, found.f1) == (None, f1)


def test_p_values_of_all_pairs_are_corrected_together() -> None:
    """Six topics that differ the same way have p = 2 / 64; five have 2 / 32, above .05."""
    steps = np.linspace(0.01, 0.02, 6)
    better, partly = 0.5 + steps, np.where(np.arange(6) < 5, 0.5 - steps, 0.5)
    assert significant_signs(np.array([np.full(6, 0.5), better])).tolist() == [1]
    assert significant_signs(np.array([np.full(6, 0.5), partly])).tolist() == [0]
    # p = 1/32, 1/16 and 1/32; Benjamini and Hochberg multiply the first and last by 3/2.
    assert significant_signs(np.array([np.full(6, 0.5), better, partly])).tolist() == [1, 0, -1]


TEA = [f"tea {word}" for word in ("black", "green", "cold", "warm", "dear")]
OTHERS = [f"{one} {other}" for one in ("dog", "cat", "cow", "hen", "pig") for other in "abcde"]
FEATURES = build_features([*TEA, *OTHERS])
ABOUT_TEA = Topic("tea", frozenset(range(5)))


@pytest.fixture(scope="module")
def strategy() -> Continual:
    return Continual(FEATURES, FEATURES.topic("tea"))


def test_a_review_judges_each_passage_once(strategy: Continual) -> None:
    whole = reviewed(strategy, ABOUT_TEA, 1)
    assert sorted(whole.passages.tolist()) == [*range(30)]
    assert whole.batches.tolist() == [1, 2, 3, 4, 5, 6, 7, 2]
    assert whole.sums.shape == (4, 8)
    assert set(whole.passages[:5].tolist()) == set(range(5))


def test_autostop_judges_a_passage_once_and_counts_every_draw(strategy: Continual) -> None:
    found = sampled(strategy, ABOUT_TEA, 1)
    assert found.draws.sizes.tolist()[:4] == [1, 2, 3, 4]
    assert 60 <= found.draws.sizes.sum() < 90
    assert found.review.judged[-1] < 30
    assert found.draws.ranks.size == found.review.found[-1]


NOTHING_DRAWN = Sampled(
    Review(np.zeros(1, np.bool_), np.ones(1, np.int64), 30),
    Draws(np.ones(1, np.int64), np.array([30]), np.zeros(0, np.int64)),
)


def in_order(batches: Sequence[int]) -> Reviewed:
    """A review of passages from 0 upwards."""
    return Reviewed(np.arange(30), np.array(batches), np.zeros((4, len(batches))))


def test_a_rule_costs_what_is_judged_when_it_stops(strategy: Continual) -> None:
    drawn = sampled(strategy, ABOUT_TEA, 1)
    found = ends(ABOUT_TEA, in_order([3, 3, 9, 15]), drawn, 0.8, np.random.default_rng(1))
    assert found["as soon as it can"] == Ended(True, 1.0, 6, 0.2)
    assert found["Half"] == Ended(True, 1.0, 15, 0.5)
    assert found["Knee"] == Ended(False, 1.0, 30, 1.0)


def test_a_control_sample_that_holds_everything_leaves_nothing_to_stop(strategy: Continual) -> None:
    """With five relevant passages, fewer than the 14 that the rule needs, all are drawn."""
    drawn = sampled(strategy, ABOUT_TEA, 1)
    found = ends(ABOUT_TEA, in_order([5, 25]), drawn, 0.8, np.random.default_rng(1))
    assert found["QBCB, no limit"] == Ended(False, 1.0, 30, 1.0)


def test_a_control_sample_costs_what_the_review_has_not_come_to() -> None:
    topic = Topic("tea", frozenset(range(25)))
    control = np.random.default_rng(1).permutation(30)
    needed = control[: np.flatnonzero(np.cumsum(control < 25) >= 14)[0] + 1]
    found = ends(topic, in_order([25, 5]), NOTHING_DRAWN, 0.8, np.random.default_rng(1))
    assert found["QBCB, no limit"].n_judged == 25 + np.count_nonzero(needed >= 25)


def test_a_figure_names_its_lines_in_the_order_of_their_ends() -> None:
    svg = lines_svg(
        "A & B", Axis("judgments", 2, (1, 2)), "recall", {"low": [0, 0.5], "up": [0, 1]}
    )
    texts = [one.text for one in ElementTree.fromstring(svg).findall(".//{*}text")]
    assert texts[0] == "A & B"
    assert texts[-2:] == ["up", "low"]


@needs_real_data
def test_labels_of_cranfield_name_topics_by_their_position() -> None:
    cranfield = collection_named("Cranfield")
    third = cranfield.topics[2]
    assert (len(cranfield.texts), len(cranfield.topics)) == (1398, 225)
    assert "heat conduction" in third.query
    assert sum("heat" in cranfield.texts[one] for one in third.relevant) > len(third.relevant) / 2
