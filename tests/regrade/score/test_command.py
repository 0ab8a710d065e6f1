from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from regrade.measures import evaluate
from regrade.score.command import main
from tests.regrade.score.conftest import QRELS, RUN, Write
from tests.regrade.score.processes import score

Capture = pytest.CaptureFixture[str]


def printed(capsys: Capture, *arguments: Path | str) -> str:
    assert main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


@pytest.fixture
def better(write: Write) -> Path:
    return write("better.txt", RUN.replace("1.0 tag", "9.0 better").replace("tag", "better"))


def test_score_from_a_process_of_its_own_answers_as_trec_eval(qrels: Path, run: Path) -> None:
    ran = score(qrels, run, "-m", "map", "-m", "P.1,2")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "map                   \tall\t0.7500\n"
        "P_1                   \tall\t0.5000\n"
        "P_2                   \tall\t0.5000\n"
    )


def test_score_per_topic_prints_topics_in_the_order_of_their_bytes(
    capsys: Capture, write: Write
) -> None:
    qrels = write("q", "9 0 a 1\n10 0 a 1\n2 0 a 1\n")
    out = printed(capsys, qrels, write("r", "9 Q0 a 1 1 t\n"), "-q", "-m", "RR")
    assert [line.split("\t")[1] for line in out.splitlines()] == ["10", "2", "9", "all"]


def test_score_without_summary_prints_topics_alone(capsys: Capture, qrels: Path, run: Path) -> None:
    out = printed(capsys, qrels, run, "-q", "-n", "-m", "num_q recip_rank gm_map num_ret")
    assert out.splitlines() == [
        "recip_rank            \t1\t0.5000",
        "num_ret               \t1\t2",
        "recip_rank            \t2\t1.0000",
        "num_ret               \t2\t1",
    ]


def test_score_of_two_runs_is_a_table_with_names_and_tags(
    capsys: Capture, qrels: Path, run: Path, better: Path
) -> None:
    out = printed(capsys, qrels, run, better, "-m", "RR num_ret")
    assert out.splitlines() == [
        "run         tag     topic      RR  num_ret",
        "----------  ------  -----  ------  -------",
        "run.txt     tag     all    0.7500        3",
        "better.txt  better  all    1.0000        3",
    ]


