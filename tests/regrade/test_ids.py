"""Whole numbers as ids stand for their decimal text, wherever the library takes ids."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

import numpy as np
import pytest

from regrade.aggregation import AggregationPolicy, aggregate
from regrade.agreement import agreement_report
from regrade.documents import DocumentLabel, DocumentPattern, roll_up_labels
from regrade.measures import JudgedTopics, Rankings, evaluate, pack_labels, parse_measures
from regrade.pooling import PooledRuns, leave_out
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


TAKERS = [evaluated, by_subtopic, voted, rolled, pooled]


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


@pytest.mark.parametrize("strange", [1.0, 1.5, None, True, b"a", ("a", 1)])
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


@pytest.mark.parametrize("passage", ["7", 7.5, None, 1e300, 2**63])
def test_votes_and_decisions_are_of_passages_by_number(passage: Any) -> None:
    with pytest.raises(ValueError, match="passages of votes are whole numbers"):
        pack([Vote("1", passage, "alice", 1)])
    with pytest.raises(ValueError, match="passages of decisions are whole numbers"):
        decided({("1", passage): 1})


def test_a_name_in_an_enum_is_its_text() -> None:
    make: Any = Enum
    named = make("Named", {"ALICE": "alice"}, type=str)
    packed = pack([Vote("1", 5, named("alice"), 1)])
    assert packed.assessors == ["alice"]
    assert type(packed.assessors[0]) is str


def test_one_pair_has_one_decision() -> None:
    with pytest.raises(ValueError, match="topic 1, passage 5: there are several decisions"):
        decided({(1, 5): 1, ("1", 5): 0})


def test_a_text_is_no_set_of_names() -> None:
    for names in ({"only_topics": "q1"}, {"only_assessors": "ab"}):
        with pytest.raises(ValueError, match="to keep are given as a set of names, not as '"):
            decided({}, **names)


def decided(decisions: Any, **names: Any) -> object:
    policy = AggregationPolicy(aggregate="median", decisions="override")
    votes = [Vote("1", 5, "alice", 1)]
    return aggregate(votes, policy, scale=range(3), decisions=decisions, **names)
