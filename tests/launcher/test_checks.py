from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from launcher.checks import Checks
from launcher.processes import start_time, wait_until


@pytest.fixture
def checks(stack: Any) -> Any:
    return Checks(stack)


def test_a_check_beside_others_counts_once_they_are_through(checks: Any) -> None:
    with checks.beside("types", "/bin/sh", "-c", "exit 0"):
        assert checks.n_passed == 0
    assert (checks.n_passed, checks.failed) == (1, [])


def test_a_check_beside_others_that_fails_shows_its_output_and_the_log(
    checks: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    with checks.beside("types", "/bin/sh", "-c", "echo out; echo err >&2; exit 4"):
        pass
    assert (checks.n_passed, checks.failed) == (0, ["types"])
    output = capfd.readouterr().err
    assert "exit code 4" in output
    assert str(checks.stack.home.logs / "types.log") in output
    assert output.endswith("out\nerr\n")


def test_a_check_beside_others_ends_when_they_are_interrupted(checks: Any, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    program = f"echo $$ > {note}.new; mv {note}.new {note}; exec sleep 60"

    def interrupted() -> None:
        with checks.beside("types", "/bin/sh", "-c", program):
            assert wait_until(note.exists, 20)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert start_time(int(note.read_text())) is None
