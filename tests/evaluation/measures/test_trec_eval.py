from __future__ import annotations

import numpy as np
import pytest
import pytrec_eval
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from evaluation.measures import evaluate, parse_measures, score_measures
from tests.evaluation.measures.rankings import pack, ranking, value

TREC_NAMES = {
    "RR": "recip_rank",
    "P@1": "P_1",
    "P@3": "P_3",
    "P@10": "P_10",
    "R@3": "recall_3",
    "R@10": "recall_10",
    "AP": "map",
    "AP@3": "map_cut_3",
    "nDCG": "ndcg",
    "nDCG@3": "ndcg_cut_3",
    "nDCG@10": "ndcg_cut_10",
    "Rprec": "Rprec",
    "Success@1": "success_1",
    "Success@3": "success_3",
    "Bpref": "bpref",
}
DOC_IDS = st.sampled_from([*map(str, range(20)), "é", "𐍈", "ﬀ", "A", "a"])


@settings(deadline=None)
@given(
    qrels=st.dictionaries(DOC_IDS, st.integers(-2, 3), min_size=1),
    scores=st.dictionaries(DOC_IDS, st.integers(-3, 3).map(float), min_size=1),
    level=st.integers(1, 4),
)
def test_every_measure_of_trec_eval_agrees_with_it(
    qrels: dict[str, int], scores: dict[str, float], level: int
) -> None:
    """Ties, negative relevance, unjudged and unretrieved passages and all thresholds."""
    assume(max(qrels.values()) >= 0)  # else pytrec_eval itself crashes
    evaluator = pytrec_eval.RelevanceEvaluator(
        {"q": qrels}, set(TREC_NAMES.values()), relevance_level=level
    )
    expected = evaluator.evaluate({"q": scores})["q"]
    given = pack({"q": qrels}, {"q": scores}, min_relevance=level)
    ours = score_measures(parse_measures(",".join(TREC_NAMES)), given)
    for name, trec_name in TREC_NAMES.items():
        assert ours[name][0] == pytest.approx(expected[trec_name], abs=1e-9), name


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("RR", 1 / 2),
        ("RR@2", 1 / 2),
        ("RR@1", 0),
        ("RR(rel=2)", 1 / 4),
        ("P@4", 2 / 4),
        ("R@4", 2 / 3),
        ("AP", (1 / 2 + 2 / 4) / 3),
        ("AP@2", (1 / 2) / 3),
        ("Rprec", 1 / 3),
        ("Success@1", 0),
        ("Success@2", 1),
        ("Bpref", (0 + 0) / 3),
    ],
)
def test_measures_of_trec_eval_by_hand(name: str, expected: float) -> None:
    given = ranking(0, 1, None, 2, missed=[1])
    assert value(name, given) == pytest.approx(expected)


def test_rr_with_a_cutoff_keeps_the_rank_at_the_cutoff() -> None:
    for rank in range(1, 100):
        given = ranking(*[0] * (rank - 1), 1)
        assert value(f"RR@{rank}", given) == 1 / rank
        assert rank == 1 or value(f"RR@{rank - 1}", given) == 0.0


def test_a_threshold_in_the_name_equals_that_of_the_labels() -> None:
    relevances = (1, None, 0, 2, 3, 1)
    for name in ("RR", "P@5", "R@5", "AP", "Rprec", "Success@3", "Bpref", "RR@5"):
        symbol, _, cutoff = name.partition("@")
        named = f"{symbol}(rel=2)" + (f"@{cutoff}" if cutoff else "")
        assert value(named, ranking(*relevances)) == value(
            name, ranking(*relevances, min_relevance=2)
        )


def test_tied_scores_rank_by_docid_descending_for_every_measure() -> None:
    """T1: one tool ranks the same tied run one way for RR and another way for RR@10."""
    run = {"q": {"a": 1.0, "b": 1.0, "c": 1.0}}
    for relevant, expected in (("c", 1.0), ("a", 1 / 3)):
        scores = evaluate({"q": {relevant: 1}}, run, "RR, RR@10, MFR@10").values
        assert scores["RR"][0] == scores["RR@10"][0] == 1 / scores["MFR@10"][0] == expected


def test_tied_scores_compare_docids_as_text() -> None:
    """T1: "9" comes before "10"."""
    assert evaluate({"q": {"10": 1}}, {"q": {"10": 1.0, "9": 1.0}}, "RR").mean("RR") == 0.5


def test_scores_that_differ_beyond_float32_keep_their_order() -> None:
    """T2: trec_eval 9 and pytrec_eval see a tie here and rank b first."""
    scores = {"a": 20.0000005, "b": 20.0000003}
    assert np.float32(scores["a"]) == np.float32(scores["b"])
    assert evaluate({"q": {"a": 1}}, {"q": scores}, "RR").mean("RR") == 1.0
    tied = pytrec_eval.RelevanceEvaluator({"q": {"a": 1}}, {"recip_rank"}).evaluate({"q": scores})
    assert tied["q"]["recip_rank"] == 0.5


def test_topic_with_nothing_but_grade_zero_scores_zero() -> None:
    """T4: bpref is not a number in some tools."""
    for name in TREC_NAMES:
        assert value(name, ranking(0, None, 0)) == 0.0


def test_topic_with_nothing_but_negative_relevance_scores_zero() -> None:
    """T4: trec_eval itself stops, and pytrec_eval crashes, when that is the first topic."""
    for name in TREC_NAMES:
        assert value(name, ranking(-1, None, -2)) == 0.0


def test_topic_without_any_judgment_scores_zero() -> None:
    for name in TREC_NAMES:
        assert value(name, ranking(None, None)) == 0.0


def test_bpref_without_judged_passages_that_are_not_relevant_is_one() -> None:
    """T4."""
    assert value("Bpref", ranking(None, 1, None, 2)) == 1.0


def test_negative_relevance_counts_as_unjudged_for_trec_eval() -> None:
    """T4."""
    given = ranking(-1, -2, 2, 0)
    assert value("AP", given) == pytest.approx(1 / 3)
    assert value("nDCG", given) == pytest.approx(0.5)
    assert value("Bpref", given) == 1.0


@pytest.mark.parametrize(("level", "expected"), [(1, 1 / 5), (0, 2 / 5), (-1, 3 / 5)])
def test_a_threshold_below_one_counts_all_that_is_judged_so_high(
    level: int, expected: float
) -> None:
    """T4: an unjudged passage stays out, however low the threshold."""
    assert value("P@5", ranking(0, 1, None, -1, min_relevance=level)) == pytest.approx(expected)
    assert value(f"P(rel={level})@5", ranking(0, 1, None, -1)) == pytest.approx(expected)


def test_precision_of_a_short_ranking_divides_by_the_cutoff() -> None:
    """T4."""
    assert value("P@10", ranking(1, 0)) == pytest.approx(0.1)


def test_average_precision_with_a_cutoff_divides_by_all_relevant() -> None:
    assert value("AP@1", ranking(1, 0, missed=[1, 1, 1, 1])) == pytest.approx(0.2)


def test_ranks_keep_their_order_far_down() -> None:
    assert value("RR", ranking(*[0] * 99_999, 1)) == 1 / 100_000
