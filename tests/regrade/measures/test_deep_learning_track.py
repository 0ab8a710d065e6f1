from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from regrade.measures import evaluate, parse_measures, score_measures
from regrade.measures.judge_scores import judge_scores
from tests.real.real_data import DATA, files_of, needs_real_data
from tests.regrade.measures.oracle import Run, trec_eval, trec_names
from tests.regrade.measures.rankings import pack
from tests.regrade.measures.trec_files import read_qrels, read_run
from tests.tiers import thorough

pytestmark = needs_real_data

FOLDER = DATA / "trec_dl"
RUNS = files_of(FOLDER / "runs", "*.gz")
DUO_RUNS = files_of(DATA / "duot5_dl20", "*.gz")
# One run of each collection is read in the fast tier, that of many ties among them.
FAST = {"REP_LLAMA.trec_results_dl19.txt.gz", *(path.name for path in DUO_RUNS[:1])}
FILES = [
    pytest.param(path, id=path.name.removesuffix(".gz"), marks=[thorough] * (path.name not in FAST))
    for path in (*RUNS, *DUO_RUNS)
]
CUTOFFS = (1, 3, 5, 10, 20, 100, 1000)
NAMES = trec_names(CUTOFFS)


@cache
def qrels_of(year: str) -> dict[str, dict[str, int]]:
    return read_qrels(FOLDER / f"qrels.dl{year}-passage.txt")


def read_single(path: Path) -> Run:
    """Scores cast to float32, since pytrec_eval ranks by those."""
    return {
        topic: {doc_id: float(np.float32(score)) for doc_id, score in scores.items()}
        for topic, scores in read_run(path).items()
    }


def year_of(path: Path) -> str:
    return "20" if path in DUO_RUNS else path.name[-9:-7]


@pytest.fixture(params=FILES)
def run_file(request: pytest.FixtureRequest) -> Path:
    path = request.param
    assert isinstance(path, Path)
    return path


def test_there_are_sixteen_runs_of_the_track_and_five_of_duot5() -> None:
    assert (len(RUNS), len(DUO_RUNS)) == (16, 5)


@pytest.mark.parametrize("level", [1, 2])
def test_every_measure_equals_pytrec_eval_on_real_runs(run_file: Path, level: int) -> None:
    qrels, run = qrels_of(year_of(run_file)), read_single(run_file)
    assert run.keys() == qrels.keys()
    expected = trec_eval(qrels, run, cutoffs=CUTOFFS, level=level)
    measures = parse_measures(",".join(NAMES))
    for given in (
        pack(qrels, run, min_relevance=level, top=3),
        judge_scores(qrels, run, min_relevance=level),
    ):
        ours = np.array(list(score_measures(measures, given).values()))
        is_off = np.abs(ours - expected) > 1e-9
        assert not [name for name, off in zip(NAMES, is_off, strict=True) if off.any()]


def test_mfr_and_cut_rr_follow_from_the_reciprocal_rank_of_pytrec_eval(run_file: Path) -> None:
    qrels, run = qrels_of(year_of(run_file)), read_single(run_file)
    expected = trec_eval(qrels, run, cutoffs=CUTOFFS, level=2)[list(NAMES).index("RR")]
    ours = evaluate(qrels, run, "MFR@10, RR@10", min_relevance=2).values
    is_found = expected >= 1 / 10
    np.testing.assert_allclose(ours["RR@10"], np.where(is_found, expected, 0), atol=1e-9)
    ranks = np.divide(1, expected, out=np.full(expected.shape, 11.0), where=is_found)
    np.testing.assert_allclose(ours["MFR@10"], ranks, atol=1e-9)


@pytest.mark.parametrize(("year", "published"), [("19", 0.5058), ("20", 0.4796)])
def test_bm25_scores_what_is_published(year: str, published: float) -> None:
    run = read_run(FOLDER / "runs" / f"BM25.trec_results_dl{year}.txt.gz")
    assert round(evaluate(qrels_of(year), run, "nDCG@10").mean("nDCG@10"), 4) == published


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
