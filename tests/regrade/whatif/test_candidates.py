from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from regrade.measures import JudgedTopics, Rankings, parse_measure
from regrade.whatif.candidates import find_candidates, why_not_served
from regrade.whatif.effects import pair_effects
from regrade.whatif.weights import pair_weights, rank_weights
from tests.regrade.whatif.cases import SERVED, drawn

NOT_SERVED = (
    *("R@5", "Success@5", "ERR", "Bpref", "MFR@5", "P(relative=True)@5", "AP(judged_only=True)"),
    *("nDCG(unjudged=1)@5", "nDCG(ideal='retrieved')@5"),
)


def test_candidates_are_all_labels_and_what_the_runs_retrieved_down_to_the_cutoff() -> None:
    judged = JudgedTopics(np.array([0, 2, 2]), np.array([3, 8]), np.array([1, 0]))
    first = Rankings(np.array([0, 3, 4]), np.array([8, -1, 5, 2]))
    second = Rankings(np.array([0, 3, 3]), np.array([4, 3, 7]))
    found = find_candidates(parse_measure("P@2"), judged, first, second)
    assert found.topics.tolist() == [0, 0, 0, 1]
    assert found.passages.tolist() == [3, 4, 8, 2]
    assert found.first_ranks.tolist() == [0, 0, 1, 1]
    assert found.second_ranks.tolist() == [2, 1, 0, 0]
    assert found.relevances.tolist() == [1, 0, 0, 0]
    assert found.is_labelled.tolist() == [True, False, True, False]


@pytest.mark.parametrize("name", NOT_SERVED)
def test_other_measures_are_refused(name: str) -> None:
    measure, case = parse_measure(name), drawn(0, n_topics=2, n_passages=6, n_labels=4)
    assert name in why_not_served(measure)
    with pytest.raises(ValueError, match=f"^not available for {re.escape(name)}"):
        find_candidates(measure, *case)


@pytest.mark.parametrize("name", SERVED)
def test_served_measures_are_not_refused(name: str) -> None:
    assert why_not_served(parse_measure(name)) == ""


@pytest.mark.parametrize("values", [(), (1, 1), (0.5,), (4,)])
def test_values_that_no_label_can_take_are_refused(values: tuple[int, ...]) -> None:
    measure = parse_measure("RBP(p=0.8,graded=True)")
    case = drawn(0, n_topics=2, n_passages=6, n_labels=4)
    with pytest.raises(ValueError, match=r"values|scale"):
        pair_effects(measure, *case, values=values)


def test_topics_judged_whole_are_refused() -> None:
    case = drawn(0, n_topics=2, n_passages=6, n_labels=4)
    whole = replace(case.judged, unlisted=0)
    with pytest.raises(ValueError, match="judged whole"):
        find_candidates(parse_measure("P@5"), whole, *case[1:])


@pytest.mark.parametrize("name", ["P@3", "RBP(p=0.7)", "DCG@4"])
def test_the_weight_of_a_pair_is_the_effect_of_one_unit_of_gain(name: str) -> None:
    measure, case = parse_measure(name), drawn(3, n_topics=3, n_passages=9, n_labels=7)
    case.judged.relevances[:] = 0
    judged = replace(case.judged, min_relevance=1)
    found = pair_effects(measure, judged, *case[1:], values=(1,))
    weights = pair_weights(measure, found.candidates, judged)
    assert weights == pytest.approx(found.largest, abs=1e-15)
    assert weights.max() > 0


def test_ndcg_weighs_by_the_ideal_as_it_stands() -> None:
    judged = JudgedTopics(np.array([0, 2]), np.array([1, 2]), np.array([3, 0]), 1, 3)
    first, second = (Rankings(np.array([0, 1]), np.array([passage])) for passage in (1, 2))
    measure = parse_measure("nDCG@5")
    candidates = find_candidates(measure, judged, first, second)
    assert pair_weights(measure, candidates, judged).tolist() == [1 / 3, 1 / 3]


@pytest.mark.parametrize("name", ["AP", "RR"])
def test_measures_that_are_not_linear_have_no_weight_of_a_rank(name: str) -> None:
    with pytest.raises(ValueError, match=f"^{name} has no weight"):
        rank_weights(parse_measure(name), np.array([1, 2]))
