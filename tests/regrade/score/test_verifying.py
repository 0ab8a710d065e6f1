"""`./dev score --verify`: our values beside those of trec_eval's own code."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from regrade.measures import Measure, parse_measure
from regrade.measures.dcg import Ndcg
from regrade.score.command import main
from regrade.score.verifying import name_in_trec_eval
from tests.oracles import pytrec_eval
from tests.real.real_data import DATA, needs_real_data
from tests.regrade.measures.oracle import trec_names
from tests.regrade.score.conftest import Write

Capture = pytest.CaptureFixture[str]
CLOSE = "1 Q0 a 1 20.0000005 t\n1 Q0 b 2 20.0000003 t\n2 Q0 c 1 1.0 t\n"
OTHERS = {"RR@10", "MFR@10", "Judged@10", "nDCG(unjudged=1)@10", "RBP(p=0.8)", "IPrec@0.15"}


@pytest.fixture
def close(write: Write) -> Path:
    """The relevant passage of topic 1 is first in double precision, and second in single."""
    return write("close.txt", CLOSE)


def printed(capsys: Capture, *arguments: str | Path, code: int = 0) -> list[str]:
    assert main([str(each) for each in arguments]) == code
    return [line.removeprefix("score: ") for line in capsys.readouterr().err.splitlines()]


def test_every_name_of_trec_eval_is_found_and_no_other() -> None:
    assert pytrec_eval  # of which the names are
    names = trec_names((1, 7, 1000))
    found = {name: name_in_trec_eval(parse_measure(name)) for name in {*names, *OTHERS}}
    assert {name: there and there[1] for name, there in found.items()} == {
        **names,
        **dict.fromkeys(OTHERS),
    }


def test_verify_shows_equal_values_and_what_double_precision_changes(
    capsys: Capture, qrels: Path, close: Path
) -> None:
    asked = ("-m", "RR AP P(rel=2)@1 RR@10 P(rel=0)@1")
    assert printed(capsys, qrels, close, "--verify", *asked) == [
        (
            "close.txt: 6 of 6 values equal to 1e-09 those of pytrec_eval, in single precision on"
            " both sides."
        ),
        "close.txt: not verified, since pytrec_eval does not have it: RR@10.",
        "close.txt: not verified, since pytrec_eval takes no threshold below 1: P(rel=0)@1.",
        (
            "close.txt: in double precision the order of 1 topic changes (1): means become"
            " RR 0.7500 -> 1.0000, AP 0.7500 -> 1.0000, RR@10 0.7500 -> 1.0000."
        ),
    ]


def test_verify_with_a_threshold_of_0_still_verifies_what_reads_none(
    capsys: Capture, qrels: Path, run: Path
) -> None:
    [count, left, _] = printed(capsys, qrels, run, "--verify", "-m", "nDCG AP", "-l", "0")
    assert count.startswith("run.txt: 2 of 2 values equal")
    assert left.endswith("takes no threshold below 1: AP.")


def test_verify_names_topics_that_it_does_not_ask_about(
    capsys: Capture, write: Write, run: Path
) -> None:
    qrels = write("qrels.txt", "1 0 a 1\n2 0 c -1\n3 0 d 1\n")
    [_, count, left, same] = printed(capsys, qrels, run, "--verify", "-m", "RR")
    assert count.startswith("run.txt: 1 of 1 values equal")
    assert left.endswith("which the run lacks or which have negative labels alone: 2, 3.")
    assert same == "run.txt: in double precision every topic has the same order."


def test_a_value_that_differs_is_reported_with_a_status_of_its_own(
    capsys: Capture, qrels: Path, run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = Ndcg.values

    def wrong(measure: Measure, *given: object) -> object:
        return right(measure, *given) + np.array([2e-9, 0])  # type: ignore[arg-type]

    monkeypatch.setattr(Ndcg, "values", wrong)
    count, differs, _ = printed(capsys, qrels, run, "--verify", "-m", "nDCG", code=3)
    assert count.startswith("run.txt: 1 of 2 values equal")
    assert differs.startswith("run.txt: nDCG of topic 1 is 0.63")


def test_a_missing_pytrec_eval_is_named(
    capsys: Capture, qrels: Path, run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pytrec_eval", None)
    [said] = printed(capsys, qrels, run, "--verify", code=1)
    assert "needs pytrec_eval: run pip install '.[verify]' in Regrade's folder" in said


@pytest.mark.parametrize("option", ["--ranks", "--ms-marco", "-M5", "-J"])
def test_verify_is_refused_beside_what_pytrec_eval_would_not_do(
    capsys: Capture, qrels: Path, run: Path, option: str
) -> None:
    with pytest.raises(SystemExit):
        main([str(qrels), str(run), "--verify", option])
    assert "--verify looks at whole rankings by score" in capsys.readouterr().err


@needs_real_data
def test_the_published_monot5_run_is_verified(capsys: Capture) -> None:
    run = DATA / "duot5_dl20" / "base.dl20.p.dTq.rm3.mono.trec.gz"
    qrels = DATA / "trec_dl" / "qrels.dl20-passage.txt"
    notes = printed(capsys, qrels, run, "--verify", "-m", "nDCG@10 nDCG@20 AP(rel=2)")
    [count, changes] = [note.removeprefix(f"{run.name}: ") for note in notes][-2:]
    assert count.startswith("162 of 162 values equal to 1e-09")
    assert "nDCG@10 0.7048 -> 0.7061, nDCG@20 0.6808 -> 0.6813" in changes
