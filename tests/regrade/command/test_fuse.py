from __future__ import annotations

from pathlib import Path

import pytest

from regrade.command.program import main

# In a.run b is first: the rank column is ignored, and c wins over a, which has the same score.
A = "q1 Q0 a 1 1.0 one\nq1 Q0 b 2 3.0 one\nq1 Q0 c 3 1.0 one\nq2 Q0 a 1 1.0 one\n"
B = "q1 Q0 a 1 7.0 two\nq1 Q0 d 2 2.0 two\n"


@pytest.fixture
def runs(tmp_path: Path) -> list[str]:
    for name, text in {"a.run": A, "b.run": B, "c.run": "q9 Q0 a 1 1.0 three\n"}.items():
        (tmp_path / name).write_text(text)
    return [str(tmp_path / name) for name in ("a.run", "b.run", "c.run")]


def test_fuse_writes_a_run_in_the_order_of_the_fused_scores(
    runs: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fuse", *runs[:2], "--k", "1"]) == 0
    out, err = capsys.readouterr()
    lines = [line.split() for line in out.splitlines()]
    assert [(line[0], line[2], line[3]) for line in lines] == [
        ("q1", "a", "1"),
        ("q1", "b", "2"),
        ("q1", "d", "3"),
        ("q1", "c", "4"),
        ("q2", "a", "1"),
    ]
    scores = [float(line[4]) for line in lines]
    assert scores == pytest.approx([1 / 4 + 1 / 2, 1 / 2, 1 / 3, 1 / 3, 1 / 2])
    assert {line[5] for line in lines} == {"rrf"}
    assert err == "2 runs fused: 2 topics, 5 lines.\n1 topic not in every run.\n"


def test_the_order_of_the_files_makes_no_difference_to_a_topic(
    runs: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--method", "combmnz", "--depth", "2", "--tag", "mine"]
    outputs = []
    for order in (runs[:2], runs[1::-1]):
        main(["fuse", *order, *asked])
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]
    assert outputs[0].splitlines()[0] == "q1 Q0 b 1 1.0 mine"


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("a.run", "Two runs or more"),
        ("a.run b.run a.run", "a.run is named twice"),
        ("a.run c.run", "a.run: no topic of this run is in another"),
        ("a.run b.run --method borda --k 3", "borda does not take --k"),
        ("a.run b.run --normalization z-score", "rrf does not take --normalization"),
    ],
)
def test_what_cannot_be_fused_writes_nothing(
    given: str,
    reason: str,
    runs: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match="1"):
        main(["fuse", *given.split(), "-o", "out.run"])
    assert reason in capsys.readouterr().err
    assert not (tmp_path / "out.run").exists()
