from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest

from regrade.agreement.highlights.conventions import CONVENTIONS
from regrade.command.program import main
from regrade.exceptions import RegradeError

Capture = pytest.CaptureFixture[str]
HEADER = "query_id,doc_id,assessor,grade"
# By chance two agree on half of the pairs, here on three of four.
ALICE = ["1,a,alice,1", "1,b,alice,0", "2,a,alice,1", "2,b,alice,1"]
BOB = ["1,a,bob,1", "1,b,bob,0", "2,a,bob,1", "2,b,bob,0"]


@pytest.fixture
def judgments(tmp_path: Path) -> str:
    path = tmp_path / "judgments.csv"
    path.write_text("\n".join([HEADER, *ALICE, *BOB]))
    return str(path)


def test_agreement_overall_has_each_statistic_on_a_line(judgments: str, capsys: Capture) -> None:
    assert main(["agreement", judgments]) == 0
    output = dict(line.split() for line in capsys.readouterr().out.splitlines()[2:])
    assert (output["n_pairs"], output["cohen_kappa"]) == ("4", "0.5000")
    assert (output["percent_agreement"], output["fleiss_rule"]) == ("0.7500", "commonest")


@pytest.mark.parametrize(
    ("rows", "asked", "note"),
    [
        ([*ALICE, *BOB], [], ""),
        (ALICE, [], ""),
        (
            [*ALICE, *BOB, "2,a,carol,1"],
            [],
            "Note: Cohen's kappa is of two assessors, and 3 judged",
        ),
        ([*ALICE, *BOB, "2,a,carol,1"], ["--by", "assessor"], ""),
    ],
)
def test_a_kappa_that_three_assessors_leave_undefined_is_explained(
    rows: list[str], asked: list[str], note: str, tmp_path: Path, capsys: Capture
) -> None:
    (tmp_path / "judgments.csv").write_text("\n".join([HEADER, *rows]))
    assert main(["agreement", str(tmp_path / "judgments.csv"), *asked]) == 0
    shown = capsys.readouterr().err
    assert (shown.startswith(note), bool(shown)) == (True, bool(note))


def test_csv_begins_with_a_byte_order_mark_where_that_is_asked_for(
    judgments: str, capsys: Capture
) -> None:
    assert main(["agreement", judgments, "--format", "csv"]) == 0
    plain = capsys.readouterr().out
    assert main(["agreement", judgments, "--format", "csv-bom"]) == 0
    assert capsys.readouterr().out == "\ufeff" + plain


def test_a_file_of_another_form_is_refused_by_its_name(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "log").write_text("no such columns\n")
    with pytest.raises(SystemExit, match="1"):
        main(["agreement", str(tmp_path / "log")])
    assert capsys.readouterr().err.startswith("agreement: log")


@pytest.mark.parametrize("asked", [["--votes", "1"], ["--conventions", "strict"]])
def test_what_does_not_fit_is_refused_in_one_sentence(
    asked: list[str], judgments: str, capsys: Capture
) -> None:
    with pytest.raises(SystemExit, match="1"):
        main(["agreement", judgments, *asked])
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)


