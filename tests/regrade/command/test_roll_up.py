from __future__ import annotations

from pathlib import Path

import pytest

from regrade.command.program import main

PATTERN = ("--document-of", r"(.+)#(\d+)")
SNIPPETS = "2 0 b#1 1\n10 0 a#0 1\n2 0 a#3 2\n2 0 a#0 1\n2 0 c#1 0\n"


@pytest.fixture
def qrels(tmp_path: Path) -> str:
    path = tmp_path / "snippets.txt"
    path.write_text(SNIPPETS)
    return str(path)


@pytest.mark.parametrize(("by", "value"), [("max", 2), ("sum", 3)])
def test_roll_up_writes_documents_in_the_order_of_ids(
    qrels: str, by: str, value: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["roll-up", qrels, "--by", by, *PATTERN]) == 0
    out, err = capsys.readouterr()
    assert out == f"2 0 a {value}\n2 0 b 1\n2 0 c 0\n10 0 a 1\n"
    assert err == "5 labels of passages came to 4 labels of documents, 2 topics.\n"


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        (r"(\w)#[01]", r"line 3: the passage a#3 does not match '(\w)#[01]'"),
        (r"(.*?)#?(.+)", "finds an empty document in b#1"),
    ],
)
def test_roll_up_of_a_passage_that_does_not_match_writes_nothing(
    qrels: str,
    pattern: str,
    reason: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ["roll-up", qrels, "--by", "max", "--document-of", pattern, "-o", str(tmp_path / "o")]
    with pytest.raises(SystemExit, match="1"):
        main(asked)
    assert reason in capsys.readouterr().err
    assert not (tmp_path / "o").exists()
