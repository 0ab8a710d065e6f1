"""Files on which tools differ, each with the answer given here and why."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from regrade.score.command import main
from tests.regrade.score.conftest import QRELS, RUN, Write


@pytest.fixture
def values(capsys: pytest.CaptureFixture[str]) -> Values:
    return Values(capsys)


class Values:
    """What the command prints, as numbers."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self.notes = ""

    def __call__(self, *arguments: Path | str) -> dict[str, float]:
        code = main([*map(str, arguments), "--format=json"])
        out, self.notes = self._capsys.readouterr()
        assert code == 0, self.notes
        (run,) = json.loads(out)
        values: dict[str, float] = run["values"]
        return values


TIED = "1 Q0 a 1 1.0 t\n1 Q0 b 2 1.0 t\n1 Q0 c 3 1.0 t\n"


@pytest.mark.parametrize(("doc_id", "expected"), [("c", 1), ("b", 1 / 2), ("a", 1 / 3)])
def test_t1_tied_scores_rank_by_doc_id_descending(
    doc_id: str, expected: float, values: Values, write: Write
) -> None:
    """As trec_eval does, for RR and RR@10 alike: the file's order is no judgment of the system."""
    found = values(write("q", f"1 0 {doc_id} 1\n"), write("r", TIED), "-m", "RR RR@10")
    assert found == {"RR": expected, "RR@10": expected}
    assert "3 of 3 lines whose score another passage of the topic has too" in values.notes


def test_t1_tied_ids_compare_as_text(values: Values, write: Write) -> None:
    """As strcmp compares them: 9 stands behind 10, and so before it in descending order."""
    run = write("r", "1 Q0 10 1 1.0 t\n1 Q0 9 2 1.0 t\n")
    assert values(write("q", "1 0 10 1\n"), run, "-m", "RR") == {"RR": 0.5}


def test_t1_tied_ids_compare_as_utf8_bytes(values: Values, write: Write) -> None:
    """U+FF5E comes before U+1F600 in UTF-8 and behind it in UTF-16."""
    run = write("r", "1 Q0 \U0001f600 1 1.0 t\n1 Q0 \uff5e 2 1.0 t\n")
    assert values(write("q", "1 0 \U0001f600 1\n"), run, "-m", "RR") == {"RR": 1.0}


def test_t1_ranks_are_taken_where_asked_for(values: Values, write: Write) -> None:
    """A run whose scores tie after rounding still has its order in the rank column."""
    found = values(write("q", "1 0 b 1\n"), write("r", TIED), "-m", "RR", "--ranks")
    assert found == {"RR": 1 / 2}


def test_t2_scores_keep_double_precision(values: Values, write: Write) -> None:
    """trec_eval 10 keeps them, up to 9.0.8 they were cast to 32 bits, and would tie here."""
    run = write("r", "1 Q0 a 1 20.0000005 t\n1 Q0 b 2 20.0000003 t\n")
    assert values(write("q", "1 0 a 1\n"), run, "-m", "RR") == {"RR": 1.0}


T3_QRELS = "1 0 a 1\n2 0 b 1\n3 0 c 0\n"
T3_RUN = "1 Q0 a 1 1.0 t\n3 Q0 c 1 1.0 t\n9 Q0 x 1 1.0 t\n"


def test_t3_topics_are_those_of_the_qrels(values: Values, write: Write) -> None:
    """trec_eval -c: a system cannot gain by leaving hard topics out, and nothing is silent."""
    qrels, run = write("q", T3_QRELS), write("r", T3_RUN)
    assert values(qrels, run, "-m", "AP")["AP"] == pytest.approx(1 / 3)
    assert "r lacks 1 of the 3 topics of the qrels (2): counted with" in values.notes
    assert "r has 1 topic that the qrels lack (9): counted nowhere" in values.notes


def test_t3_common_topics_are_those_of_both(values: Values, write: Write) -> None:
    """What trec_eval 9 answers without -c, where trec_eval 10 ends with a failure."""
    qrels, run = write("q", T3_QRELS), write("r", T3_RUN)
    assert values(qrels, run, "-m", "AP", "--common-topics") == {"AP": 0.5}


def test_t3_a_lower_is_better_measure_takes_its_worst_value(values: Values, write: Write) -> None:
    """A missing topic's rank is one beyond the cutoff; 0 would be a gift."""
    qrels, run = write("q", "1 0 a 1\n2 0 b 1\n"), write("r", "1 Q0 a 1 1.0 t\n")
    assert values(qrels, run, "-m", "MFR@10") == {"MFR@10": 6.0}


def test_t4_level_zero_calls_every_judged_passage_relevant(values: Values, write: Write) -> None:
    """As trec_eval -l 0 does; pytrec_eval refuses it."""
    found = values(write("q", QRELS), write("r", RUN), "-m", "P@2", "-l", "0")
    assert found == {"P@2": 0.75}


def test_t4_level_two_leaves_graded_measures_alone(values: Values, write: Write) -> None:
    """As trec_eval means it: nDCG knows no threshold."""
    qrels, run = write("q", QRELS), write("r", RUN)
    graded = values(qrels, run, "-m", "nDCG")
    assert values(qrels, run, "-m", "nDCG,RR", "-l2") == {**graded, "RR": 0.5}


def test_t4_judged_only_takes_unjudged_passages_out_for_every_measure(
    values: Values, write: Write
) -> None:
    """As trec_eval -J; ir_measures has it for some measures only."""
    run = write("r", "1 Q0 x 1 3 t\n1 Q0 y 2 2 t\n1 Q0 a 3 1 t\n2 Q0 c 1 1 t\n")
    assert values(write("q", QRELS), run, "-J", "-m", "RR RR@1") == {"RR": 1.0, "RR@1": 1.0}


