from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.measures import MeasureError, parse_measure, parse_measures
from regrade.measures.registry import FAMILIES
from tests.refusals import refused

EXAMPLES = [example for family in FAMILIES for example in family.examples]


def test_parse_measure_echoes_the_canonical_name() -> None:
    assert [parse_measure(name).name for name in EXAMPLES] == EXAMPLES


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("P( rel = 2 )@5", "P(rel=2)@5"),
        ('nDCG(dcg="jk")@10', "nDCG(dcg='jk')@10"),
        ("nDCG(unjudged=1,dcg='jk')", "nDCG(dcg='jk',unjudged=1)"),
        ("nDCG(unjudged=1.0)@10", "nDCG(unjudged=1)@10"),
        ("nDCG(dcg='log2',unjudged=0)@10", "nDCG@10"),
        ("RBP(p=.80)", "RBP(p=0.8)"),
        ("P@05", "P@5"),
        ("nDCG()@5", "nDCG@5"),
        ("P(cutoff=5)", "P@5"),
        ("P(rel=+2)@5", "P(rel=2)@5"),
        ("RBP(p=8e-1)", "RBP(p=0.8)"),
        ("P(judged_only=True,rel=2)@5", "P(rel=2,judged_only=True)@5"),
        ("P(judged_only=False)@5", "P@5"),
        ("MAP@100", "AP@100"),
        ("MRR(rel=2)@10", "RR(rel=2)@10"),
        ("NDCG@10", "nDCG@10"),
        ("BPref", "Bpref"),
        ("RPrec", "Rprec"),
        ("Precision@5", "P@5"),
        ("Recall(rel=2)@5", "R(rel=2)@5"),
        ("SetRelP(rel=2)", "SetP(rel=2,relative=True)"),
        ("MAP_IA", "AP_IA"),
        ("\N{GREEK SMALL LETTER ALPHA}_nDCG(alpha=.5)@10", "alpha_nDCG@10"),
        ("\N{GREEK SMALL LETTER ALPHA}_DCG(alpha=1)@10", "alpha_DCG(alpha=1.0)@10"),
    ],
)
def test_parse_measure_of_another_spelling_gives_the_canonical_name(
    written: str, canonical: str
) -> None:
    assert parse_measure(written).name == canonical


@pytest.mark.parametrize("separator", [",", ", ", " ", " , ", "\n", "\t ,"])
def test_parse_measures_splits_at_commas_and_blanks(separator: str) -> None:
    text = separator.join(["nDCG@10", "P( rel = 2 )@5", "nDCG(dcg='jk', unjudged=1)@10", "RR"])
    names = [measure.name for measure in parse_measures(f" {text} ")]
    assert names == ["nDCG@10", "P(rel=2)@5", "nDCG(dcg='jk',unjudged=1)@10", "RR"]


@given(st.permutations(EXAMPLES))
def test_parse_measures_keeps_the_order(names: list[str]) -> None:
    assert [measure.name for measure in parse_measures(",".join(names))] == names


@pytest.mark.parametrize(
    ("text", "position", "code", "named"),
    [
        ("nDGC@10", 1, "unknown_measure", "the nearest is nDCG"),
        ("RR, ndcg@10", 5, "unknown_measure", "the nearest is nDCG"),
        ("mrr@10", 1, "unknown_measure", "MRR"),
        ("nRR", 1, "unknown_measure", "the nearest are "),
        ("Q", 1, "unknown_measure", "RR, MFR, P, R, AP, nDCG, "),
        ("map", 1, "unknown_measure", "AP"),
        ("P_10", 1, "unknown_measure", "P@10"),
        ("RR, ndcg_cut_10", 5, "unknown_measure", "nDCG@10"),
        ("ndcg_cut.10", 1, "not_a_measure", "nDCG@10"),
        ("P@-1", 1, "not_a_measure", "nDCG@10 or P(rel=2)@5"),
        ("P@", 1, "not_a_measure", ""),
        ("P@5(rel=2)", 1, "not_a_measure", ""),
        ("Bpref @5", 7, "not_a_measure", ""),
        ("", 1, "not_a_measure", ""),
        ("RR,,P@5", 4, "not_a_measure", ""),
        ("RR,", 4, "not_a_measure", ""),
        ("P(rel=2@5", 2, "parentheses_unmatched", ""),
        ("RR,P)@5", 5, "parentheses_unmatched", ""),
        ("nDCG(dcg='jk)@5", 5, "parentheses_unmatched", ""),
        ("AP, MAP", 5, "measure_twice", "AP"),
        ("P@5, P@05", 6, "measure_twice", "P@5"),
    ],
)
def test_parse_measures_of_what_names_no_measure_is_refused(
    text: str, position: int, code: str, named: str
) -> None:
    with refused(MeasureError, code) as caught:
        parse_measures(text)
    assert caught.value.position == position
    assert named in caught.value.reason


