from __future__ import annotations

import pytest

from ranking.management.progress import progress_bar
from tests.processes.terminals import errors_on_a_terminal


def test_progress_bar_on_a_terminal_is_shown() -> None:
    with errors_on_a_terminal() as shown:
        assert list(progress_bar(range(3), delay=0)) == [0, 1, 2]
    assert "3/3" in shown.getvalue()


def test_progress_bar_in_a_pipe_writes_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    with progress_bar(total=3, delay=0) as bar:
        bar.update(3)
    assert capfd.readouterr().err == ""
