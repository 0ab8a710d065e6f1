from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.measures import Measure, MeasureError, parse_measure, parse_measures
from regrade.measures.registry import FAMILIES

CANONICAL = [
    *["RR@5", "RR@10", "MFR@5", "MFR@10", "P@5", "P@10", "nDCG@5", "nDCG@10", "nDCG@20"],
    *["RR", "AP", "AP@100", "nDCG", "Rprec", "Success@5", "Bpref", "Judged@10", "R@1000"],
    *["RBP(p=0.8)", "RBP(p=0.95)@10", "ERR@20", "P(rel=2)@5", "RR(rel=2)@10", "MFR(rel=0)@10"],
    *["nDCG(unjudged=1)@10", "nDCG(dcg='exp-log2')@10", "nDCG(dcg='jk',unjudged=0.5)@10"],
]


@pytest.mark.parametrize("name", CANONICAL)
def test_parse_measure_echoes_the_canonical_name(name: str) -> None:
    assert parse_measure(name).name == name


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


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.symbol)
def test_every_family_gives_examples_that_parse(family: type[Measure]) -> None:
    for example in family.examples:
        assert parse_measure(example).name == example


def test_parse_measures_splits_at_commas_outside_parentheses() -> None:
    text = "RR@10, nDCG(dcg='jk',unjudged=1)@10 ,P(rel=2)@5"
    names = [measure.name for measure in parse_measures(text)]
    assert names == ["RR@10", "nDCG(dcg='jk',unjudged=1)@10", "P(rel=2)@5"]


@pytest.mark.parametrize("separator", [",", ", ", " ", " , ", "\n", "\t ,"])
def test_parse_measures_splits_at_commas_and_blanks(separator: str) -> None:
    text = separator.join(["nDCG@10", "P( rel = 2 )@5", "nDCG(dcg='jk', unjudged=1)@10", "RR"])
    names = [measure.name for measure in parse_measures(f" {text} ")]
    assert names == ["nDCG@10", "P(rel=2)@5", "nDCG(dcg='jk',unjudged=1)@10", "RR"]


@given(st.permutations(CANONICAL))
def test_parse_measures_keeps_the_order(names: list[str]) -> None:
    assert [measure.name for measure in parse_measures(",".join(names))] == names


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nDGC@10", "at character 1: nDGC is unknown, the nearest is nDCG."),
        ("RR, ndcg@10", "Measure 'ndcg@10' at character 5: ndcg is unknown, the nearest is nDCG."),
        ("mrr@10", "mrr is unknown, the nearest is MRR."),
        ("nRR", "nRR is unknown, the nearest are "),
        ("map", "map is trec_eval's name, here it is AP."),
        ("P_10", "P_10 is trec_eval's name, here it is P@10."),
        ("RR, ndcg_cut_10", "at character 5: ndcg_cut_10 is trec_eval's name, here it is nDCG@10."),
        ("ndcg_cut.10", "ndcg_cut.10 is trec_eval's name, here it is nDCG@10."),
        ("recip_rank", "recip_rank is trec_eval's name, here it is RR."),
        ("Q", "Q is unknown, there are RR, MFR, P, R, AP, nDCG, "),
        ("P", "Measure 'P' at character 1: it needs a cutoff, as in P@5."),
        ("MFR", "it needs a cutoff, as in MFR@10."),
        ("P@0", "the cutoff must be from 1 to 2,147,483,647, not 0."),
        ("P@9999999999", "the cutoff must be from 1 to 2,147,483,647, not 9999999999."),
        ("P@-1", "a measure is written as in nDCG@10 or P(rel=2)@5."),
        ("P@", "a measure is written as in nDCG@10 or P(rel=2)@5."),
        ("P@5(rel=2)", "a measure is written as in nDCG@10 or P(rel=2)@5."),
        ("Bpref@5", "Bpref takes no cutoff."),
        ("P(rel=2@5", "Measure 'P(rel=2@5' at character 2: its parentheses do not match."),
        ("RR,P)@5", "Measure 'P)@5' at character 5: its parentheses do not match."),
        ("P(rel=x)@5", "'x' is no value, as 2, 0.5, True, 'jk' or {1:3} is."),
        ("P(rel=)@5", "'' is no value"),
        ("P(2)@5", "'2' is not a parameter, as rel=2 or dcg='jk' is."),
        ("P(rel=True)@5", "rel must be a whole number, not True."),
        ("SetRelP(relative=True)", "SetRelP sets relative itself."),
        ("P(rel=2,cutoff=5)@5", "cutoff is given twice."),
        ("P(judged_only=1)@5", "judged_only must be True or False, not 1."),
        ("P@5.5", "the cutoff must be a whole number, not 5.5."),
        ("RBP(p=1e999)", "1e999 is too large a number."),
        ("nDCG(dcg='jk)@5", "its parentheses do not match."),
        ("nDCG(dcg={1:2)@5", "has quotes or braces that do not match."),
        ("Bpref @5", "Measure '@5' at character 7: a measure is written as"),
        ("P(rel=1,)@5", "'' is not a parameter"),
        ("P(rel=1,rel=2)@5", "rel is given twice."),
        ("P(rel=1.5)@5", "rel must be a whole number, not 1.5."),
        ("P(p=1)@5", "P has no parameter p; it takes rel, "),
        ("Judged(rel=1)@5", "Judged has no parameter rel; it takes judged_only."),
        ("nDCG(rel=2)@5", "nDCG has no parameter rel; it takes dcg, "),
        ("nDCG(dcg='exp')", "dcg must be one of 'log2', 'exp-log2', 'jk', not 'exp'."),
        ("nDCG(unjudged=-1)", "unjudged must be a number from 0 up, not -1."),
        ("nDCG(unjudged='1')", "unjudged must be a number from 0 up, not '1'."),
        ("RBP", "it needs p, as in RBP(p=0.8)."),
        ("RBP(p=1)", "p must be above 0 and below 1, not 1."),
        ("RBP(p='a')", "p must be above 0 and below 1, not 'a'."),
        ("", "Measure '' at character 1: no name is given."),
        ("RR,,P@5", "Measure '' at character 4: no name is given."),
        ("RR,", "Measure '' at character 4: no name is given."),
        ("AP, MAP", "Measure 'MAP' at character 5: AP is asked for twice."),
        ("P@5, P@05", "Measure 'P@05' at character 6: P@5 is asked for twice."),
    ],
)
def test_parse_measures_of_a_bad_name_says_what_and_where(text: str, message: str) -> None:
    with pytest.raises(MeasureError) as caught:
        parse_measures(text)
    assert message in str(caught.value)


@given(st.text(alphabet="PRnDCGA()@=,.'\"rel0159 \\{}:"))
def test_parse_measures_of_any_text_parses_or_says_why(text: str) -> None:
    try:
        measures = parse_measures(text)
    except MeasureError:
        return
    assert parse_measures(",".join(measure.name for measure in measures)) == measures
