"""Whole numbers as ids stand for their decimal text, wherever the library takes ids."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from regrade.aggregation import AggregationPolicy, aggregate
from regrade.agreement import agreement_report
from regrade.documents import DocumentLabel, DocumentPattern, roll_up_labels
from regrade.given import whole_array
from regrade.measures import JudgedTopics, Rankings, evaluate, pack_labels, parse_measures
from regrade.pooling import PooledRuns, leave_out
from regrade.significance import rbo
from regrade.votes import Vote, pack

Id = Callable[[int], Any]
MEASURES = "RR, nDCG, AP"
BY_SUBTOPIC = "alpha_nDCG@5, ERR_IA@5, StRecall@5"


def measured(qrels: Any, run: Any, measures: str) -> Any:
    answer = evaluate(qrels, run, measures)
    return answer.query_ids, answer.missing, {n: v.tolist() for n, v in answer.values.items()}


def evaluated(of_labels: Id, of_run: Id) -> Any:
    # Ties between 8, 9, 10 and 11: by text the order is 9, 8, 11, 10.
    qrels = {of_labels(2): {of_labels(10): 2, of_labels(9): 0, of_labels(8): 1}, of_labels(10): {}}
    run = {of_run(2): {of_run(n): 1.0 for n in (8, 9, 10, 11)}, of_run(3): {}}
    return measured(qrels, run, MEASURES)


def by_subtopic(of_labels: Id, of_run: Id) -> Any:
    passages = {of_labels(n): {of_labels(n % 3): 1} for n in (9, 10, 11, 12)}
    run = {of_run(1): {of_run(n): 1.0 for n in (9, 10, 11)}}
    return measured({of_labels(1): passages}, run, BY_SUBTOPIC)


def overlap(first: Id, second: Id) -> Any:
    return rbo([first(10), [first(9), first(8)]], [second(9), second(10), second(7)])


def voted(topic: Id, assessor: Id) -> Any:
    votes = [Vote(topic(t), 5, assessor(a), (t + a) % 3) for t in (9, 10) for a in (1, 2, 10)]
    labels = aggregate(
        votes,
        AggregationPolicy(aggregate="median", decisions="override"),
        scale=range(3),
        only_topics={topic(10)},
        only_assessors={assessor(2), assessor(10)},
        decisions={(topic(10), 6): 1},
    )
    rows = agreement_report(votes, by="topic"), agreement_report(votes, by="assessor")
    return labels.labels, rows, pack(votes).assessors


def rolled(topic: Id, document: Id) -> Any:
    labels = [DocumentLabel(topic(1), document(7), 1), DocumentLabel("1", "7", 2)]
    return roll_up_labels(labels, "sum"), DocumentPattern("(.).").place(document(71))


def pooled(first: Id, second: Id) -> Any:
    runs = [Rankings(np.array([0, 2]), np.array(top)) for top in ([1, 3], [7, 3], [7, 1])]
    labels = JudgedTopics(np.array([0, 3]), np.array([1, 3, 7]), np.array([0, 1, 1]))
    groups = [first(4), second(4), first(5)]
    return leave_out(parse_measures("P@2"), PooledRuns(runs, labels, depth=2, groups=groups))


TAKERS = [evaluated, by_subtopic, overlap, voted, rolled, pooled]


@pytest.mark.parametrize("taker", TAKERS)
@pytest.mark.parametrize("kind", [int, np.int64])
def test_whole_numbers_as_ids_mean_their_decimal_text(
    taker: Callable[[Id, Id], Any], kind: Id
) -> None:
    expected = taker(str, str)
    assert taker(kind, kind) == expected
    assert taker(kind, str) == expected
    assert taker(str, kind) == expected


def test_ties_of_whole_numbers_go_by_their_text_descending() -> None:
    run: Any = {"1": {9: 1.0, 10: 1.0}}
    qrels: Any = {"1": {10: 1}}
    assert evaluate(qrels, run, "RR").mean("RR") == 0.5


@pytest.mark.parametrize("strange", [1.5, None, True, b"a", ("a", 1)])
def test_ids_of_other_types_are_refused_wherever_they_stand(strange: Any) -> None:
    good: Any = {"1": {"a": 1, "b": 0, "c": 0}}
    odd = {"a": 1, strange: 0, "c": 0}
    calls: list[Callable[[], object]] = [
        lambda: evaluate({strange: {"a": 1}}, good, "RR"),
        lambda: evaluate({"1": odd}, good, "RR"),
        lambda: evaluate(good, {"1": {**odd, "a": 2.0}}, "RR"),
        lambda: evaluate({"1": {"a": {strange: 1}}}, good, "alpha_nDCG@5"),
        lambda: pack_labels({"1": odd}),
        lambda: pack([Vote(strange, 1, "alice", 1)]),
        lambda: pack([Vote("1", 1, strange, 1)]),
        lambda: roll_up_labels([DocumentLabel("1", strange, 1)], "max"),
        lambda: DocumentPattern("(.)").place(strange),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="is neither a string nor a whole number"):
            call()


def test_an_id_as_a_number_and_as_text_is_refused() -> None:
    run: Any = {"1": {"10": 1.0, "a": 2.0, 10: 3.0}}
    with pytest.raises(ValueError, match="doc_id 10 appears as a number and as text"):
        evaluate({"1": {"10": 1}}, run, "RR")


@pytest.mark.parametrize("passage", ["7", 7.5, None])
def test_votes_are_of_passages_by_number(passage: Any) -> None:
    with pytest.raises(ValueError, match="passages of votes are whole numbers"):
        pack([Vote("1", passage, "alice", 1)])


def test_whole_numbers_may_be_unsigned_and_fit_their_array() -> None:
    assert whole_array(np.array([0, 255], np.uint8), "grades").tolist() == [0, 255]
    with pytest.raises(ValueError, match="grades are whole numbers, got "):
        whole_array([1e300], "grades")


def test_a_text_of_names_to_keep_is_refused_and_a_decision_by_text_is_of_its_pair() -> None:
    votes = [Vote("q1", 5, "a", 1), Vote("q1", 5, "b", 0)]
    policy = AggregationPolicy(aggregate="majority", threshold=1, tie="highest")
    with pytest.raises(ValueError, match="the names to keep are given as a set"):
        aggregate(votes, policy, scale=range(2), only_topics="q1")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="passages of decisions are whole numbers"):
        aggregate(votes, policy, scale=range(2), decisions={("q1", 5.7): 1})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="decided twice"):
        aggregate(votes, policy, scale=range(2), decisions={("1", 5): 1, (1, 5): 0})  # type: ignore[dict-item]


def test_items_of_other_types_do_not_lower_an_overlap_in_silence() -> None:
    with pytest.raises(ValueError, match="neither a string nor a whole number"):
        rbo([1.0, 2], [1, 2])