def test_a_file_with_names_of_its_own_is_read(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "crowd.tsv"
    path.write_text("Topic\tpid\tRater\tgrade\n1\ta\tx\tyes\n1\ta\ty\tNo\n")
    columns = "query_id=topic,passage_id=pid,assessor=rater"
    given = ["agreement", str(path), "--columns", columns, "--grade-names", "yes=1,no=0"]
    assert main([*given, "--by", "assessor", "--format", "json"]) == 0
    [row] = json.loads(capsys.readouterr().out)
    assert (row["scope"], row["n_pairs"], row["percent_agreement"]) == (["x", "y"], 1, 0.0)


SPANS = """\
query_id\tdoc_id\tassessor\tgrade\tspans\tcause
1\ta\talice\t1\t[[0,10]]\t
1\ta\tbob\t1\t[[0,5]]\t
1\ta\tcarol\t0\t[]\t
1\ta\tmallory\t1\t[[5,10]]\trejected
2\tb\talice\t0\t[]\t
2\tb\tbob\t0\t[]\t
"""


@pytest.fixture
def spans(tmp_path: Path) -> list[str]:
    (tmp_path / "spans.tsv").write_text(SPANS)
    (tmp_path / "texts.tsv").write_text("a\tOne two three\nb\tNothing here\n")
    return [str(tmp_path / "spans.tsv"), "--passages", str(tmp_path / "texts.tsv")]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        # Of ten characters two assessors chose five, and all three none; on b all agree.
        ([], [0.5, 0.75, 2 / 3, 2 / 3, 2 / 3]),
        (["--rejected", "count"], [0.5, 1.0, 1 / 3, 1.0, 5 / 9]),
        (["--empty", "leave-out"], [0.5, 0.5, 2 / 3, 2 / 3, 2 / 3]),
        (["--conventions", ", ".join(CONVENTIONS)], [0.5, 0.75, 2 / 3, 2 / 3, 2 / 3]),
        (["--empty", "differ", "--least", "1"], [0.0, 1.0, 0.0, 1.0, 2 / 9]),
    ],
)
def test_highlights_have_a_line_for_each_convention(
    asked: list[str], expected: list[float], spans: list[str], capsys: Capture
) -> None:
    assert main(["agreement", *spans, "--highlights", "--format", "json", *asked]) == 0
    found = {row["name"]: row["value"] for row in json.loads(capsys.readouterr().out)}
    assert list(found) == list(CONVENTIONS)
    assert list(found.values()) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("asked", "code", "words"),
    [
        (["--conventions", "fira"], "no_convention", "'fira'; one of cast-strict"),
        (["--by", "topic"], "grades_beside_highlights", "--by is for grades"),
        (["--intervals"], "grades_beside_highlights", "--intervals is for grades"),
        (["--least", "0"], "least_below_one", "--least is 1 or more, not 0."),
        (["--conventions", "words-strict"], "passages_missing", "name their file with --passages"),
        (
            ["--conventions", "cast-strict,words-pairwise", "--least", "2"],
            "least_unused",
            "--least is for lenient conventions: leave it out beside cast-strict, words-pairwise.",
        ),
    ],
)
def test_highlights_that_cannot_be_compared_are_refused(
    asked: list[str], code: str, words: str, spans: list[str], capsys: Capture
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["agreement", spans[0], "--highlights", *asked])
    cause = ended.value.__context__
    assert isinstance(cause, RegradeError)
    assert (cause.code, words in capsys.readouterr().err) == (code, True)


def test_without_texts_conventions_of_characters_alone_are_computed(
    spans: list[str], capsys: Capture
) -> None:
    assert main(["agreement", spans[0], "--highlights", "--format", "json"]) == 0
    shown = capsys.readouterr()
    assert [row["name"] for row in json.loads(shown.out)] == ["cast-strict", "cast-lenient"]
    assert shown.err.startswith("Note: words-strict, words-lenient, words-pairwise left out")


@pytest.mark.parametrize(
    "asked",
    [
        ["--rejected", "leave-out"],
        ["--least", "2"],
        ["--empty", "agree"],
        ["--conventions", "cast-strict"],
        ["--passages", "texts.tsv"],
    ],
)
def test_options_of_highlights_without_them_are_refused(
    asked: list[str], judgments: str, capsys: Capture
) -> None:
    with pytest.raises(SystemExit, match="1"):
        main(["agreement", judgments, *asked])
    assert f"{asked[0]} is for highlights: ask for --highlights, too." in capsys.readouterr().err


