from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
import pytrec_eval

from evaluation.measures import evaluate, parse_measures, score_measures
from tests.evaluation.measures.rankings import pack
from tests.evaluation.measures.trec_files import DATA, needs_data, read_qrels, read_run

pytestmark = needs_data

FOLDER = DATA / "trec_dl"
RUNS = sorted((FOLDER / "runs").glob("*.gz"))
CUTOFFS = (1, 3, 5, 10, 20, 100, 1000)
TREC_NAMES = {
    "RR": "recip_rank",
    "AP": "map",
    "nDCG": "ndcg",
    "Rprec": "Rprec",
    "Bpref": "bpref",
    **{f"P@{k}": f"P_{k}" for k in CUTOFFS},
    **{f"R@{k}": f"recall_{k}" for k in CUTOFFS},
    **{f"AP@{k}": f"map_cut_{k}" for k in CUTOFFS},
    **{f"nDCG@{k}": f"ndcg_cut_{k}" for k in CUTOFFS},
    **{f"Success@{k}": f"success_{k}" for k in CUTOFFS},
}


@cache
def qrels_of(year: str) -> dict[str, dict[str, int]]:
    return read_qrels(FOLDER / f"qrels.dl{year}-passage.txt")


@pytest.fixture(params=RUNS, ids=lambda path: path.name.removesuffix(".txt.gz"))
def run_file(request: pytest.FixtureRequest) -> Path:
    path = request.param
    assert isinstance(path, Path)
    return path


def test_there_are_sixteen_runs() -> None:
    assert len(RUNS) == 16


def test_every_measure_equals_pytrec_eval_on_real_runs(run_file: Path) -> None:
    """Scores are cast to float32 for this check alone, since pytrec_eval ranks by those."""
    qrels = qrels_of(run_file.name[-9:-7])
    run = {
        topic: {doc_id: float(np.float32(score)) for doc_id, score in scores.items()}
        for topic, scores in read_run(run_file).items()
    }
    assert run.keys() == qrels.keys()
    for level in (1, 2):
        given = pack(qrels, run, min_relevance=level, top=3)
        ours = score_measures(parse_measures(",".join(TREC_NAMES)), given)
        evaluator = pytrec_eval.RelevanceEvaluator(
            qrels, set(TREC_NAMES.values()), relevance_level=level
        )
        theirs = evaluator.evaluate(run)
        for name, trec_name in TREC_NAMES.items():
            expected = [theirs[topic][trec_name] for topic in qrels]
            np.testing.assert_allclose(ours[name], expected, rtol=0, atol=1e-9, err_msg=name)


def test_mfr_and_cut_rr_follow_from_the_reciprocal_rank_of_pytrec_eval(
    run_file: Path,
) -> None:
    qrels = qrels_of(run_file.name[-9:-7])
    run = {
        topic: {doc_id: float(np.float32(score)) for doc_id, score in scores.items()}
        for topic, scores in read_run(run_file).items()
    }
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}, relevance_level=2).evaluate(run)
    given = pack(qrels, run, min_relevance=2)
    ours = score_measures(parse_measures("MFR@10,RR@10"), given)
    inverse = np.array([theirs[topic]["recip_rank"] for topic in qrels])
    is_found = inverse >= 1 / 10
    np.testing.assert_allclose(ours["RR@10"], np.where(is_found, inverse, 0), atol=1e-9)
    ranks = np.divide(1, inverse, out=np.full(inverse.shape, 11.0), where=is_found)
    np.testing.assert_allclose(ours["MFR@10"], ranks, atol=1e-9)


@pytest.mark.parametrize(("year", "n_tied"), [("19", 40_001), ("20", 50_434)])
def test_repllama_is_tied_almost_everywhere(year: str, n_tied: int) -> None:
    """The run that makes the tie rule matter; were it read otherwise, the check above is weak."""
    path = FOLDER / "runs" / f"REP_LLAMA.trec_results_dl{year}.txt.gz"
    run = read_run(path)
    tied = sum(len(scores) - len(set(scores.values())) for scores in run.values())
    assert tied == n_tied


@pytest.mark.parametrize(
    ("year", "expected"),
    [
        ("19", {"RR": 0.9884, "RR@10": 0.9884, "nDCG@10": 0.7384, "P@10": 0.8070}),
        ("20", {"RR": 0.9427, "RR@10": 0.9414, "nDCG@10": 0.7195, "P@10": 0.7537}),
    ],
)
def test_repllama_ranks_ties_by_docid_for_every_measure(
    year: str, expected: dict[str, float]
) -> None:
    """T1: what trec_eval 10 prints. Other tools give .9826 for RR@10 of 2019, or an RR@10 of
    2020 that is above RR."""
    qrels = qrels_of(year)
    run = read_run(FOLDER / "runs" / f"REP_LLAMA.trec_results_dl{year}.txt.gz")
    measured = evaluate(qrels, run, ",".join(expected))
    means = {name: round(measured.mean(name), 4) for name in expected}
    assert means == expected
