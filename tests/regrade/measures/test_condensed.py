from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from regrade.measures import evaluate, parse_measure, parse_measures
from regrade.measures.registry import FAMILIES
from tests.oracles import pytrec_eval
from tests.regrade.measures.oracle import requests, trec_names
from tests.regrade.measures.rankings import ranking, value

CUTOFFS = (1, 3, 10)
NAMES = trec_names(CUTOFFS)
DOC_IDS = st.sampled_from([*map(str, range(12)), "é", "a"])
TAKING = [family for family in FAMILIES if not family.no_judged_only]


def condensed(name: str) -> str:
    """The same measure with judged_only set."""
    head, at, cutoff = name.partition("@")
    head = head[:-1] + "," if head.endswith(")") else head + "("
    return f"{head}judged_only=True){at}{cutoff}"


def taking(name: str) -> bool:
    return not type(parse_measure(name)).no_judged_only


@given(
    qrels=st.dictionaries(DOC_IDS, st.integers(-2, 3), min_size=1),
    scores=st.dictionaries(DOC_IDS, st.integers(-3, 3).map(float), min_size=1),
)
def test_condensed_measures_equal_trec_eval_under_its_flag(
    qrels: dict[str, int], scores: dict[str, float]
) -> None:
    """-J drops unjudged passages and those of negative relevance, before it cuts."""
    assume(max(qrels.values()) >= 0)  # else pytrec_eval itself crashes
    assume(any(qrels.get(doc_id, -1) >= 0 for doc_id in scores))
    evaluator = pytrec_eval.RelevanceEvaluator(
        {"q": qrels}, requests(CUTOFFS), judged_docs_only_flag=True
    )
    expected = evaluator.evaluate({"q": scores})["q"]
    names = {condensed(ours): theirs for ours, theirs in NAMES.items() if taking(ours)}
    found = evaluate({"q": qrels}, {"q": scores}, ", ".join(names)).values
    for measure, theirs in zip(found, names.values(), strict=True):
        assert found[measure][0] == pytest.approx(expected[theirs], abs=1e-9), measure


def test_every_example_can_be_asked_for_on_condensed_lists() -> None:
    examples = [name for family in TAKING for name in family.examples if "unjudged=" not in name]
    measures = parse_measures(" ".join(map(condensed, examples)))
    assert all(measure.judged_only for measure in measures)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("RR@5", 0.0),
        ("RR(judged_only=True)@5", 1 / 2),
        ("RR(judged_only=True)@1", 0.0),
        ("P(judged_only=True)@5", 2 / 5),
        ("AP(judged_only=True)", (1 / 2 + 2 / 3) / 2),
        ("MFR(judged_only=True)@5", 2.0),
        ("NumRet(judged_only=True)", 3.0),
    ],
)
def test_measures_of_condensed_lists_by_hand(name: str, expected: float) -> None:
    """T4: as trec_eval -J. ir_measures cannot compute RR(judged_only=True)@5."""
    given = ranking(None, 0, None, None, None, None, 1, None, 2)
    assert value(name, given) == pytest.approx(expected)


def test_condensed_lists_drop_negative_relevance() -> None:
    """trec_eval takes it for unjudged."""
    assert value("RR(judged_only=True)", ranking(-1, None, -2, 1)) == 1


def test_a_run_that_retrieved_nothing_judged_counts_with_the_worst_value() -> None:
    assert value("MFR(judged_only=True)@5", ranking(None, -1, None, missed=[1])) == 6


def test_condensed_lists_leave_the_labels_whole() -> None:
    """Recall still divides by all that is relevant."""
    assert value("R(judged_only=True)@1", ranking(None, 1, missed=[1, 1])) == pytest.approx(1 / 3)
