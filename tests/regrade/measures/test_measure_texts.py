from __future__ import annotations

import pytest

from regrade.measures import MeasureError, evaluate
from regrade.measures.measure_texts import parse_asked
from regrade.measures.trec_names import NICKNAMES, translate
from tests.oracles import pytrec_eval
from tests.real.real_data import DATA, needs_real_data
from tests.refusals import refused
from tests.regrade.measures.trec_files import read_expected, read_qrels, read_run

FOLDER = DATA / "trec_eval_tests"


def labels(*texts: str) -> list[str]:
    return [asked.label for asked in parse_asked(texts)]


def names(*texts: str) -> list[str]:
    return [asked.measure.name for asked in parse_asked(texts)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("map", ["AP"]),
        ("recip_rank", ["RR"]),
        ("P.5,10", ["P@5", "P@10"]),
        ("P_10", ["P@10"]),
        ("ndcg_cut.10", ["nDCG@10"]),
        ("ndcg_cut_10", ["nDCG@10"]),
        ("recall.1000,5", ["R@5", "R@1000"]),
        ("success", ["Success@1", "Success@5", "Success@10"]),
        ("iprec_at_recall.0.25,.5", ["IPrec@0.25", "IPrec@0.5"]),
        ("Rprec_mult.0.2,5", ["Rprec(times=0.2)", "Rprec(times=5)"]),
        ("Rprec_mult_1.00", ["Rprec"]),
        ("relative_P_5", ["P(relative=True)@5"]),
        ("11pt_avg", ["IPrec"]),
        ("utility.2,-1,0,0", ["Utility(found=2)"]),
        ("set_F.0.25", ["SetF(beta=0.5)"]),
        ("set_relative_P", ["SetP(relative=True)"]),
        ("ndcg.1=3,2=9", ["nDCG(gains={1:3,2:9})"]),
        ("ndcg.-1=1", ["nDCG(unjudged=1)"]),
        ("ndcg.-1=0.5,1=3", ["nDCG(gains={1:3},unjudged=0.5)"]),
        ("nDCG@10 RR@10", ["nDCG@10", "RR@10"]),
        ("nDCG@10,RR@10", ["nDCG@10", "RR@10"]),
        ("map,P.5,10 , RR", ["AP", "P@5", "P@10", "RR"]),
        ("P(rel=2, judged_only=True)@5 , map", ["P(rel=2,judged_only=True)@5", "AP"]),
    ],
)
def test_parse_asked_takes_names_of_trec_eval_and_ours(text: str, expected: list[str]) -> None:
    assert names(text) == expected


def test_parse_asked_keeps_the_name_that_was_used() -> None:
    assert labels("P.5,10", "map nDCG@10") == ["P_5", "P_10", "map", "nDCG@10"]


def test_parse_asked_of_a_label_twice_keeps_the_first() -> None:
    assert labels("map", "recip_rank map") == ["map", "recip_rank"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("recall.1000,5", ["recall_5", "recall_1000"]),
        ("iprec_at_recall.0.25,.5", ["iprec_at_recall_0.25", "iprec_at_recall_0.50"]),
        ("Rprec_mult_0.2", ["Rprec_mult_0.20"]),
        ("utility.2,-1,0,0", ["utility_2,-1,0,0"]),
        ("ndcg.1=3,2=9", ["ndcg_1=3,2=9"]),
        ("set_F.0.25", ["set_F_0.25"]),
    ],
)
def test_parse_asked_labels_as_trec_eval_prints(text: str, expected: list[str]) -> None:
    assert labels(text) == expected


def test_every_name_of_trec_eval_stands_for_a_measure_of_ours() -> None:
    """All but sums over topics, and the older forms of nDCG that nobody asked for."""
    missing = {name for name in NICKNAMES["all_trec"] if not translate(name)}
    assert missing == {"gm_map", "gm_bpref", "binG", "G", "ndcg_rel", "Rndcg"}
    assert labels("all_trec") == [
        label for name in NICKNAMES["all_trec"] for label, _ in translate(name)
    ]


@pytest.mark.parametrize("name", ["num_q", "set_F", "all_trec", "official", "P", "recall"])
def test_labels_are_those_of_pytrec_eval(name: str) -> None:
    given = pytrec_eval.RelevanceEvaluator({"q": {"a": 1}}, {name}).evaluate({"q": {"a": 1.0}})
    assert set(labels(name)) <= set(given["q"])


@pytest.mark.parametrize(
    ("text", "name", "position", "code"),
    [
        ("", "", 1, "not_a_measure"),
        ("map,10", "10", 5, "not_a_measure"),
        ("map ,", "", 6, "not_a_measure"),
        ("map, foo@3", "foo@3", 6, "unknown_measure"),
        ("P@10 Q(p=1)", "Q(p=1)", 6, "unknown_measure"),
        ("P(rel=2@5", "P(rel=2@5", 2, "parentheses_unmatched"),
        ("P.0", "P@0", 1, "bad_parameter"),
    ],
)
def test_parse_asked_of_a_bad_name_says_what_and_where(
    text: str, name: str, position: int, code: str
) -> None:
    with refused(MeasureError, code) as caught:
        parse_asked([text])
    assert (caught.value.name, caught.value.position) == (name, position)


@needs_real_data
def test_names_with_values_give_what_trec_eval_printed() -> None:
    """Its own test of them, less recall levels, which its versions round differently."""
    texts = ["P.5,7,3", "recall.20,2000", "Rprec_mult.5.0,0.2,0.35", "utility.2,-1,0,0"]
    asked = parse_asked([*texts, "ndcg.1=3,2=9,4=4.5 ndcg_cut.10,20,23 success.2,5,20"])
    qrels, run = read_qrels(FOLDER / "qrels.test.gz"), read_run(FOLDER / "results.test.gz")
    measured = evaluate(qrels, run, [one.measure for one in asked])
    printed = read_expected(FOLDER / "out.test.meas_params")
    assert len(asked) == 16
    for topic in qrels:
        found = {a.label: f"{measured.per_topic(a.measure.name)[topic]:.4f}" for a in asked}
        assert found == {label: printed[topic][label] for label in found}
