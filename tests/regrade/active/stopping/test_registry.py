from __future__ import annotations

import numpy as np
import pytest

from regrade.active.stopping.autostop import Draws
from regrade.active.stopping.control import Control
from regrade.active.stopping.quant import ProbabilitySums
from regrade.active.stopping.registry import RULES, Aim, Evidence, Rule, stops
from regrade.active.stopping.review import Review
from tests.source_tree import ROOT


def known(review: Review) -> Evidence:
    """Evidence of every kind: a model, a control sample, and draws from one ranking."""
    looks, n_found = review.judged.size, int(review.is_relevant.sum())
    rows = np.linspace(1, 2, looks)
    return Evidence(
        ProbabilitySums(rows, 1 / rows, rows / 4, rows / 9),
        Control(n_found, np.ones(review.is_relevant.size, bool)),
        Draws(
            np.maximum(review.batches, 1),
            np.full(looks, review.n_passages),
            np.arange(1, n_found + 1),
        ),
    )


NOTHING = Review(np.zeros(0, bool), np.zeros(0, np.int64), 7)
EDGES = {
    "no passage": Review(np.zeros(0, bool), np.zeros(0, np.int64), 0),
    "nothing judged": NOTHING,
    "an empty batch": Review(np.zeros(0, bool), np.array([0]), 7),
    "none relevant": Review(np.zeros(6, bool), np.array([2, 0, 4]), 7),
    "all relevant": Review(np.ones(6, bool), np.array([2, 4]), 7),
    "all judged": Review(np.array([1, 0, 1, 0], bool), np.array([1, 1, 1, 1]), 4),
    "a single passage": Review(np.ones(1, bool), np.array([1]), 1),
}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.key)
@pytest.mark.parametrize("edge", EDGES)
def test_every_rule_answers_at_the_edges(rule: Rule, edge: str) -> None:
    review = EDGES[edge]
    stop = rule.stop(review, known(review), Aim())
    assert stop is not None
    assert stop.rule == rule.key
    assert stop.at in {None, *review.judged.tolist()}
    assert review.judged.size or (stop.at, stop.value) == (None, None)


@pytest.mark.parametrize("aim", [Aim(target=0.0), Aim(target=1.0), Aim(target=1.2)])
def test_rules_with_a_target_refuse_one_outside_0_to_1(aim: Aim) -> None:
    with pytest.raises(ValueError, match=str(aim.target)):
        stops(NOTHING, known(NOTHING), aim)


def test_rules_that_lack_their_evidence_are_left_out() -> None:
    found = {stop.rule for stop in stops(EDGES["all judged"], Evidence(), Aim())}
    assert found == {"knee", "budget", "half", "rule_2399", "batch_precision", "chm"}
    every = stops(EDGES["all judged"], known(EDGES["all judged"]), Aim())
    assert [stop.rule for stop in every] == [rule.key for rule in RULES]


def test_every_rule_says_what_it_promises_in_one_sentence_and_stands_in_the_docs() -> None:
    page = (ROOT / "docs" / "pools.md").read_text()
    for rule in RULES:
        assert rule.promise.count(".") == 1
        assert rule.promise.endswith(".")
        assert f"| {rule.name} |" in page
