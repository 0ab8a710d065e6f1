from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from regrade.command.program import main
from regrade.gate.gating import Gated, Side
from regrade.gate.printing import sentence
from regrade.score.printed import parse_printed
from regrade.significance import NonInferiority

Capture = pytest.CaptureFixture[str]
N_TOPICS = 30


def run_file(path: Path, places: list[int], *, first: int = 0) -> Path:
    """A run that ranks the relevant passage of each topic at one of ten places."""
    path.write_text(
        "".join(
            f"{topic} Q0 {'right' if rank == place else f'wrong{rank}'} {rank} {-rank} x\n"
            for topic, place in enumerate(places)
            if topic >= first
            for rank in range(1, 11)
        )
    )
    return path


@pytest.fixture
def places() -> list[int]:
    """Places of the relevant passage in the baseline."""
    return [int(place) for place in np.random.default_rng(3).integers(1, 5, N_TOPICS)]


@pytest.fixture
def asked(tmp_path: Path, places: list[int]) -> list[str]:
    labels = "".join(f"{topic} 0 right 1\n{topic} 0 wrong1 0\n" for topic in range(N_TOPICS))
    (tmp_path / "q.txt").write_text(labels)
    baseline = run_file(tmp_path / "a.run", places)
    return ["gate", "--baseline", str(baseline), "--qrels", str(tmp_path / "q.txt")]


def gated(asked: list[str], run: Path, *options: str) -> int:
    return main([*asked, "--run", str(run), *options])


def shown(capsys: Capture) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_run_that_is_not_worse_passes(
    asked: list[str], places: list[int], tmp_path: Path, capsys: Capture
) -> None:
    one_better = run_file(tmp_path / "b.run", [*places[:-1], max(1, places[-1] - 1)])
    assert gated(asked, one_better, "-m", "RR@10", "--margin", "-.05") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("b.run is not worse than a.run by more than .050 in RR@10: ")
    assert lines[0].endswith("], 30 topics.")
    assert lines[1].startswith("  Without a label down to rank 10: ")
    assert lines[2] == "Passed."


def test_a_run_that_is_worse_fails_whatever_is_failed_on(
    asked: list[str], places: list[int], tmp_path: Path, capsys: Capture
) -> None:
    lower = run_file(tmp_path / "b.run", [place + 4 for place in places])
    assert gated(asked, lower, "-m", "RR@10", "--margin", "-.05", "--fail-on", "worse") == 1
    output = capsys.readouterr().out
    assert output.startswith("b.run is worse than a.run by more than .050 in RR@10: -")
    assert output.endswith("Failed: 1 of 1 test.\n")


@pytest.mark.parametrize(("fail_on", "status"), [("unless-shown", 1), ("worse", 0)])
def test_too_few_topics_to_tell_fail_by_default(
    asked: list[str],
    places: list[int],
    tmp_path: Path,
    capsys: Capture,
    fail_on: str,
    status: int,
) -> None:
    shuffled = run_file(tmp_path / "b.run", places[::-1])
    options = ("-m", "RR@10", "--margin", "-.001", "--fail-on", fail_on)
    assert gated(asked, shuffled, *options) == status
    assert "topics to pass four times in five.\n" in capsys.readouterr().out


def test_lower_is_better_is_tested_the_other_way_round(
    asked: list[str], places: list[int], tmp_path: Path, capsys: Capture
) -> None:
    lower = run_file(tmp_path / "b.run", [place + 1 for place in places])
    options = ("-m", "MFR@10 RR@10", "--margin=-.9", "--margin", "MFR@10=-1.5", "--format=json")
    assert gated(asked, lower, *options) == 0
    first, second = shown(capsys)["tests"]
    assert (first["better"], first["improvement"], first["margin"]) == ("lower", -1.0, -1.5)
    assert (second["better"], second["margin"]) == ("higher", -0.9)
    assert gated(asked, lower, "-m", "MFR@10", "--margin=-.5") == 1


def test_a_topic_that_the_run_lacks_counts_with_the_worst_value(
    asked: list[str], places: list[int], tmp_path: Path, capsys: Capture
) -> None:
    shorter = run_file(tmp_path / "b.run", places, first=3)
    assert gated(asked, shorter, "-m", "RR@10", "--margin", "-.5", "--format", "json") == 0
    found = shown(capsys)["tests"][0]
    differences = [-1 / place if topic < 3 else 0.0 for topic, place in enumerate(places)]
    interval = stats.ttest_1samp(differences, 0).confidence_interval(0.9)
    assert (found["n_topics"], found["run"]["n_missing"]) == (30, 3)
    assert found["interval"] == pytest.approx(list(interval))
    assert found["cautions"][0].startswith("b.run lacks 3 of 30 topics: ")


