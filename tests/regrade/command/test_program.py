from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from regrade import __version__
from regrade.command.program import COMMANDS, main
from tests.source_tree import ROOT

Capture = pytest.CaptureFixture[str]


def test_score_answers_as_the_launchers_score_does(tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text("1 0 a 1\n1 0 b 0\n")
    (tmp_path / "run").write_text("1 Q0 b 1 2.0 tag\n1 Q0 a 2 1.0 tag\n")
    asked = [str(tmp_path / "qrels"), str(tmp_path / "run"), "-m", "RR", "--format=json"]
    printed = [
        subprocess.check_output([sys.executable, "-m", *module, *asked], cwd=ROOT)
        for module in (["regrade", "score"], ["regrade.score"])
    ]
    assert b'"RR": 0.5' in printed[0]
    assert printed[0] == printed[1]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_helps_under_its_own_name(name: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit, match="0"):
        main([name, "--help"])
    output = capsys.readouterr().out
    assert output.startswith(f"usage: regrade {name}")
    assert f"\n  regrade {name} " in output.partition("examples:")[2]
    assert "./dev" not in output


def test_help_names_every_command(capsys: Capture) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    output = capsys.readouterr().out
    assert [name for name in COMMANDS if f"\n  {name} " not in output] == []


@pytest.mark.parametrize("arguments", [[], ["derrive"]])
def test_an_unknown_command_is_refused_with_status_2(arguments: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    assert "COMMAND" in capsys.readouterr().err


def test_version_is_the_librarys(capsys: Capture) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"regrade {__version__}\n"
