"""trec_eval's own test files, printed as trec_eval prints them."""

from __future__ import annotations

import re

import pytest

from regrade.score.command import main
from tests.real.real_data import DATA, needs_real_data

pytestmark = needs_real_data

FOLDER = DATA / "trec_eval_tests"
# What trec_eval 10 prints with -m all_trec and that nickname does not hold here.
NOT_OFFERED = re.compile(r"(relstring|binG|G |ndcg_rel|Rndcg|rbp|unj_)")
# Versions of trec_eval round the number of passages that a level of recall asks for differently.
DIFFERS_BY_VERSION = ("iprec_at_recall", "11pt_avg")
WITH_VALUES = (
    *("P.5,7,3", "recall.20,2000", "Rprec_mult.5.0,0.2,0.35", "utility.2,-1,0,0"),
    *("ndcg.1=3,2=9,4=4.5", "ndcg_cut.10,20,23", "success.2,5,20"),
)
PRINTED = {
    "out.test": ("qrels.test.gz", "results.test.gz"),
    "out.test.a": ("qrels.test.gz", "results.test.gz", "-m", "all_trec"),
    "out.test.aq": ("qrels.test.gz", "results.test.gz", "-q", "-m", "all_trec"),
    "out.test.aqc": ("qrels.test.gz", "results.trunc.gz", "-q", "-c", "-m", "all_trec"),
    "out.test.aqcM": ("qrels.test.gz", "results.trunc.gz", "-qc", "-M100", "-m", "all_trec"),
    "out.test.meas_params": (
        *("qrels.test.gz", "results.test.gz", "-q"),
        *(word for name in WITH_VALUES for word in ("-m", name)),
    ),
    "out.test.aql": ("qrels.rel_level.gz", "results.test.gz", "-q", "-l2", "-m", "all_trec"),
}


def paths(arguments: tuple[str, ...]) -> list[str]:
    return [str(FOLDER / name) for name in arguments[:2]] + list(arguments[2:])


@pytest.mark.parametrize("name", sorted(PRINTED))
def test_score_prints_what_trec_eval_printed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(paths(PRINTED[name])) == 0
    expected = [
        line for line in comparable((FOLDER / name).read_text()) if not NOT_OFFERED.match(line)
    ]
    assert len(expected) > 10
    assert comparable(capsys.readouterr().out) == expected


def comparable(text: str) -> list[str]:
    lines = text.splitlines(keepends=True)
    return [line for line in lines if not line.startswith(DIFFERS_BY_VERSION)]


TREC_DL = DATA / "trec_dl"


REPLLAMA_BY_RANK = {
    "dl19": {"RR": "0.9845", "nDCG@10": "0.7439", "P@10": "0.8163"},
    "dl20": {"RR": "0.9460", "nDCG@10": "0.7205", "P@10": "0.7519"},
}


@pytest.mark.parametrize("year", sorted(REPLLAMA_BY_RANK))
def test_t1_repllama_by_its_own_ranks(year: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Its scores were rounded to three decimals, so that nearly all tie; its ranks were not."""
    run = TREC_DL / "runs" / f"REP_LLAMA.trec_results_{year}.txt.gz"
    qrels = TREC_DL / f"qrels.{year}-passage.txt"
    assert main([str(qrels), str(run), "--ranks", "-m", "RR nDCG@10 P@10"]) == 0
    printed = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert {name.strip(): value for name, _, value in printed} == REPLLAMA_BY_RANK[year]
