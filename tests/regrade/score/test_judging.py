from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.files.packed.packed_ids import PackedIds
from regrade.files.packed.packed_runs import RunColumns, pack_lines
from regrade.files.runs import RunLine
from regrade.measures import evaluate, parse_measures, score_measures
from regrade.score.judging import JudgedRun, LabelFinder, judge_by_rank, judge_by_score
from regrade.score.labels import LabelLine, Labels, pack_label_lines
from tests.tiers import examples

Scores = dict[str, dict[str, float]]
Grades = dict[str, dict[str, int]]

NAMES = "RR,AP,P@2,nDCG@3,Bpref,Rprec,Judged@3,R@2,NumRet,nDCG(unjudged=1)@3"
# Alike in their first, their last, or all but one of their bytes, and of every length.
LONG = ("a" * 40, "a" * 39 + "b", "b" + "a" * 39)
SHORT = ("1", "2", "12", "passage1", "passage2", "passage12", "é", "漢字", "\U0001f600", "\uff5e")
ids = st.sampled_from([*SHORT, *LONG])
topics = st.sampled_from(["1", "2", "10", "t"])
scores = st.dictionaries(
    topics,
    st.dictionaries(ids, st.sampled_from([-1.0, 0.0, -0.0, 0.5, 1e-300, 7.25]), min_size=1),
    min_size=1,
)
grades = st.dictionaries(topics, st.dictionaries(ids, st.integers(-1, 3), min_size=1), min_size=1)


def pack(lines: list[tuple[str, str, float]]) -> RunColumns:
    return pack_lines(RunLine(query_id, doc_id, score, 0, "") for query_id, doc_id, score in lines)


def pack_labels(qrels: Grades) -> Labels:
    lines = [
        LabelLine(q, d, "", grade) for q, labels in qrels.items() for d, grade in labels.items()
    ]
    return pack_label_lines(lines, set())


def by_score(run: Scores, qrels: Grades, seed: int | None = None) -> tuple[Labels, JudgedRun]:
    """The run's lines topic by topic, or in an order drawn by the seed."""
    lines = [(q, d, score) for q, passages in run.items() for d, score in passages.items()]
    if seed is not None:
        np.random.default_rng(seed).shuffle(lines)
    labels = pack_labels(qrels)
    return labels, judge_by_score(pack(lines), labels, LabelFinder(labels))


@examples(300)
@given(run=scores, qrels=grades, seed=st.none() | st.integers(0, 9))
def test_judge_by_score_agrees_with_evaluate(run: Scores, qrels: Grades, seed: int | None) -> None:
    if not run.keys() & qrels.keys():
        return
    labels, judged = by_score(run, qrels, seed)
    ours = score_measures(parse_measures(NAMES), judged.rankings)
    expected = evaluate(qrels, run, NAMES)
    for name, values in ours.items():
        found = dict(zip(labels.query_ids, values.tolist(), strict=True))
        assert found == pytest.approx(expected.per_topic(name), abs=1e-12), name
    assert set(judged.missing) == set(expected.missing)
    assert set(judged.unlabelled) == set(expected.unlabelled)


def test_judge_by_score_counts_tied_lines() -> None:
    run = {"1": {"a": 1.0, "b": 1.0, "c": 0.5}, "2": {"a": 0.5, "d": 0.5}}
    assert by_score(run, {"1": {"a": 1}})[1].n_tied == 4


def test_matches_are_verified_byte_by_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where every doc_id has the same hash, only its own label is found."""
    monkeypatch.setattr(PackedIds, "hashes", lambda ids: np.zeros(len(ids), np.uint64))
    run = {"1": {"abc": 3.0, "abd": 2.0, "ab": 1.0, "x": 0.5}, "2": {"abc": 1.0}}
    qrels = {"1": {"abd": 1, "abx": 1, "ab": 2, "abc": 0}, "2": {"abd": 1}}
    _, judged = by_score(run, qrels)
    hits = judged.rankings.hits
    assert hits.topics.tolist() == [0, 0, 0]
    assert hits.ranks.tolist() == [1, 2, 3]
    assert hits.relevances.tolist() == [0, 1, 2]


def test_judge_by_rank_keeps_a_rank_that_is_left_out() -> None:
    labels = pack_labels({"1": {"a": 1}, "2": {"a": 1}})
    run = pack([("1", "b", -1), ("1", "a", -3), ("2", "a", -1)])
    judged = judge_by_rank(run, labels, LabelFinder(labels))
    assert judged.rankings.hits.ranks.tolist() == [3, 1]
    assert judged.rankings.n_retrieved.tolist() == [3, 1]
    assert judged.n_gaps == 1


def test_judge_with_a_depth_looks_no_deeper() -> None:
    labels = pack_labels({"1": {"a": 1, "b": 1}})
    run = pack([("1", "a", 3), ("1", "x", 2), ("1", "b", 1)])
    judged = judge_by_score(run, labels, LabelFinder(labels), depth=2)
    assert judged.rankings.n_retrieved.tolist() == [2]
    assert judged.rankings.hits.ranks.tolist() == [1]
