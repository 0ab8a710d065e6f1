"""The points on which tools disagree, one test each: what we answer, and why.

T1 ties, T2 precision of scores, T3 topics, T4 judgments, T5 gains, T7 the rest; T6, on files, is
tested with the readers and commands. Ties in a real run are in test_deep_learning_track.py.
"""

from __future__ import annotations

import numpy as np
import pytest

from regrade.measures import Columns, evaluate, parse_measures, score_measures
from tests.oracles import ir_measures, pytrec_eval
from tests.regrade.measures.rankings import pack, ranking, value

# Every measure of trec_eval that has no sign of its own for an empty topic.
SCORES = (
    *("RR", "P@3", "R@3", "AP", "AP@3", "nDCG", "nDCG@3", "Rprec", "Success@3", "Bpref", "infAP"),
    *("IPrec@0.0", "IPrec", "SetP", "SetR", "SetF", "SetAP"),
)


def test_t1_tied_scores_rank_by_docid_descending_for_every_measure() -> None:
    """As trec_eval. One wrapper ranks the same tied run one way for RR, another for RR@10."""
    run = {"q": {"a": 1.0, "b": 1.0, "c": 1.0}}
    for relevant, expected in (("c", 1.0), ("a", 1 / 3)):
        scores = evaluate({"q": {relevant: 1}}, run, "RR, RR@10, MFR@10").values
        assert scores["RR"][0] == scores["RR@10"][0] == 1 / scores["MFR@10"][0] == expected


def test_t1_tied_scores_compare_docids_as_text() -> None:
    """ "9" comes before "10": docids are names, whatever they are made of."""
    assert evaluate({"q": {"10": 1}}, {"q": {"10": 1.0, "9": 1.0}}, "RR").mean("RR") == 0.5


def test_t1_tied_scores_compare_docids_as_utf_8_bytes() -> None:
    """An emoji sorts above what UTF-16 puts after it, as strcmp has it."""
    run = {"q": {"\U0001f600": 1.0, "\uff5e": 1.0}}
    assert evaluate({"q": {"\U0001f600": 1}}, run, "RR").mean("RR") == 1.0


def test_t1_forty_tied_passages_rank_by_docid() -> None:
    """A sort that is not stable gives ranks that follow neither the file nor the docids."""
    run = {"q": {f"d{number:03}": 1.0 for number in range(40)}}
    for relevant, rank in (("d000", 40), ("d001", 39), ("d020", 20), ("d039", 1)):
        assert evaluate({"q": {relevant: 1}}, run, "MFR@40").mean("MFR@40") == rank


def test_t2_scores_that_differ_beyond_single_precision_keep_their_order() -> None:
    """As trec_eval 10. Version 9 and pytrec_eval see a tie here and rank b first."""
    scores = {"a": 20.0000005, "b": 20.0000003}
    assert np.float32(scores["a"]) == np.float32(scores["b"])
    assert evaluate({"q": {"a": 1}}, {"q": scores}, "RR").mean("RR") == 1.0
    assert pack({"q": {"a": 1}}, {"q": scores}).hits.ranks.tolist() == [1]
    tied = pytrec_eval.RelevanceEvaluator({"q": {"a": 1}}, {"recip_rank"}).evaluate({"q": scores})
    assert tied["q"]["recip_rank"] == 0.5


def test_t3_the_mean_is_over_the_topics_of_the_labels() -> None:
    """As trec_eval -c. Without -c version 9 divides by the topics in common, and version 10
    stops; a topic that is scored 0 is not one that is missing."""
    qrels = {"1": {"a": 1}, "2": {"a": 1}, "3": {"a": 0}}
    measured = evaluate(qrels, {"1": {"a": 1.0}, "3": {"a": 1.0}}, "AP, NumQ, NumRel")
    assert measured.mean("AP") == pytest.approx(1 / 3)
    assert measured.missing == ("2",)
    assert (measured.total("NumQ"), measured.total("NumRel")) == (3, 2)


def test_t3_topics_that_only_the_run_has_count_nowhere() -> None:
    """As every tool but one, and they are reported."""
    run = {"1": {"a": 1.0}, "9": {"b": 1.0}}
    measured = evaluate({"1": {"a": 1}}, run, "AP")
    assert measured.mean("AP") == 1.0
    assert measured.unlabelled == ("9",)


@pytest.mark.parametrize("run", [{"9": {"a": 1.0}}, {}], ids=["other-topics", "empty"])
def test_t3_a_run_with_no_topic_in_common_is_refused(run: dict[str, dict[str, float]]) -> None:
    """Tools give 0, nothing, or an exit code: it is the wrong file, and not a bad system."""
    with pytest.raises(ValueError, match="none in common"):
        evaluate({"1": {"a": 1}}, run, "AP")