def test_t5_gains_do_not_leak_from_one_measure_to_the_next(values: Values, write: Write) -> None:
    """ir_measures may answer one with the other's gains when both are asked for at once."""
    qrels = write("q", "1 0 d1 1\n1 0 d2 3\n1 0 d3 0\n1 0 d4 2\n")
    run = write("r", "".join(f"1 Q0 d{i} {i} {-i} t\n" for i in range(1, 5)))
    found = values(qrels, run, "-m", "nDCG@3 nDCG(dcg='exp-log2')@3")
    assert [round(value, 4) for value in found.values()] == [0.6075, 0.5767]


def test_t6_files_with_harmless_oddities_are_read(values: Values, write: Write) -> None:
    """A mark at the start is trec_eval's silent 0.0, a comment some readers' failure; only the
    score ranks, and only the first six columns count.
    """
    mark = "\ufeff# made by hand\n\n"
    qrels = f"{mark}{QRELS}".replace("\n", "\r\n").encode()
    lines = RUN.replace("tag", "my tag").replace(" 1 2.0", " 2 2.0").splitlines(True)
    run = gzip.compress((mark + "".join(lines[::-1])).encode())
    assert values(write("q", qrels), write("r", run), "-m", "RR") == {"RR": 0.75}


def test_t7_depth_cuts_after_ties_are_settled(values: Values, write: Write) -> None:
    """As trec_eval -M: of three tied passages the last in the file ranks first, and stays."""
    qrels = write("q", "1 0 c 1\n1 0 a 1\n")
    found = values(qrels, write("r", TIED), "-M1", "-m", "P@1 num_ret num_rel_ret")
    assert found == {"P@1": 1.0, "num_ret": 1.0, "num_rel_ret": 1.0}


def test_t7_average_precision_at_a_cutoff_divides_by_all_relevant(
    values: Values, write: Write
) -> None:
    qrels = write("q", "".join(f"1 0 d{i} 1\n" for i in range(5)))
    run = write("r", "1 Q0 d0 1 1.0 t\n")
    assert values(qrels, run, "-m", "AP@1") == {"AP@1": 0.2}


def test_t7_ids_of_seventeen_digits_are_told_apart(values: Values, write: Write) -> None:
    """ranx hashes them to 53 bits."""
    run = write("r", "1 Q0 90071992547409921 1 2 t\n1 Q0 90071992547409920 2 1 t\n")
    assert values(write("q", "1 0 90071992547409920 1\n"), run, "-m", "RR") == {"RR": 0.5}


def test_t9_ids_hold_blanks_where_asked_for(
    values: Values, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    """No tool of TREC takes them; dictionaries of pytrec_eval do."""
    run = write("r", "the rise\tQ0\td 1\t1\t2.0\tt\nthe rise\tQ0\td 2\t2\t1.0\tt\n")
    asked = (write("q", "the rise\t0\td 2\t1\n"), run, "-m", "RR")
    assert main([*map(str, asked)]) == 1
    assert "tabs part the columns, --blanks-in-ids reads it" in capsys.readouterr().err
    assert values(*asked, "--blanks-in-ids") == {"RR": 0.5}


def test_t8_of_a_passage_listed_twice_the_first_line_counts_where_asked_for(
    values: Values, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    """trec_eval and others refuse such a run; published runs that are such exist."""
    run = write("r", "1 Q0 a 1 2.0 t\n1 Q0 b 2 1.0 t\n1 Q0 b 3 9.0 t\n")
    asked = (write("q", "1 0 b 1\n"), run, "-m", "RR")
    assert main([*map(str, asked)]) == 1
    assert main([*map(str, asked), "--keep-first", "--format=json"]) == 0
    [kept] = json.loads(capsys.readouterr().out)
    assert (kept["values"], kept["n_left_out"]) == ({"RR": 0.5}, 1)
    assert values(*asked, "--keep-first") == {"RR": 0.5}
    assert (
        "r: 1 line left out, with passages that their topic has in an earlier line." in values.notes
    )


@pytest.mark.parametrize("line", ["1 Q0 a b 2 1.0 t extra", "1 Q0 b 1.0", "1\v0\vb c\v1"])
def test_t9_no_hint_is_given_where_no_tab_parts_the_line(
    line: str, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    qrels, run = write("q", "1 0 a 1\n"), write("r", f"1\tQ0\ta\t1\t2.0\tt\n{line}\n")
    for files in ((qrels, run), (write("alone", line), run), (qrels, write("alone", line))):
        main([*map(str, files), "-m", "RR"])
        assert "--blanks-in-ids" not in capsys.readouterr().err


def test_t10_a_blank_in_a_doc_id_is_noted(values: Values, write: Write) -> None:
    """trec_eval and others read the first word alone, and the rank as the score."""
    run = write("r", "1 Q0 a 1 2.0 t\n1 Q0 b c 2 9.0 t\n1 Q0 c d 3 8.0 t\n")
    assert values(write("q", "1 0 a 1\n"), run, "-m", "RR", "--keep-first") == {"RR": 1 / 3}
    assert "r: 2 lines of more than 6 columns, first on line 2: only the" in values.notes


def test_three_columns_with_blanks_in_ids_have_the_hint_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "qrels").write_text("query-id\tcorpus-id\tscore\nq 1\td 1\t1\n")
    (tmp_path / "run").write_text("q 1\td 1\t1\n")
    files = [str(tmp_path / name) for name in ("qrels", "run")]
    assert main([*files, "-m", "RR"]) == 1
    assert "--blanks-in-ids reads it" in capsys.readouterr().err
    assert main([*files, "-m", "RR", "--blanks-in-ids"]) == 0