def test_a_refusal_quotes_the_name_with_its_place() -> None:
    with refused(MeasureError, "measure_twice") as caught:
        parse_measures("P@5, P@05")
    assert str(caught.value).startswith("Measure 'P@05' at character 6: ")


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("P", "as in P@5"),
        ("MFR", "as in MFR@10"),
        ("F", "as in F@10"),
        ("P@0", "not 0"),
        ("P@9999999999", "2,147,483,647"),
        ("P@5.5", "cutoff"),
        ("Compat@2000000", "1,000,000"),
        ("Bpref@5", "cutoff"),
        ("SetP@5", "cutoff"),
        ("P(rel=2,cutoff=5)@5", "cutoff is given twice"),
        ("P(rel=1,rel=2)@5", "rel is given twice"),
        ("P(rel=x)@5", "'x'"),
        ("P(rel=)@5", "''"),
        ("P(2)@5", "'2'"),
        ("P(rel=1,)@5", "''"),
        ("P(rel=True)@5", "rel "),
        ("P(rel=1.5)@5", "1.5"),
        ("P(rel=99999999999)@5", "2,147,483,647"),
        ("StRecall(rel=-2147483648)@5", "-2,147,483,647"),
        ("P(p=1)@5", "it takes rel, "),
        ("Judged(rel=1)@5", "it takes judged_only"),
        ("nDCG(rel=2)@5", "it takes dcg, "),
        ("P(judged_only=1)@5", "judged_only"),
        ("Judged(judged_only=True)@10", "judged_only"),
        ("NumQ(judged_only=True)", "judged_only"),
        ("NumRel(judged_only=True)", "judged_only"),
        ("Unjudged(judged_only=True)", "judged_only"),
        ("infAP(judged_only=True)", "judged_only"),
        ("P(relative=1)@5", "relative"),
        ("SetRelP(relative=True)", "SetRelP sets relative itself"),
        ("SetF(beta=-1)", "beta"),
        ("IPrec@1.5", "level of recall"),
        ("IPrec(rounding='down')@1", "rounding"),
        ("Rprec(times=0)", "times"),
        ("Utility(found='1')", "found"),
        ("nDCG(dcg={1:2)@5", "quotes or braces"),
        ("nDCG(dcg='exp')", "'log2', 'exp-log2', 'jk'"),
        ("nDCG(unjudged=-1)", "unjudged"),
        ("nDCG(unjudged='1')", "unjudged"),
        ("nDCG(gains={1:-1})", "a gain"),
        ("nDCG(gains={-1:1})", "by relevance"),
        ("nDCG(gains={})", "a table"),
        ("nDCG(gains=2)", "a table"),
        ("nDCG(dcg='exp-log2',gains={1:1})", "exclude"),
        ("nDCG(unjudged=1,judged_only=True)", "judged_only"),
        ("nDCG(ideal='all')", "'judged' or 'retrieved'"),
        ("RBP", "as in RBP(p=0.8)"),
        ("RBPResidual", "as in RBPResidual"),
        ("RBP(p=1)", "p must"),
        ("RBP(p='a')", "p must"),
        ("RBP(p=1e999)", "1e999"),
        ("RBPResidual(p=1)", "p must"),
        ("RBP(p=0.8,graded=1)", "graded"),
        ("RBP(p=0.8,rel=2,graded=True)", "rel and graded"),
        ("Compat(p=1)", "p must"),
        ("Compat(normalize=0)", "normalize"),
    ],
)
def test_parse_measure_with_a_bad_parameter_says_which(name: str, named: str) -> None:
    with refused(MeasureError, "bad_parameter") as caught:
        parse_measure(name)
    assert named in caught.value.reason


@given(st.text(alphabet="PRnDCGA()@=,.'\"rel0159 \\{}:"))
def test_parse_measures_of_any_text_parses_or_says_why(text: str) -> None:
    try:
        measures = parse_measures(text)
    except MeasureError:
        return
    assert parse_measures(",".join(measure.name for measure in measures)) == measures