def test_all_measures_and_label_files_must_pass(
    asked: list[str], places: list[int], tmp_path: Path, capsys: Capture
) -> None:
    other = tmp_path / "new.txt"
    other.write_text("".join(f"{topic} 0 wrong10 1\n" for topic in range(N_TOPICS)))
    run = run_file(tmp_path / "b.run", [9 for _ in places])
    options = ("--qrels", str(other), "-m", "RR@5,RR@10", "--margin", "-.2", "--format=json")
    assert gated(asked, run, *options) == 1
    found = shown(capsys)
    outcomes = [(test["qrels"], test["measure"], test["passed"]) for test in found["tests"]]
    assert found["passed"] is False
    assert outcomes == [
        *(("q.txt", "RR@5", False), ("q.txt", "RR@10", False)),
        *(("new.txt", "RR@5", True), ("new.txt", "RR@10", True)),
    ]
    assert " under new.txt: " in found["tests"][2]["sentence"]


@pytest.mark.parametrize(("shift", "kind"), [(0, "notice"), (5, "error")])
def test_github_shows_a_test_as_an_annotation(
    asked: list[str], places: list[int], tmp_path: Path, capsys: Capture, shift: int, kind: str
) -> None:
    run = run_file(tmp_path / "b.run", [place + shift for place in places])
    gated(asked, run, "-m", "RR@10", "--margin", "-.1", "--format", "github")
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f"::{kind} title=regrade gate::b.run is ")
    assert "%25 of b.run" in line


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["-m", "RR", "--margin", ".1"], "not a margin"),
        (["-m", "RR", "--margin", "P@5=-.1"], "which --measure does not name"),
        (["-m", "RR AP", "--margin", "RR=-.1"], "AP has no margin"),
        (["-m", "RR", "--margin=-.1", "--margin=-.2"], "two margins"),
        (["-m", "RR,Judged", "--margin=-.1"], "Judged say not"),
        (["-m", "nDCGG", "--margin=-.1"], "nearest are nDCG"),
        (["-m", "RR", "--margin=-.1", "--alpha=.6"], "no level"),
    ],
)
def test_a_command_line_that_cannot_be_used_exits_with_2(
    asked: list[str], tmp_path: Path, capsys: Capture, options: list[str], says: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        gated(asked, tmp_path / "b.run", *options)
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "b.run"),
        ("1 0 right 1\n", "these are qrels"),
        ("1 Q0 D_right 1 1 x\n", "has no label"),
    ],
)
def test_a_file_that_cannot_be_used_exits_with_2(
    asked: list[str], tmp_path: Path, capsys: Capture, content: str | None, says: str
) -> None:
    """Not with 1, by which a build would take the run for worse."""
    if content is not None:
        (tmp_path / "b.run").write_text(content)
    assert gated(asked, tmp_path / "b.run", "-m", "RR", "--margin", "-.1") == 2
    output, error = capsys.readouterr()
    assert output == ""
    assert error.startswith("gate: ")
    assert says in error


def test_label_files_of_one_name_are_shown_by_their_paths(
    asked: list[str], places: list[int], tmp_path: Path, capsys: Capture
) -> None:
    other = tmp_path / "new" / "q.txt"
    other.parent.mkdir()
    other.write_bytes((tmp_path / "q.txt").read_bytes())
    run = run_file(tmp_path / "b.run", places)
    gated(asked, run, "--qrels", str(other), "-m", "RR@10", "--margin", "-1e-1", "--format=json")
    assert [test["qrels"] for test in shown(capsys)["tests"]] == [
        str(tmp_path / "q.txt"),
        str(other),
    ]


@pytest.mark.parametrize(("low", "shown"), [(-0.01004, "[-.01004, "), (-0.00996, "[-.00996, ")])
def test_an_interval_that_ends_beside_the_margin_shows_on_which_side(
    low: float, shown: str
) -> None:
    measure, side = parse_printed(["RR@10"])[0], Side("a.run", 0.5, 0, 0.0)
    tested = NonInferiority("not shown", -0.01, 0.001, (low, 0.02), 0.9, 0.2, 30, 0, None)
    assert shown in sentence(Gated("q.txt", measure, side, side, tested, has_passed=False))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_what_cannot_be_written_is_not_a_failed_test(
    asked: list[str], places: list[int], tmp_path: Path
) -> None:
    run = run_file(tmp_path / "b.run", places)
    options = ("-m", "RR@10", "--margin", "-.1", "--output", "/dev/full")
    assert gated(asked, run, *options) == 2
