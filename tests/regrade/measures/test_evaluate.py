from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from regrade.measures import Columns, Measure, MeasureError, evaluate, parse_measure
from tests.refusals import refused

QRELS = {"1": {"a": 1, "b": 0}, "2": {"a": 2}}
RUN = {"1": {"b": 2.0, "a": 1.0}, "2": {"a": 1.0}}


@pytest.mark.parametrize("twice", ["AP, MAP", ["AP", "MAP"], [parse_measure("AP"), "AP"]])
def test_a_measure_asked_for_twice_is_refused(twice: str | list[str | Measure]) -> None:
    with refused(MeasureError, "measure_twice", says="AP"):
        evaluate(QRELS, RUN, twice)


def test_evaluate_answers_by_name_and_topic() -> None:
    measured = evaluate(QRELS, RUN, "RR@10, P@1")
    assert measured.query_ids == ("1", "2")
    assert list(measured.values) == ["RR@10", "P@1"]
    assert measured.per_topic("RR@10") == {"1": 0.5, "2": 1.0}
    assert measured.mean("RR@10") == 0.75
    assert measured.total("P@1") == 1.0


def test_geometric_mean_takes_zero_for_a_hundred_thousandth() -> None:
    measured = evaluate(QRELS, {"2": {"a": 1.0}}, "RR")
    assert measured.geometric_mean("RR") == pytest.approx(math.sqrt(1e-5))


def test_evaluate_takes_the_threshold_and_the_top_of_the_scale() -> None:
    assert evaluate(QRELS, RUN, "R@5", min_relevance=2).per_topic("R@5") == {"1": 0, "2": 1}
    assert evaluate(QRELS, RUN, "ERR@5", max_relevance=3).per_topic("ERR@5")["2"] == 3 / 8


def test_evaluate_of_columns_equals_that_of_dictionaries() -> None:
    qrels = Columns(np.array(["2", "1", "1"]), np.array(["a", "b", "a"]), np.array([2, 0, 1]))
    run = Columns(["1", "2", "1"], ["a", "a", "b"], [1.0, 1.0, 2.0])
    measured = evaluate(qrels, run, "RR, nDCG")
    expected = evaluate(QRELS, RUN, "RR, nDCG")
    assert measured.query_ids == ("2", "1")
    for name in expected.values:
        assert measured.per_topic(name) == expected.per_topic(name)


def test_evaluate_takes_whole_numbers_for_ids_by_their_digits() -> None:
    qrels = Columns(np.array([1, 1]), np.array([10, 9]), [1, 0])
    assert evaluate(qrels, {"1": {"10": 1.0, "9": 1.0}}, "RR").mean("RR") == 0.5


def test_evaluate_takes_the_numbers_of_numpy() -> None:
    qrels: Any = {"1": {"a": np.int64(1), "b": np.float64(0)}}
    run: Any = {"1": {"a": np.float32(1)}}
    assert evaluate(qrels, run, "RR").mean("RR") == 1.0


def test_evaluate_keeps_infinite_scores_in_order() -> None:
    run = {"1": {"a": -math.inf, "b": math.inf, "c": 0.0}}
    assert evaluate({"1": {"a": 1}}, run, "RR").mean("RR") == pytest.approx(1 / 3)


def test_evaluate_takes_minus_zero_and_zero_for_a_tie() -> None:
    assert evaluate({"1": {"a": 1}}, {"1": {"a": 0.0, "b": -0.0}}, "RR").mean("RR") == 0.5


def test_evaluate_takes_whole_scores_that_are_one_double_for_a_tie() -> None:
    run = {"1": {"a": 2**53, "b": 2**53 + 1}}
    assert evaluate({"1": {"a": 1, "b": 1}}, run, "AP").mean("AP") == 1.0
    assert evaluate({"1": {"a": 1}}, run, "RR").mean("RR") == 0.5


@pytest.mark.parametrize(
    ("qrels", "run", "named"),
    [
        (QRELS, {"1": {"a": math.nan}}, "passage a in topic 1"),
        ({"1": {"a": "1"}}, RUN, "relevance 1 of passage a in topic 1"),
        ({"1": {"a": Fraction(1, 2)}}, RUN, "relevance 1/2 of passage a in topic 1"),
        (Columns(["1"], ["a", "b"], [1]), RUN, "1 query ids, 2 doc_ids and 1 relevances"),
        (QRELS, Columns(["1"], ["a"], []), "1 query ids, 1 doc_ids and 0 scores"),
        (QRELS, Columns([1.5], ["a"], [1]), "the id 1.5"),
        (QRELS, Columns([], [], []), "the 0 topics of the run and the 2 of the labels"),
    ],
)
def test_evaluate_of_bad_input_says_what_is_wrong(qrels: Any, run: Any, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        evaluate(qrels, run, "AP")


def test_evaluate_of_an_unknown_measure_is_refused() -> None:
    with refused(MeasureError, "unknown_measure"):
        evaluate(QRELS, RUN, "nDGC@10")


@pytest.mark.parametrize("name", ["RR@10", "MRR@10", "RR(judged_only=False)@10"])
def test_values_go_by_any_spelling_of_their_measure(name: str) -> None:
    answer = evaluate(QRELS, RUN, "MRR@10, AP")
    assert answer.mean(name) == float(answer.values["RR@10"].mean())
    assert answer.per_topic(name) == answer.per_topic("RR@10")


def test_a_measure_that_was_not_asked_for_names_those_that_were() -> None:
    with pytest.raises(ValueError, match=r"P@5 was not asked for; there are RR@10, AP$"):
        evaluate(QRELS, RUN, "MRR@10, AP").total("P@5")