def test_runs_whose_files_have_one_name_go_by_their_paths(
    capsys: Capture, qrels: Path, run: Path, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    second = tmp_path / "other" / run.name
    second.write_text(RUN)
    out = printed(capsys, qrels, run, second, "-m", "RR", "--format=csv")
    assert out.splitlines() == [
        "run,tag,topic,RR",
        f"{run},tag,all,0.75",
        f"{second},tag,all,0.75",
    ]


def test_csv_and_json_keep_full_precision(capsys: Capture, write: Write) -> None:
    qrels, run = write("q", "1 0 a 1\n"), write("r", "1 Q0 c 1 3 t\n1 Q0 b 2 2 t\n1 Q0 a 3 1 t\n")
    rows = csv.reader(printed(capsys, qrels, run, "-m", "RR", "--format=csv").splitlines())
    assert [float(row[3]) for row in rows if row[2] == "all"] == [1 / 3]
    (found,) = json.loads(printed(capsys, qrels, run, "-m", "RR", "--format=json"))
    assert found["values"] == {"RR": 1 / 3}


def test_csv_begins_with_a_byte_order_mark_where_that_is_asked_for(
    capsys: Capture, qrels: Path, run: Path
) -> None:
    plain, marked = (printed(capsys, qrels, run, "--format", one) for one in ("csv", "csv-bom"))
    assert marked == "\ufeff" + plain


def test_json_shows_what_the_values_rest_on(capsys: Capture, qrels: Path, write: Write) -> None:
    run = write("short.txt", "2 Q0 c 1 1.0 tag\n")
    asked = ("-q", "-l2", "-m", "RR MFR@10 num_q", "--format=json")
    (found,) = json.loads(printed(capsys, qrels, run, *asked))
    assert found == {
        "run": "short.txt",
        "file": str(run),
        "tag": "tag",
        "qrels": "qrels.txt",
        "min_relevance": 2,
        "depth": None,
        "judged_only": False,
        "single_precision": False,
        "better": {"RR": "higher", "MFR@10": "lower", "num_q": None},
        "n_topics": 2,
        "missing": ["1"],
        "n_left_out": 0,
        "note": "",
        "values": {"RR": 0.5, "MFR@10": 6.0, "num_q": 2.0},
        "topics": {"1": {"RR": 0.0, "MFR@10": 11.0}, "2": {"RR": 1.0, "MFR@10": 1.0}},
    }


def test_common_topics_are_those_that_every_run_has(
    capsys: Capture, qrels: Path, run: Path, write: Write
) -> None:
    short = write("short.txt", "2 Q0 c 1 1.0 short\n")
    out = printed(capsys, qrels, run, short, "-m", "num_q RR", "--common-topics", "--format=csv")
    assert out.splitlines()[1:] == [
        "run.txt,tag,all,1.0,1.0",
        "short.txt,short,all,1.0,1.0",
    ]


def test_notes_never_stand_among_the_values(capsys: Capture, qrels: Path, write: Write) -> None:
    run = write("short.txt", "2 Q0 c 1 1.0 tag\n2 Q0 d 2 1.0 tag\n7 Q0 x 1 1.0 tag\n")
    assert main([str(qrels), str(run), "-m", "RR"]) == 0
    out, notes = capsys.readouterr()
    assert out == "RR                    \tall\t0.2500\n"
    missing, unlabelled, tied = notes.splitlines()
    assert "lacks 1 of the 2 topics of the qrels (1)" in missing
    assert "has 1 topic that the qrels lack (7)" in unlabelled
    assert "has 2 of 3 lines whose score another passage of the topic has too" in tied


def test_what_takes_no_judged_only_is_of_the_whole_ranking(
    capsys: Capture, qrels: Path, write: Write
) -> None:
    run = write("r", "1 Q0 x 1 3 t\n1 Q0 a 2 2 t\n2 Q0 c 1 1 t\n")
    assert main([str(qrels), str(run), "-J", "-m", "RR num_rel Judged"]) == 0
    out, notes = capsys.readouterr()
    assert [line.split()[-1] for line in out.splitlines()] == ["1.0000", "2", "0.7500"]
    assert notes.startswith("score: Judged is that of the whole ranking in spite of -J")


SUBTOPICS = "1 1 a 1\n1 2 a 1\n1 1 b 1\n1 3 c 1\n1 1 d 0\n"


def test_measures_by_subtopic_read_column_two(capsys: Capture, write: Write) -> None:
    run = write("r", "1 Q0 b 1 4 t\n1 Q0 x 2 3 t\n1 Q0 a 3 2 t\n1 Q0 d 4 1 t\n")
    names = "StRecall@3,alpha_nDCG@3,P@3"
    grades = {"a": {"1": 1, "2": 1}, "b": {"1": 1}, "c": {"3": 1}, "d": {"1": 0}}
    expected = evaluate({"1": grades}, {"1": {"b": 4, "x": 3, "a": 2, "d": 1}}, names)
    (found,) = json.loads(printed(capsys, write("q", SUBTOPICS), run, "-m", names, "--format=json"))
    assert found["values"] == {name: expected.mean(name) for name in found["values"]}
    assert found["values"]["StRecall@3"] == pytest.approx(2 / 3)


def test_preference_measures_read_fractions(capsys: Capture, write: Write) -> None:
    qrels = write("q", "1 0 a 1.5\n1 0 b .25\n")
    run = write("r", "1 Q0 b 1 2 t\n1 Q0 a 2 1 t\n")
    expected = evaluate({"1": {"a": 1.5, "b": 0.25}}, {"1": {"b": 2, "a": 1}}, "Compat(p=0.8)")
    (found,) = json.loads(printed(capsys, qrels, run, "-m", "Compat(p=0.8)", "--format=json"))
    assert list(found["values"].values()) == [expected.mean("Compat(p=0.8)")]


def test_a_huge_degree_of_preference_is_a_judgment(
    capsys: Capture, run: Path, write: Write
) -> None:
    qrels = write("q", "1 0 a 1\n1 0 b 1e50\n")
    shown = printed(capsys, qrels, run, "-m", "Compat RBPResidual(p=0.5)@1")
    assert [line.split()[-1] for line in shown.splitlines()] == ["1.0000", "0.5000"]


def test_column_two_is_ignored_by_all_other_measures(capsys: Capture, write: Write) -> None:
    qrels = write("q", QRELS.replace(" 0 ", " x ", 1))
    assert printed(capsys, qrels, write("r", RUN), "-m", "RR").endswith("\t0.7500\n")