def test_t3_a_topic_whose_ranking_is_empty_scores_as_a_missing_one() -> None:
    measured = evaluate({"1": {"a": 1}, "2": {"a": 1}}, {"1": {}, "2": {"a": 1.0}}, "AP, MFR@5")
    assert measured.values["AP"].tolist() == [0, 1]
    assert measured.values["MFR@5"].tolist() == [6, 1]


@pytest.mark.parametrize("grades", [(0, 0), (-1, -2)])
def test_t4_a_topic_with_nothing_relevant_scores_zero_and_counts(grades: tuple[int, int]) -> None:
    """As trec_eval, though it stops at negative grades in the first topic of the labels, where
    pytrec_eval crashes; bpref is not a number in some tools."""
    qrels = {"1": dict(zip("ab", grades, strict=True)), "2": {"a": 1}}
    run = {"1": {"a": 2.0, "b": 1.0}, "2": {"a": 1.0}}
    values = evaluate(qrels, run, ",".join(SCORES)).values
    assert {name: (of_topics[0], of_topics.size) for name, of_topics in values.items()} == (
        dict.fromkeys(SCORES, (0.0, 2))
    )


def test_t4_a_topic_without_a_judgment_scores_zero() -> None:
    assert {value(name, ranking(None, None)) for name in SCORES} == {0.0}


def test_t4_bpref_without_judged_passages_that_are_not_relevant_is_one() -> None:
    """As trec_eval; elsewhere not a number."""
    assert value("Bpref", ranking(None, 1, None, 2)) == 1.0


def test_t4_negative_grades_gain_nothing_and_bpref_passes_over_them() -> None:
    """As trec_eval, where they mark what was pooled and not judged."""
    given = ranking(-1, -2, 2, 0)
    assert value("AP", given) == pytest.approx(1 / 3)
    assert value("nDCG", given) == pytest.approx(0.5)
    assert value("Bpref", given) == 1.0


def test_t4_negative_grades_are_labels_for_the_counts_of_judged_passages() -> None:
    """Unlike trec_eval, which calls two of these unjudged: a label set that holds them has an
    answer for the passage. judged_only drops them, as -J does."""
    given = ranking(-1, -2, 2, 0)
    assert value("Unjudged@4", given) == 0.0
    assert value("Judged@4", given) == 1.0
    assert value("AP(judged_only=True)", given) == 1.0


@pytest.mark.parametrize(("level", "expected"), [(1, 1 / 5), (0, 2 / 5), (-1, 3 / 5)])
def test_t4_a_threshold_below_one_counts_all_that_is_judged_so_high(
    level: int, expected: float
) -> None:
    """As trec_eval -l 0, which pytrec_eval refuses. An unjudged passage stays out, however low
    the threshold."""
    assert value("P@5", ranking(0, 1, None, -1, min_relevance=level)) == pytest.approx(expected)
    assert value(f"P(rel={level})@5", ranking(0, 1, None, -1)) == pytest.approx(expected)


@pytest.mark.parametrize("level", [0, -1, -5])
def test_t4_bpref_at_a_threshold_below_one_stays_between_zero_and_one(level: int) -> None:
    assert value("Bpref", ranking(-1, 0, 1, None, 2, min_relevance=level)) == 1.0


@pytest.mark.parametrize("level", [-2, 0, 2, 4])
def test_t4_ndcg_ignores_the_threshold(level: int) -> None:
    """As trec_eval, by design; one tool takes the lower grades for 0."""
    assert value("nDCG", ranking(1, 3, 0, 2, min_relevance=level)) == pytest.approx(
        0.7884, abs=5e-5
    )


def test_t4_a_fractional_grade_is_refused() -> None:
    """trec_eval drops the fraction without a word."""
    with pytest.raises(ValueError, match=r"AP .* 0\.5"):
        evaluate({"q": {"a": 0.5}}, {"q": {"a": 1.0}}, "AP")


def test_t4_a_duplicate_in_a_run_is_refused() -> None:
    """As trec_eval. Others keep the last line in silence, so that the score depends on it."""
    run = Columns(["q", "q", "q"], ["x", "y", "x"], [9.0, 8.0, 7.0])
    with pytest.raises(ValueError, match="passage x appears twice in topic q"):
        evaluate({"q": {"x": 1}}, run, "RR")


def test_t4_a_duplicate_in_labels_is_refused() -> None:
    """As trec_eval, whether or not the two lines agree."""
    with pytest.raises(ValueError, match="passage x appears twice in topic q"):
        evaluate(Columns(["q", "q"], ["x", "x"], [0, 1]), {"q": {"x": 1.0}}, "RR")


