"""Errors in files that do not fit together; bad lines are tested with the readers."""

from __future__ import annotations

from pathlib import Path

import pytest

from regrade.files.errors import BadInput
from regrade.score.options import parse_options
from regrade.score.printed import ScoredRun
from regrade.score.scoring import score_files
from tests.refusals import refused
from tests.regrade.score.conftest import QRELS, RUN, Write
from tests.regrade.score.processes import refusal

SUBTOPICS = "1 1 a 1\n1 2 a 1\n1 1 a 0\n"


def scored(*arguments: Path | str) -> list[ScoredRun]:
    return score_files(parse_options(list(map(str, arguments)), "score"), lambda _: None)


def test_score_of_an_unknown_measure_names_the_nearest_ones(
    qrels: Path, run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        scored(qrels, run, "-m", "nDGC@10")
    out, said = capsys.readouterr()
    assert (out, said.count("\n")) == ("", 1)
    assert "'nDGC@10' at character 1" in said
    assert "nDCG" in said


def test_score_of_one_bad_run_among_good_ones_prints_no_value(
    qrels: Path, run: Path, write: Write
) -> None:
    said = refusal(qrels, run, write("bad.txt", "1 Q0 a 1 2 t\n1 Q0 b 2 NaN t\n"))
    assert said.startswith("bad.txt, line 2: ")
    assert "'NaN'" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [([], "usage: ./dev score"), (["-n"], "-n leaves nothing to print; it goes with -q")],
)
def test_score_of_what_cannot_be_understood_explains_its_usage(
    arguments: list[str], said: str, qrels: Path, run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        parse_options([str(qrels), *([str(run)] if arguments else []), *arguments], "./dev score")
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "options", "code", "line", "says"),
    [
        (
            RUN.replace("1 Q0", "7 Q0").replace("2 Q0", "8 Q0"),
            *([], "no_common_topics", None, "its 2 topics and the 2 of qrels.txt"),
        ),
        ("7 Q0 a 1 1 t\n", [], "no_common_topics", None, "7 here, 1 there"),
        ("2 Q0 c 1 1 t\n", ["--strict"], "topics_missing", None, "lacks 1 of the 2 topics"),
        (QRELS, [], "qrels_for_run", 1, "these are qrels"),
        ("1 Q0 a 1 2 t\n1 Q0 b 1 1 t\n", ["--ranks"], "rank_twice", 2, "first on line 1"),
        ("1 Q0 a 0 2 t\n", ["--ranks"], "out_of_range", 1, "'0'"),
    ],
)
def test_a_run_that_does_not_go_with_the_qrels_is_refused(
    qrels: Path,
    write: Write,
    content: str,
    options: list[str],
    code: str,
    line: int | None,
    says: str,
) -> None:
    bad = write("bad.txt", content)
    with refused(BadInput, code, line=line, says=says) as caught:
        scored(qrels, bad, *options)
    assert caught.value.path.name == "bad.txt"


@pytest.mark.parametrize(
    ("content", "measures", "code", "line", "says"),
    [
        (RUN, "RR", "run_for_qrels", 1, "this is a run"),
        ("1 0 a 1.5\n", "RR", "not_a_whole_number", 1, "relevance '1.5'"),
        ("1 a 1 1 0.5\n", "RR", "labels_are_sample", 1, "TREC's prels"),
        ("1 a 1 1 0.5\n", "StRecall@3", "labels_are_sample", 1, "label set"),
        (SUBTOPICS, "StRecall@3", "passage_twice", 3, "under subtopic 1, first on line 1"),
        ("1 1 a 0.5\n", "StRecall@3", "not_a_whole_number", 1, ""),
        ("1 0 a high\n", "Compat(p=0.8)", "not_a_number", 1, "'high'"),
        ("1 a 1\n", "Compat(p=0.8)", "column_count", 1, "3 columns"),
        (SUBTOPICS, "Compat(p=0.8) StRecall@3", "measures_apart", None, "StRecall@3 and by"),
        ("1 0 a 1.5\n", "Compat(p=0.8) RR", "measure_refused", None, "RR needs"),
    ],
)
def test_qrels_that_do_not_go_with_the_measures_are_refused(
    run: Path, write: Write, content: str, measures: str, code: str, line: int | None, says: str
) -> None:
    bad = write("bad.txt", content)
    with refused(BadInput, code, line=line, says=says) as caught:
        scored(bad, run, "-m", measures)
    assert caught.value.path.name == "bad.txt"


def test_runs_without_a_common_topic_and_a_run_given_twice_are_refused(
    qrels: Path, run: Path, write: Write
) -> None:
    first, second = write("first", "1 Q0 a 1 1 x\n"), write("second", "2 Q0 c 1 1 y\n")
    with refused(BadInput, "no_common_topics", says="qrels.txt"):
        scored(qrels, first, second, "--common-topics")
    with refused(BadInput, "run_twice", says="run.txt"):
        scored(qrels, run, run.parent / "." / run.name)


def test_score_with_a_threshold_above_every_label_warns(qrels: Path, run: Path) -> None:
    notes: list[str] = []
    options = parse_options([str(qrels), str(run), "-m", "RR", "-l", "3"], "score")
    [found] = score_files(options, notes.append)
    assert [values.tolist() for values in found.values] == [[0.0, 0.0]]
    assert notes[0].startswith("no label of qrels.txt is 3 or more, the largest being 2")
