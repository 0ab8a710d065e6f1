"""What reads the output may go away, as `head` does: real processes on real pipes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.source_tree import ROOT
from tests.tiers import thorough


def end_without_a_reader(*arguments: str | Path) -> tuple[int, str]:
    """The status, and standard error, of a program nobody reads from."""
    reader, writer = os.pipe()
    os.close(reader)
    argv = [sys.executable, *map(str, arguments)]
    # Buffered as a user's own Python is.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    try:
        ran = subprocess.run(argv, cwd=ROOT, env=env, stdout=writer, stderr=subprocess.PIPE)
    finally:
        os.close(writer)
    return ran.returncode, ran.stderr.decode()


@pytest.mark.parametrize(
    "arguments",
    [
        ("help",),
        pytest.param(("flips", "--help"), marks=thorough),
        pytest.param(("help", "--all"), marks=thorough),
    ],
)
def test_a_command_whose_reader_is_gone_ends_as_cat_does(arguments: tuple[str, ...]) -> None:
    assert end_without_a_reader("manage.py", *arguments) == (-signal.SIGPIPE, "")


def test_score_whose_reader_is_gone_ends_as_cat_does(tmp_path: Path) -> None:
    qrels, run = tmp_path / "qrels", tmp_path / "run"
    qrels.write_text("".join(f"{n} 0 a 1\n" for n in range(5000)))
    run.write_text("".join(f"{n} Q0 a 1 1 t\n" for n in range(5000)))
    asked = ("-m", "regrade.score", qrels, run, "-q", "-m", "RR")
    assert end_without_a_reader(*asked) == (-signal.SIGPIPE, "")


def test_another_pipe_that_breaks_is_still_told() -> None:
    program = (
        "from regrade.files.gone_reader import ending_with_its_reader\n"
        "with ending_with_its_reader():\n"
        "    raise BrokenPipeError('a worker is gone')\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 1
    assert "BrokenPipeError: a worker is gone" in ran.stderr


@thorough
def test_a_command_without_standard_output_runs_all_the_same() -> None:
    closed = ["sh", "-c", 'exec "$0" manage.py help >&-', sys.executable]
    ran = subprocess.run(closed, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
