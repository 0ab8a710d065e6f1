"""What is wrong with a command line or a file, said by the process itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.regrade.score.conftest import QRELS, RUN, Write
from tests.regrade.score.processes import refusal, score


def test_score_of_an_unknown_measure_names_the_nearest_ones(qrels: Path, run: Path) -> None:
    ran = score(qrels, run, "-m", "nDGC@10")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("score: Measure 'nDGC@10' at character 1: nDGC is unknown")
    assert "nDCG" in ran.err
    assert ran.err.count("\n") == 1


def test_score_without_a_run_explains_its_usage(qrels: Path) -> None:
    ran = score(qrels)
    assert ran.code == 2
    assert ran.err.startswith("usage: ./dev score")


def test_score_with_nothing_left_to_print_is_a_usage_error(qrels: Path, run: Path) -> None:
    ran = score(qrels, run, "-n")
    assert ran.code == 2
    assert "-n leaves nothing to print; it goes with -q" in ran.err


def test_score_of_a_run_without_a_common_topic_is_refused(qrels: Path, write: Write) -> None:
    run = write("other.txt", RUN.replace("1 Q0", "7 Q0").replace("2 Q0", "8 Q0"))
    assert refusal(qrels, run) == (
        "other.txt: its 2 topics and the 2 of qrels.txt have none in common"
        " (such as 7 here, 1 there)"
    )


def test_score_of_runs_without_a_common_topic_is_refused(qrels: Path, write: Write) -> None:
    first, second = write("first", "1 Q0 a 1 1 x\n"), write("second", "2 Q0 c 1 1 y\n")
    assert refusal(qrels, first, second, "--common-topics") == (
        "qrels.txt: the runs have no topic of it in common"
    )


def test_strict_score_of_a_run_that_lacks_a_topic_is_refused(qrels: Path, write: Write) -> None:
    run = write("short.txt", "2 Q0 c 1 1.0 tag\n")
    assert refusal(qrels, run, "--strict") == (
        "short.txt: it lacks 1 of the 2 topics of qrels.txt, the first being 1"
    )


def test_score_of_files_in_the_wrong_order_says_so(qrels: Path, run: Path) -> None:
    assert refusal(run, qrels) == (
        "run.txt, line 1: 6 columns: this is a run, not qrels; qrels come first: score QRELS RUN..."
    )


def test_score_of_qrels_where_a_run_belongs_says_so(qrels: Path) -> None:
    assert refusal(qrels, qrels) == (
        "qrels.txt, line 1: 4 columns: these are qrels, not a run;"
        " qrels come first: score QRELS RUN..."
    )


def test_score_of_the_same_run_twice_is_refused(qrels: Path, run: Path) -> None:
    assert refusal(qrels, run, run.parent / "." / run.name) == "run.txt: the run is given twice"


BAD_QRELS = {
    "fractional relevance": ("1 0 a 1\n1 0 b 0.5\n", "line 2: relevance '0.5' is not a whole"),
    "duplicate": ("1 0 a 0\n2 0 c 1\n1 0 a 1\n", "line 3: passage a of topic 1 appears twice, fir"),
    "no relevance": (
        "1 0 7\n2 0 8\n",
        "of three columns the second is always 0, as in TREC",
    ),
    "five columns": ("1 0 a 1 x\n", "line 1: 5 columns; qrels have 4 (TREC) or 3"),
    "empty": ("", "the file is empty"),
    "comments alone": ("# nothing\n", "the file holds no labels"),
}


@pytest.mark.parametrize("name", sorted(BAD_QRELS))
def test_score_under_bad_qrels_names_file_and_line(name: str, run: Path, write: Write) -> None:
    content, sentence = BAD_QRELS[name]
    said = refusal(write("bad.txt", content), run)
    assert said.startswith(("bad.txt, " if "line" in sentence else "bad.txt: ") + sentence)


BAD_RUNS = {
    "duplicate": (
        "1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n1 Q0 a 3 0 t\n",
        "line 3: passage a of topic 1 appears twice, first on line 1; keep one of the two",
    ),
    "five columns": ("1 Q0 a 1 2\n", "line 1: 5 columns; a run has 6 ("),
    "NaN": ("1 Q0 a 1 2 t\n1 Q0 b 2 NaN t\n", "line 2: the score 'NaN' is not a finite number"),
    "infinity": ("1 Q0 a 1 inf t\n", "line 1: the score 'inf' is not a finite number"),
    "empty": ("", "the file is empty"),
}


@pytest.mark.parametrize("name", sorted(BAD_RUNS))
def test_score_of_a_bad_run_names_file_and_line(name: str, qrels: Path, write: Write) -> None:
    content, sentence = BAD_RUNS[name]
    said = refusal(qrels, write("bad.txt", content))
    assert said.startswith(("bad.txt, " if "line" in sentence else "bad.txt: ") + sentence)


def test_score_of_a_missing_file_says_so(qrels: Path, run: Path, tmp_path: Path) -> None:
    assert refusal(qrels, tmp_path / "none.txt").startswith("none.txt: there is no such file")
    assert refusal(tmp_path / "none.txt", run).startswith("none.txt: there is no such file")


def test_score_of_a_damaged_gzip_file_says_so(qrels: Path, write: Write) -> None:
    said = refusal(qrels, write("run.gz", b"\x1f\x8b\x08\x00 damaged"))
    assert said == "run.gz: the gzip data are truncated or damaged"


def test_score_by_a_rank_given_twice_is_refused(qrels: Path, write: Write) -> None:
    run = write("run.txt", "1 Q0 a 1 2 t\n1 Q0 b 1 1 t\n")
    assert refusal(qrels, run, "--ranks") == (
        "run.txt, line 2: rank 1 of topic 1 appears twice, first on line 1;"
        " give each passage of a topic its own rank"
    )


def test_score_by_ranks_from_zero_is_refused(qrels: Path, write: Write) -> None:
    run = write("run.txt", "1 Q0 a 0 2 t\n")
    assert refusal(qrels, run, "--ranks") == (
        "run.txt, line 1: the rank '0' is not a whole number from 1; count ranks from 1"
    )


def test_score_of_one_bad_run_among_good_ones_prints_no_value(
    qrels: Path, run: Path, write: Write
) -> None:
    assert refusal(qrels, run, write("bad.txt", QRELS)).startswith("bad.txt")


def test_score_with_a_threshold_above_every_label_warns(qrels: Path, run: Path) -> None:
    ran = score(qrels, run, "-m", "RR", "-l", "3")
    assert (ran.code, ran.out.split()) == (0, ["RR", "all", "0.0000"])
    assert ran.err == (
        "score: no label of qrels.txt is 3 or more, the largest being 2: nothing counts as"
        " relevant, and binary measures say nothing; -l sets what is asked for.\n"
    )
