from __future__ import annotations

import re
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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


@pytest.fixture
def judgments(tmp_path: Path) -> str:
    path = tmp_path / "judgments.tsv"
    path.write_text(JUDGMENTS)
    return str(path)


@pytest.fixture
def qrels(tmp_path: Path) -> str:
    path = tmp_path / "old.txt"
    path.write_text("q1 0 d2 2\nq1 0 unseen 1\n")
    return str(path)


def derive(*arguments: str, capsys: Capture) -> tuple[list[str], str]:
    """The labels, and what is told beside them."""
    assert main(["derive", *arguments]) == 0
    shown = capsys.readouterr()
    return shown.out.splitlines(), shown.err


def test_derive_by_median_rounds_as_asked(judgments: str, capsys: Capture) -> None:
    labels, _ = derive(judgments, "--aggregate", "median", "--round", "down", capsys=capsys)
    assert labels == ["q1 0 d1 3", "q1 0 d2 3", "q2 0 d1 1"]


def test_derive_leaves_ties_unjudged_and_tells_each_step(judgments: str, capsys: Capture) -> None:
    asked = (judgments, "--aggregate", "majority", "--threshold", "3")
    labels, told = derive(*asked, capsys=capsys)
    assert labels == ["q1 0 d1 1", "q2 0 d1 0"]
    assert told.startswith("Labels: majority of votes of 3 or above.\n")
    rows = (re.split(r"\s{2,}", line) for line in told.splitlines())
    steps = {row[0]: row[1:] for row in rows}
    # judgments, pairs and topics removed; judgments, pairs and topics left
    assert steps["recorded in the files"] == ["-", "-", "-", "8", "3", "2"]
    assert steps["of assessors whose votes do not count"] == ["1", "0", "0", "7", "3", "2"]
    assert steps["ties, left unjudged"] == ["2", "1", "0", "4", "2", "2"]


def test_derive_counts_models_on_request(judgments: str, capsys: Capture) -> None:
    asked = (judgments, "--aggregate", "majority", "--threshold", "3", "--kinds", "human", "model")
    assert derive(*asked, capsys=capsys)[0] == ["q1 0 d1 1", "q1 0 d2 0", "q2 0 d1 0"]


def test_derive_asks_qrels_where_votes_tie(judgments: str, qrels: str, capsys: Capture) -> None:
    asked = (judgments, "--aggregate", "majority", "--threshold", "3", "--fallback", qrels)
    assert "q1 0 d2 1" in derive(*asked, capsys=capsys)[0]
    strict = ("--fallback-min-relevance", "3", "--only-topics-of", qrels)
    assert derive(*asked, *strict, capsys=capsys)[0] == ["q1 0 d1 1", "q1 0 d2 0"]


def test_derive_writes_the_file_that_is_asked_for(
    judgments: str, tmp_path: Path, capsys: Capture
) -> None:
    asked = (judgments, "--aggregate", "median", "-o", str(tmp_path / "qrels"))
    assert derive(*asked, capsys=capsys)[0] == []
    assert (tmp_path / "qrels").read_text() == "q1 0 d1 3\nq1 0 d2 4\nq2 0 d1 1\n"


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (["--aggregate", "median", "--threshold", "6"], "threshold 6 is outside 1-5"),
        (["--aggregate", "median", "--scale", "1-4"], "grade 5 is not on the scale 1-4"),
        (["--aggregate", "median", "--min-votes", "4"], "No labels remain: the step 'min votes'"),
        (
            ["--aggregate", "median", "--only-topics-of", "none.txt"],
            "derive: none.txt: there is no such",
        ),
        (["--aggregate", "majority", "--tie", "fallback"], "tie rule 'fallback' is binary"),
        (["--aggregate", "median", "--without", "x"], "no assessor 'x'"),
        ([], "say how by --aggregate, or by --policy"),
    ],
)
def test_derive_refuses_in_one_sentence_and_writes_nothing(
    asked: list[str], reason: str, judgments: str, tmp_path: Path, capsys: Capture
) -> None:
    with pytest.raises(SystemExit, match="1"):
        main(["derive", judgments, *asked, "-o", str(tmp_path / "qrels")])
    told = capsys.readouterr().err
    assert (reason in told, told.count("\n")) == (True, 1)
    assert not (tmp_path / "qrels").exists()


def test_derive_names_the_rows_where_two_files_hold_one_vote(
    judgments: str, tmp_path: Path, capsys: Capture
) -> None:
    again = tmp_path / "again.tsv"
    again.write_text(JUDGMENTS.splitlines()[0] + "\nq1\td2\tbob\t4\thuman\n")
    with pytest.raises(SystemExit, match="1"):
        main(["derive", judgments, str(again), "--aggregate", "median"])
    assert capsys.readouterr().err == (
        "derive: again.tsv, line 2: a second vote of bob on passage d2 of topic q1;"
        " the first is line 6 of judgments.tsv\n"
    )


def test_derive_refuses_what_stands_beside_a_policy_though_it_says_the_default(
    judgments: str, tmp_path: Path, capsys: Capture
) -> None:
    policy = tmp_path / "policy.json"
    policy.write_text('{"aggregate": "median"}')
    beside = ("--min-assessors", "1", "--kinds", "human")
    with pytest.raises(SystemExit, match="1"):
        main(["derive", judgments, "--policy", str(policy), *beside])
    told = capsys.readouterr().err
    assert "--policy says all of it; leave --min-assessors, --kinds out" in told


any_rows = st.dictionaries(
    st.tuples(st.sampled_from(["q1", "q2"]), st.sampled_from("abc"), st.sampled_from("stuv")),
    st.sampled_from(["", "1", "2", "3", "4", "5"]),
    min_size=1,
    max_size=24,
).filter(lambda rows: any(rows.values()))


@settings(max_examples=30)
@given(
    rows=any_rows,
    names=st.permutations("stuv"),
    rule=st.sampled_from(["median", "plurality", "weighted", "dawid-skene", "mean"]),
    random=st.randoms(use_true_random=False),
)
def test_derive_heeds_no_order_of_rows_or_files_and_no_name(
    rows: dict[tuple[str, str, str], str], names: list[str], rule: str, random: Random
) -> None:
    called = dict(zip("stuv", names, strict=True))
    lines = [f"{q},{d},{name},{grade}" for (q, d, name), grade in rows.items()]
    moved = [f"{q},{d},{called[name]},{grade}" for (q, d, name), grade in rows.items()]
    random.shuffle(moved)
    cut = random.randrange(len(moved) + 1)
    asked = ["--aggregate", rule, "--scale", "1-5"]
    asked += ["--tie", "highest"] if rule not in ("median", "mean") else []
    parts = [part for part in (moved[cut:], moved[:cut]) if part]
    assert written([lines], asked) == written(parts, asked)


def written(parts: list[list[str]], asked: list[str]) -> tuple[str, list[str]]:
    """The qrels of these files of rows, and the content hash that is told."""
    told = StringIO()
    with TemporaryDirectory() as folder, redirect_stderr(told):
        paths = [Path(folder) / f"{number}.csv" for number, _ in enumerate(parts)]
        for path, lines in zip(paths, parts, strict=True):
            path.write_text("\n".join(["query_id,doc_id,assessor,grade", *lines]) + "\n")
        output = Path(folder) / "qrels"
        assert main(["derive", *map(str, paths), *asked, "-o", str(output)]) == 0
        hashes = [line for line in told.getvalue().splitlines() if "Content hash" in line]
        return output.read_text(), hashes
