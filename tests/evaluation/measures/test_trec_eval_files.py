from __future__ import annotations

import numpy as np
import pytest

from evaluation.measures import JudgedRankings, parse_measures, score_measures
from tests.evaluation.measures.rankings import pack
from tests.evaluation.measures.trec_files import (
    DATA,
    needs_data,
    read_expected,
    read_qrels,
    read_run,
)

pytestmark = needs_data

FOLDER = DATA / "trec_eval_tests"
CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
PRINTED = {
    "RR": "recip_rank",
    "AP": "map",
    "nDCG": "ndcg",
    "Rprec": "Rprec",
    "Bpref": "bpref",
    **{f"P@{k}": f"P_{k}" for k in CUTOFFS},
    **{f"R@{k}": f"recall_{k}" for k in CUTOFFS},
    **{f"AP@{k}": f"map_cut_{k}" for k in CUTOFFS},
    **{f"nDCG@{k}": f"ndcg_cut_{k}" for k in CUTOFFS},
    **{f"Success@{k}": f"success_{k}" for k in (1, 5, 10)},
}
WITH_PARAMETERS = {
    **{f"P@{k}": f"P_{k}" for k in (3, 5, 7)},
    **{f"R@{k}": f"recall_{k}" for k in (20, 2000)},
    **{f"nDCG@{k}": f"ndcg_cut_{k}" for k in (10, 20, 23)},
    **{f"Success@{k}": f"success_{k}" for k in (2, 5, 20)},
}


def seen(
    qrels: str, run: str, *, level: int = 1, depth: int | None = None
) -> tuple[tuple[str, ...], JudgedRankings]:
    """Every topic of the qrels, its ranking empty where the run lacks it."""
    labels = read_qrels(FOLDER / qrels)
    given = pack(labels, read_run(FOLDER / run), min_relevance=level, depth=depth)
    return tuple(labels), given


@pytest.mark.parametrize(
    ("printed", "files", "names"),
    [
        ("out.test", ("qrels.test.gz", "results.test.gz"), PRINTED),
        ("out.test.a", ("qrels.test.gz", "results.test.gz"), PRINTED),
        ("out.test.aq", ("qrels.test.gz", "results.test.gz"), PRINTED),
        ("out.test.aqc", ("qrels.test.gz", "results.trunc.gz"), PRINTED),
        ("out.test.meas_params", ("qrels.test.gz", "results.test.gz"), WITH_PARAMETERS),
    ],
)
def test_trec_eval_test_files_reproduce(
    printed: str, files: tuple[str, str], names: dict[str, str]
) -> None:
    check(printed, *seen(*files), names)


def test_trec_eval_test_file_at_relevance_level_two_reproduces() -> None:
    check("out.test.aql", *seen("qrels.rel_level.gz", "results.test.gz", level=2), PRINTED)


def test_trec_eval_test_file_at_depth_one_hundred_reproduces() -> None:
    check("out.test.aqcM", *seen("qrels.test.gz", "results.trunc.gz", depth=100), PRINTED)


def test_rbp_reproduces_on_binary_labels() -> None:
    check("out.test.aq", *seen("qrels.test.gz", "results.test.gz"), {"RBP(p=0.9)": "rbp"})


def test_judged_is_what_unjudged_leaves() -> None:
    topics, given = seen("qrels.test.gz", "results.test.gz")
    printed = read_expected(FOLDER / "out.test.aq")
    for cutoff in (5, 10, 20):
        (measure,) = parse_measures(f"Judged@{cutoff}")
        for topic, value in zip(topics, measure.score(given), strict=True):
            assert f"{1 - value:.4f}" == printed[topic][f"unj_{cutoff}"]


def check(
    printed: str, topics: tuple[str, ...], given: JudgedRankings, names: dict[str, str]
) -> None:
    """Compare four printed decimals, per topic where printed and for the mean over all."""
    expected = read_expected(FOLDER / printed)
    ours = score_measures(parse_measures(",".join(names)), given)
    rows = dict(zip(topics, range(len(topics)), strict=True))
    compared = 0
    for topic, values in expected.items():
        for name, trec_name in names.items():
            if trec_name in values:
                value = np.mean(ours[name]) if topic == "all" else ours[name][rows[topic]]
                assert f"{value:.4f}" == values[trec_name], (topic, name)
                compared += 1
    assert compared >= len(names) or printed == "out.test"
