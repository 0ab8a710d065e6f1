from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from regrade.measures import (
    JudgedRankings,
    evaluate,
    parse_measure,
    parse_measures,
    score_measures,
)
from tests.real.real_data import DATA, needs_real_data
from tests.regrade.measures.oracle import trec_names
from tests.regrade.measures.rankings import pack
from tests.regrade.measures.trec_files import read_expected, read_qrels, read_run

pytestmark = needs_real_data

FOLDER = DATA / "trec_eval_tests"
CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
UNCUT_SUCCESS = {f"Success@{k}" for k in CUTOFFS if k not in (5, 10)}
PRINTED = {
    name.replace("IPrec", "IPrec(rounding='nearest')"): printed
    for name, printed in trec_names(CUTOFFS).items()
    if name not in UNCUT_SUCCESS
}
COUNTS = {"NumQ", "NumRet", "NumRel", "NumRelRet", "NumNonRelRet"}
WITH_PARAMETERS = {
    **{f"P@{k}": f"P_{k}" for k in (3, 5, 7)},
    **{f"R@{k}": f"recall_{k}" for k in (20, 2000)},
    **{f"nDCG@{k}": f"ndcg_cut_{k}" for k in (10, 20, 23)},
    **{f"Success@{k}": f"success_{k}" for k in (2, 5, 20)},
    **{
        f"IPrec(rounding='nearest')@{level}": f"iprec_at_recall_{level:.2f}"
        for level in (0.1, 0.2, 0.25, 0.5, 0.75)
    },
    **{f"Rprec(times={times})": f"Rprec_mult_{times:.2f}" for times in (0.2, 0.35, 5)},
    "Utility(found=2)": "utility_2,-1,0,0",
    "nDCG(gains={1:3,2:9,4:4.5})": "ndcg_1=3,2=9,4=4.5",
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
        ("out.test", ("qrels.test.with-comments.gz", "results.test.gz"), PRINTED),
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
        judged, unjudged = (
            parse_measure(f"{name}@{cutoff}").score(given) for name in ("Judged", "Unjudged")
        )
        expected = [printed[topic][f"unj_{cutoff}"] for topic in topics]
        assert [f"{1 - value:.4f}" for value in judged] == expected
        assert [f"{value / cutoff:.4f}" for value in unjudged] == expected


@pytest.mark.parametrize(("name", "printed"), [("AP", "gm_map"), ("Bpref", "gm_bpref")])
def test_geometric_means_reproduce(name: str, printed: str) -> None:
    """A topic at 0 counts as 0.00001, which is what makes bpref's so low."""
    labels = read_qrels(FOLDER / "qrels.test.gz")
    measured = evaluate(labels, read_run(FOLDER / "results.test.gz"), name)
    expected = read_expected(FOLDER / "out.test.a")["all"][printed]
    assert f"{measured.geometric_mean(name):.4f}" == expected


def check(
    printed: str, topics: tuple[str, ...], given: JudgedRankings, names: dict[str, str]
) -> None:
    """Compare four printed decimals, per topic where printed and for all of them together."""
    expected = read_expected(FOLDER / printed)
    ours = score_measures(parse_measures(",".join(names)), given)
    rows = dict(zip(topics, range(len(topics)), strict=True))
    compared = 0
    for topic, values in expected.items():
        for name, trec_name in names.items():
            if trec_name in values:
                chosen = ours[name] if topic == "all" else ours[name][[rows[topic]]]
                assert shown(name, chosen) == values[trec_name], (topic, name)
                compared += 1
    assert compared >= (len(names) if printed != "out.test" else 25)


def shown(name: str, values: NDArray[np.float64]) -> str:
    """The mean, or the total of a count, as trec_eval prints it."""
    return f"{values.sum():.0f}" if name in COUNTS else f"{values.mean():.4f}"
