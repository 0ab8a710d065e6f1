"""From files to qrels; tests of policies are in tests/regrade/aggregation."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from regrade.command.program import main

Capture = pytest.CaptureFixture[str]
JUDGMENTS = """\
query_id\tdoc_id\tassessor\tgrade\tassessor_kind
q1\td1\talice\t4\thuman
q1\td1\tbob\t3\thuman
q1\td1\tcarol\t1\thuman
q1\td2\talice\t5\thuman
q1\td2\tbob\t2\thuman
q1\td2\tgpt\t1\tmodel
q2\td1\talice\t\thuman
q2\td1\tbob\t1\thuman
"""
MAJORITY = ("--aggregate", "majority", "--threshold", "3")
STRICT = {"aggregate": "majority", "threshold": 3, "tie": "fallback"}
OTHER = {"name": "old", "content_hash": "ab", "min_relevance": 1}


@pytest.fixture
def judgments(tmp_path: Path) -> str:
    path = tmp_path / "judgments.tsv"
    path.write_text(JUDGMENTS)
    return str(path)


def test_derive_writes_the_labels_and_reports_each_step(
    judgments: str, tmp_path: Path, capsys: Capture
) -> None:
    output = tmp_path / "qrels"
    assert main(["derive", judgments, *MAJORITY, "-o", str(output)]) == 0
    assert output.read_text() == "q1 0 d1 1\nq2 0 d1 0\n"
    out, found = capsys.readouterr()
    rows = (re.split(r"\s{2,}", line) for line in found.splitlines())
    steps = {row[0]: row[1:] for row in rows}
    # judgments, pairs and topics removed; judgments, pairs and topics left
    assert out == ""
    assert steps["recorded in the files"] == ["-", "-", "-", "8", "3", "2"]
    assert steps["of assessors whose votes do not count"] == ["1", "0", "0", "7", "3", "2"]
    assert steps["ties, left unjudged"] == ["2", "1", "0", "4", "2", "2"]


def test_derive_asks_qrels_where_votes_tie_and_for_topics(
    judgments: str, tmp_path: Path, capsys: Capture
) -> None:
    qrels = tmp_path / "old.txt"
    qrels.write_text("q1 0 d2 2\nq1 0 unseen 1\n")
    asked = ["derive", judgments, *MAJORITY, "--fallback", str(qrels)]
    assert main(asked) == 0
    assert "q1 0 d2 1" in capsys.readouterr().out
    assert main([*asked, "--fallback-min-relevance", "3", "--only-topics-of", str(qrels)]) == 0
    assert capsys.readouterr().out == "q1 0 d1 1\nq1 0 d2 0\n"


def test_derive_names_the_rows_where_two_files_hold_one_vote(
    judgments: str, tmp_path: Path, capsys: Capture
) -> None:
    again = tmp_path / "again.tsv"
    again.write_text(JUDGMENTS.splitlines()[0] + "\nq1\td2\tbob\t4\thuman\n")
    with pytest.raises(SystemExit, match="1"):
        main(["derive", judgments, str(again), "--aggregate", "median"])
    said = capsys.readouterr().err
    assert said.startswith("derive: again.tsv, line 2: ")
    assert "line 6 of judgments.tsv" in said


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["--aggregate", "median", "--scale", "1-4"], "grade 5 is not on the scale 1, 2, 3, 4"),
        (["--aggregate", "median", "--min-votes", "4"], "'min votes'"),
        (["--aggregate", "median", "--without", "x"], "'x'"),
        ([], "--aggregate, or by --policy"),
        (
            ["--policy", "policy.json", "--min-assessors", "1", "--kinds", "human"],
            "--min-assessors, --kinds",
        ),
    ],
)
def test_derive_refuses_in_one_sentence_and_writes_nothing(
    asked: list[str], said: str, judgments: str, tmp_path: Path, capsys: Capture
) -> None:
    with pytest.raises(SystemExit, match="1"):
        main(["derive", judgments, *asked, "-o", str(tmp_path / "qrels")])
    printed = capsys.readouterr().err
    assert (said in printed, printed.count("\n")) == (True, 1)
    assert not (tmp_path / "qrels").exists()


@pytest.mark.parametrize(
    ("policy", "named"),
    [
        ({"aggregate": "majority", "decisions": "override"}, "--decided"),
        ({"aggregate": "median", "gold": "expert"}, "by --gold"),
        ({"aggregate": "median", "only_topics_of": "old"}, "topics of old"),
        (STRICT | {"fallback": OTHER}, "old.txt: these are not the policy's labels old"),
    ],
)
def test_derive_refuses_files_that_do_not_fit_the_policy(
    policy: dict[str, Any], named: str, tmp_path: Path, capsys: Capture
) -> None:
    judgments, qrels, asked = (
        tmp_path / name for name in ("judgments.tsv", "old.txt", "policy.json")
    )
    judgments.write_text("query_id\tdoc_id\tassessor\tgrade\nq1\td1\talice\t4\n")
    qrels.write_text("q1 0 d1 1\n")
    asked.write_text(json.dumps(policy))
    options = ["--fallback", str(qrels)] if "fallback" in policy else []
    with pytest.raises(SystemExit, match="1"):
        main(["derive", str(judgments), "--policy", str(asked), "--scale", "1-5", *options])
    assert named in capsys.readouterr().err


def test_derive_gives_marked_pairs_the_expert_s_grade(
    judgments: str, tmp_path: Path, capsys: Capture
) -> None:
    marks, policy = tmp_path / "marks.tsv", tmp_path / "policy.json"
    marks.write_text("query_id\tdoc_id\tkind\tgrade\nq1\td9\tgold\t4\nq1\td8\toverlap\t\n")
    asked = ["derive", judgments, "--gold", str(marks)]
    assert main([*asked, "--aggregate", "median"]) == 0
    printed = capsys.readouterr()
    assert "q1 0 d9 4\n" in printed.out
    assert "d8" not in printed.out
    assert "1  pairs with the known grade\n" in printed.err
    policy.write_text('{"aggregate": "median"}')
    with pytest.raises(SystemExit, match="1"):
        main([*asked, "--policy", str(policy)])
    assert "leave --gold out" in capsys.readouterr().err


def test_ids_hold_blanks_in_judgments_and_qrels_where_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "judgments.csv"
    path.write_text("query_id,doc_id,assessor,grade\nmy q,d 1,bob,1\n")
    asked = ["derive", str(path), "--aggregate", "median"]
    with pytest.raises(SystemExit, match="1"):
        main(asked)
    capsys.readouterr()
    assert main([*asked, "--blanks-in-ids"]) == 0
    assert capsys.readouterr().out == "my q\t0\td 1\t1\n"
