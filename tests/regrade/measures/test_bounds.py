from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.measures import JudgedTopics, Rankings, judge, parse_measure, score_bounds
from tests.oracles import pytrec_eval

NAMES = [
    *("RR@3", "MFR@3", "P@3", "P(relative=True)@3", "Success@2", "RBP(p=0.8)@3", "ERR@3", "DCG@3"),
    *("nDCG@3", "nDCG(dcg='exp-log2')", "AP", "AP@3", "R@3", "F@3", "IPrec@0.5", "nERR@3"),
    *("SetP", "SetR", "SetF", "SetAP", "RBP(p=0.5,graded=True)"),
]
TOP = 2
Label = int | None


def packed(ranked: Sequence[Label], missed: list[int]) -> tuple[Rankings, JudgedTopics]:
    """One topic whose passages are numbered by rank; what was missed follows."""
    return packed_topics([ranked], missed)


def packed_topics(
    topics: Sequence[Sequence[Label]], missed: list[int]
) -> tuple[Rankings, JudgedTopics]:
    labels = [
        [(i, label) for i, label in enumerate([*ranked, *missed]) if label is not None]
        for ranked in topics
    ]
    flat = [pair for of_topic in labels for pair in of_topic]
    passages, relevances = np.array(flat, np.int64).reshape(-1, 2).T
    starts = np.cumsum([0, *map(len, labels)])
    ordinals = np.concatenate([np.arange(len(ranked)) for ranked in topics])
    rankings = Rankings(np.cumsum([0, *map(len, topics)]), ordinals)
    return rankings, JudgedTopics(starts, passages, relevances, 1, TOP)


@given(
    ranked=st.lists(st.sampled_from([0, 1, 2, None, None]), min_size=1, max_size=5),
    missed=st.lists(st.integers(0, TOP), max_size=2),
)
def test_no_labels_on_unjudged_passages_leave_the_bounds(
    ranked: list[Label], missed: list[int]
) -> None:
    """Each way to judge the unjudged is a topic of its own."""
    choices = [range(TOP + 1) if label is None else [label] for label in ranked]
    filled = judge(*packed_topics(list(product(*choices)), missed))
    for measure in map(parse_measure, NAMES):
        bounds = score_bounds(measure, *packed(ranked, missed))
        sign = -1 if measure.lower_is_better else 1
        values = sign * measure.score(filled)
        assert (values <= sign * bounds.optimistic[0] + 1e-12).all(), measure.name
        is_above = values >= sign * bounds.pessimistic[0] - 1e-12
        assert not bounds.is_floor or is_above.all(), measure.name


def test_more_labels_can_lower_a_measure_that_divides_by_what_is_relevant() -> None:
    bounds = score_bounds(parse_measure("AP"), *packed([2, 0, None], []))
    assert (bounds.pessimistic[0], bounds.is_floor) == (1.0, False)
    assert parse_measure("AP").score(judge(*packed([2, 0, 2], [])))[0] < 1.0


def test_optimistic_rbp_is_rbp_and_its_residual_without_the_unseen_tail() -> None:
    bounds = score_bounds(parse_measure("RBP(p=0.8)@5"), *packed([1, None, 0, None], [2]))
    assert bounds.residual is not None
    unseen = 0.8**4
    assert bounds.optimistic == pytest.approx(bounds.pessimistic + bounds.residual - unseen)


def test_scores_by_hand() -> None:
    """Ranks: unjudged, not relevant, relevant, unjudged."""
    bounds = score_bounds(parse_measure("P@4"), *packed([None, 0, 1, None], [2]))
    values = [float(each[0]) for each in bounds[:4] if each is not None]
    assert values == [1 / 4, 3 / 4, 1 / 4, 2 / 4]
    first = score_bounds(parse_measure("RR"), *packed([None, 0, 1, None], [2]))
    assert [float(each[0]) for each in first[:3] if each is not None] == [1 / 3, 1.0, 1 / 2]


@given(ranked=st.lists(st.sampled_from([0, 1, 2, None]), min_size=1, max_size=8))
def test_optimistic_scores_equal_trec_eval_on_labels_filled_in(ranked: list[Label]) -> None:
    qrels = {f"d{i}": TOP if label is None else label for i, label in enumerate(ranked)}
    scores = {f"d{i}": -float(i) for i in range(len(ranked))}
    asked = {"P.3": "P@3", "recip_rank": "RR", "success.5": "Success@5"}
    evaluator = pytrec_eval.RelevanceEvaluator({"q": qrels}, set(asked))
    expected = evaluator.evaluate({"q": scores})["q"]
    rankings = judge(*packed(ranked, []), unjudged="optimistic")
    for theirs, ours in asked.items():
        value = parse_measure(ours).score(rankings)[0]
        assert value == pytest.approx(expected[theirs.replace(".", "_")], abs=1e-9)


def test_optimistic_gain_is_that_of_ndcg_set_to_reward_unjudged_passages() -> None:
    given_ = packed([None, 1, None, 2], [2, 1])
    found = parse_measure("nDCG(unjudged=2)@4").score(judge(*given_))
    assert parse_measure("nDCG@4").score(judge(*given_, unjudged="optimistic")) == found


def test_optimistic_relevance_can_be_lower_than_the_top() -> None:
    rankings = judge(*packed([None, 1], []), unjudged="optimistic", relevance=1)
    assert rankings.hits.relevances.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Bpref", "skips unjudged"),
        ("Rprec", "how far it looks"),
        ("Judged@5", "does not say how good"),
        ("NumRel", "does not say how good"),
        ("P(judged_only=True)@5", "leaves nothing unjudged"),
        ("nDCG(unjudged=1)@10", "a gain of its own for unjudged"),
        ("DCG(gains={1:3,2:1})@10", "gains do not rise"),
        ("DCG(gains={1:1,2:10})@10", "gains do not rise"),  # 3 gains 3
    ],
)
def test_score_bounds_of_a_measure_without_them_refuses(name: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        score_bounds(parse_measure(name), *packed([1, None], []))


def test_judge_with_a_relevance_for_another_treatment_refuses() -> None:
    with pytest.raises(ValueError, match="optimistic treatment"):
        judge(*packed([1], []), unjudged="condensed", relevance=1)