def test_a_passage_without_a_text_and_a_file_without_highlights_are_refused(
    spans: list[str], judgments: str, tmp_path: Path, capsys: Capture
) -> None:
    (tmp_path / "texts.tsv").write_text("b\tNothing here\n")
    with pytest.raises(SystemExit, match="1"):
        main(["agreement", *spans, "--highlights"])
    assert "texts.tsv lacks 1 of the 2 judged passages, such as a." in capsys.readouterr().err
    for texts, sentence in (
        ("a\tOne two three\nb\tNothing\na\tOne\n", "doc_id a appears twice, with another text"),
        ("a\tOne two\nb\tNothing\n", "topic 1, passage a does not fit its text: [0, 10) is no"),
    ):
        (tmp_path / "texts.tsv").write_text(texts)
        with pytest.raises(SystemExit, match="1"):
            main(["agreement", *spans, "--highlights", "--conventions", "cast-strict"])
        assert sentence in capsys.readouterr().err
    with pytest.raises(SystemExit, match="1"):
        main(["agreement", judgments, "--highlights"])
    assert "No judgment here has highlights." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("columns", "status"),
    [("doc_id=pid", 0), ("passage_id=pid", 0), ("doc_id=pid,passage_id=pid", 2), ("docs=pid", 2)],
)
def test_a_column_of_passages_goes_by_either_of_its_names(
    columns: str, status: int, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "judgments.csv"
    path.write_text("query_id,pid,assessor,grade\n1,a,x,1\n1,a,y,1\n")
    try:
        found = main(["agreement", str(path), "--columns", columns])
    except SystemExit as end:
        found = int(end.code or 0)
    assert found == status


@pytest.mark.parametrize("scale", ["0-3", "0,1,3", "=-1-3"])
def test_chance_agreement_is_over_the_whole_scale(
    scale: str, judgments: str, capsys: Capture
) -> None:
    def ac1(*asked: str) -> float:
        assert main(["agreement", judgments, "--intervals", "--format", "json", *asked]) == 0
        output = json.loads(capsys.readouterr().out)
        return next(float(row["value"]) for row in output if row["name"] == "gwet_ac1")

    n_grades = {"0-3": 4, "0,1,3": 3, "=-1-3": 5}[scale]
    option = ["--scale" + scale] if scale.startswith("=") else ["--scale", scale]
    share = 5 / 8  # of grade 1 among all votes
    chance = 2 * share * (1 - share) / (n_grades - 1)
    assert ac1(*option) == pytest.approx((0.75 - chance) / (1 - chance))


@pytest.mark.parametrize("scale", ["0-99999", "0-0", "3-1", "\u0660-\u0663"])
def test_a_scale_of_one_grade_or_of_thousands_is_refused(
    scale: str, judgments: str, capsys: Capture
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["agreement", judgments, "--scale", scale])
    assert "a scale has 2 to 101 grades" in capsys.readouterr().err


@pytest.mark.parametrize("asked", [[], ["--intervals"], ["--by", "topic"]])
def test_a_grade_that_is_not_on_the_scale_is_refused(
    asked: list[str], judgments: str, capsys: Capture
) -> None:
    with pytest.raises(SystemExit, match="1"):
        main(["agreement", judgments, "--scale", "1-3", *asked])
    assert capsys.readouterr().err == "agreement: grade 0 is not on the scale 1, 2, 3.\n"


def test_intervals_have_a_line_for_each_coefficient(judgments: str, capsys: Capture) -> None:
    assert main(["agreement", judgments, "--intervals", "--format", "json"]) == 0
    fields = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert fields["percent_agreement"] == {
        "name": "percent_agreement", "value": 0.75, "low": 0.5, "high": 1.0, "n_pairs": 4,
    }  # fmt: skip
    assert "gwet_ac1" in fields
    with pytest.raises(SystemExit, match="1"):
        main(["agreement", judgments, "--intervals", "--by", "topic"])
    assert "leave out --by" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command", [["agreement", "--intervals"], ["derive", "--aggregate=median"]]
)
def test_the_order_of_files_changes_nothing(
    command: list[str], tmp_path: Path, capsys: Capture
) -> None:
    rows = [ALICE[:1] + BOB[2:], ALICE[3:] + BOB[:2], ALICE[1:3]]
    files = [tmp_path / f"{number}.csv" for number in range(len(rows))]
    for path, lines in zip(files, rows, strict=True):
        path.write_text("\n".join([HEADER, *lines]))
    answer = set()
    for order in permutations(files):
        assert main([*command, *map(str, order)]) == 0
        answer.add(capsys.readouterr().out)
    assert len(answer) == 1