def test_t4_the_missing_tail_of_a_short_ranking_is_neither_judged_nor_unjudged() -> None:
    """trec_eval's unj divides by 10 here, so that the tail passes for judged."""
    given = ranking(1, None)
    assert value("Judged@10", given) == 0.5
    assert value("Unjudged@10", given) == 1.0


def test_t4_precision_of_a_short_ranking_divides_by_the_cutoff() -> None:
    """As trec_eval; SetP is the name of the share of what was retrieved."""
    assert value("P@10", ranking(1, 0)) == pytest.approx(0.1)
    assert value("SetP", ranking(1, 0)) == 0.5


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("nDCG", 0.7884),
        ("nDCG@3", 0.6075),
        ("nDCG(dcg='exp-log2')", 0.7142),
        ("nDCG(dcg='exp-log2')@3", 0.5767),
        ("nDCG(gains={1:1,2:3,3:7})@3", 0.5767),
    ],
)
def test_t5_gains_are_set_by_the_name(name: str, expected: float) -> None:
    """Linear by default, as trec_eval; the exponential form carries its name."""
    assert value(name, ranking(1, 3, 0, 2)) == pytest.approx(expected, abs=5e-5)


def test_t5_two_gains_asked_for_together_keep_apart() -> None:
    """One wrapper gives the table's value under the plain name, and 0 under the table's."""
    measures = parse_measures("nDCG(gains={1:1,2:3,3:7})@3, nDCG@3")
    values = score_measures(measures, ranking(1, 3, 0, 2)).values()
    assert [float(of_topics[0]) for of_topics in values] == pytest.approx(
        [0.5767, 0.6075], abs=5e-5
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("nDCG(dcg='jk')", 0.6667),
        ("nDCG(dcg='jk',unjudged=1)", 0.8443),
        ("nDCG", 0.6875),
        ("nDCG(unjudged=1)", 0.8200),
    ],
)
def test_t5_the_gain_of_the_unjudged_enters_the_sum_and_not_the_ideal(
    name: str, expected: float
) -> None:
    """As trec_eval's parameter -1=1, in either discount; ideal='retrieved' is the other way."""
    assert value(name, ranking(1, None, 3, 0, 2)) == pytest.approx(expected, abs=5e-5)


def test_t5_rbp_is_binary() -> None:
    """.1 * (1 + .9^2). Raw grades can exceed 1, and dividing by the top gain gives .1270."""
    assert value("RBP(p=0.9)", ranking(1, 0, 1)) == pytest.approx(0.1810)
    assert value("RBP(p=0.9)", ranking(3, 0, 1)) == pytest.approx(0.1810)


def test_t7_a_cutoff_counts_ranks_after_sorting() -> None:
    """Of scores and docids, not of the order in which they came."""
    run = {"q": {"a": 1.0, "b": 3.0, "c": 2.0}}
    assert evaluate({"q": {"a": 1, "b": 1}}, run, "R@1").mean("R@1") == 0.5


def test_t7_docids_that_share_a_hash_of_53_bits_stay_apart() -> None:
    """Docids are compared as they are; none is turned into a floating-point number."""
    one, other = str(2**53), str(2**53 + 1)
    assert float(one) == float(other)
    run = {"q": {one: 2.0, other: 1.0}}
    assert evaluate({"q": {other: 1}}, run, "RR").mean("RR") == 0.5


def test_t7_average_precision_with_a_cutoff_divides_by_all_relevant() -> None:
    """As every tool."""
    assert value("AP@1", ranking(1, 0, missed=[1, 1, 1, 1])) == pytest.approx(0.2)


def test_t7_beta_of_set_f_is_that_of_the_f_measure_and_not_its_square() -> None:
    """trec_eval's parameter, and beta in ir_measures, weighs recall itself: theirs of 0.25 is ours
    of 0.5, as the literature writes it."""
    qrels, run = {"q": {"a": 1, "b": 1, "c": 1}}, {"q": {"a": 3.0, "x": 2.0, "b": 1.0, "y": 0.5}}
    theirs = ir_measures.calc_aggregate([ir_measures.SetF(beta=0.25)], qrels, run)
    ours = evaluate(qrels, run, "SetF(beta=0.5)").mean("SetF(beta=0.5)")
    assert ours == pytest.approx(theirs[ir_measures.SetF(beta=0.25)])


def test_t7_precision_at_a_level_of_recall_follows_trec_eval_9_by_default() -> None:
    """Version 10 rounds 0.24 * 5 = 1.2 relevant passages to one, and version 9 to two."""
    given = ranking(1, 0, 0, 1, missed=[1, 1, 1])
    assert value("IPrec@0.24", given) == 0.5
    assert value("IPrec(rounding='nearest')@0.24", given) == 1.0
