"""Tests of many systems on the eight runs of TREC Deep Learning 2020."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from regrade.significance import (
    RankOptions,
    blocked_dunnett,
    blocked_tukey,
    correlate_systems,
    mixed_model,
    randomized_tukey,
    two_way_anova,
)
from tests.oracles import pytrec_eval
from tests.real_data import DATA, needs_real_data
from tests.regrade.measures.trec_files import read_qrels, read_run
from tests.regrade.significance.tables import p_values

pytestmark = needs_real_data
Values = dict[str, NDArray[np.float64]]


@pytest.fixture(scope="module")
def values() -> Values:
    """By measure one row a run, BM25 first, one column a topic."""
    folder = DATA / "trec_dl"
    qrels = read_qrels(folder / "qrels.dl20-passage.txt")
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut_10", "map"}, relevance_level=2)
    scores = [evaluator.evaluate(read_run(path)) for path in sorted(folder.glob("runs/*dl20*"))]
    return {
        name: np.array([[run[topic][name] for topic in sorted(qrels)] for run in scores])
        for name in ("ndcg_cut_10", "map")
    }


def test_topics_explain_more_than_systems(values: Values) -> None:
    table = two_way_anova(values["ndcg_cut_10"])
    system, topic = table.row("system"), table.row("topic")
    assert (system.omega_squared or 0) < (topic.omega_squared or 0)
    assert (system.p_value or 0) < 1e-12


def test_randomized_and_blocked_tukey_come_near_each_other_on_like_runs(values: Values) -> None:
    neural = values["ndcg_cut_10"][2:]
    randomized, blocked = randomized_tukey(neural), blocked_tukey(neural)
    assert p_values(randomized) == pytest.approx(p_values(blocked), abs=0.05)
    assert randomized.critical_difference == pytest.approx(blocked.critical_difference, rel=0.1)


def test_runs_far_below_widen_the_range_that_others_are_held_against(values: Values) -> None:
    """Shuffled with the two lexical runs, the six neural ones need more to differ."""
    randomized = randomized_tukey(values["ndcg_cut_10"])
    among_themselves = randomized_tukey(values["ndcg_cut_10"][2:])
    assert randomized.critical_difference is not None
    assert among_themselves.critical_difference is not None
    assert randomized.critical_difference > among_themselves.critical_difference


def test_bm25_is_beaten_by_all_but_its_expansion(values: Values) -> None:
    """BM25 with RM3 is the second run; the six others are neural."""
    p_of_expansion, *p_of_others = p_values(blocked_dunnett(values["ndcg_cut_10"]))
    assert (p_of_expansion or 0) > 0.05
    assert max(p or 0 for p in p_of_others) < 0.001


def test_the_mixed_model_pools_what_the_anova_pools(values: Values) -> None:
    noise = two_way_anova(values["map"]).row("residual").mean_square
    assert mixed_model(values["map"]).residual_variance == pytest.approx(noise)


def test_two_measures_order_the_runs_much_alike(values: Values) -> None:
    answer = correlate_systems(
        values["ndcg_cut_10"], values["map"], options=RankOptions(n_resamples=500)
    )
    assert answer.value is not None
    assert answer.interval is not None
    assert answer.interval[0] < answer.value < 1
    assert answer.value > 0.6
