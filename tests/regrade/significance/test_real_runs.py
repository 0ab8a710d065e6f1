"""Tests of pairs on the eight runs of TREC Deep Learning 2020, with many ties and with few."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from regrade.significance import PairOptions, paired_t, randomization, wilcoxon
from regrade.significance.options import ZeroMethod
from tests.oracles import pytrec_eval
from tests.real.real_data import DATA, needs_real_data
from tests.regrade.measures.trec_files import read_qrels, read_run

pytestmark = needs_real_data
MEASURES = ("P_5", "recip_rank", "ndcg_cut_10")
Values = dict[str, NDArray[np.float64]]


@pytest.fixture(scope="module")
def values() -> Values:
    """By measure one row a run, BM25 first, one column a topic."""
    folder = DATA / "trec_dl"
    qrels = read_qrels(folder / "qrels.dl20-passage.txt")
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, set(MEASURES), relevance_level=2)
    scores = [evaluator.evaluate(read_run(path)) for path in sorted(folder.glob("runs/*dl20*"))]
    return {
        name: np.array([[run[topic][name] for topic in sorted(qrels)] for run in scores])
        for name in MEASURES
    }


def pairs(table: NDArray[np.float64]) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    return [(table[a], table[b]) for a, b in zip(*np.triu_indices(len(table), k=1), strict=True)]


def test_there_are_eight_runs_over_54_topics(values: Values) -> None:
    assert {table.shape for table in values.values()} == {(8, 54)}


@pytest.mark.parametrize("measure", MEASURES)
def test_paired_t_agrees_with_scipy_on_real_runs(values: Values, measure: str) -> None:
    for baseline, run in pairs(values[measure]):
        expected = stats.ttest_rel(run, baseline)
        assert paired_t(baseline, run).p_value == pytest.approx(float(expected.pvalue), rel=1e-9)


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("zero_method", ["wilcox", "pratt", "zsplit"])
def test_wilcoxon_agrees_with_scipy_where_it_is_not_exact(
    values: Values, measure: str, zero_method: ZeroMethod
) -> None:
    for baseline, run in pairs(values[measure]):
        answer = wilcoxon(baseline, run, options=PairOptions(zero_method=zero_method))
        if answer.method != "exact":
            differences = np.round(run - baseline, 12)
            expected = stats.wilcoxon(differences, zero_method=zero_method, method="asymptotic")
            assert answer.p_value == pytest.approx(float(expected.pvalue), rel=1e-9)


def test_randomization_comes_near_the_t_test_where_few_values_tie(values: Values) -> None:
    table = values["ndcg_cut_10"]
    randomized = np.array([randomization(*pair).p_value for pair in pairs(table)])
    students = np.array([paired_t(*pair).p_value for pair in pairs(table)])
    assert np.abs(randomized - students).max() < 0.02


def test_randomization_counts_signings_that_tie_where_a_measure_has_few_values(
    values: Values,
) -> None:
    """P@5 has six values: many signings reach the mean difference exactly, and all count."""
    table = values["P_5"]
    randomized = np.array([randomization(*pair).p_value for pair in pairs(table)])
    students = np.array([paired_t(*pair).p_value for pair in pairs(table)])
    assert (randomized > students - 0.005).all()
    assert (randomized - students).max() > 0.05
