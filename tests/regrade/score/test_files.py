from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from threading import Thread

import pytest

from regrade.files.errors import BadInput
from regrade.score.files import at_rest
from tests.refusals import refused


def test_at_rest_keeps_pipes_of_one_name_apart(tmp_path: Path) -> None:
    pipes = [tmp_path / folder / "run" for folder in ("a", "b")]
    for pipe in pipes:
        pipe.parent.mkdir()
        os.mkfifo(pipe)
        Thread(target=pipe.write_text, args=(pipe.parent.name,)).start()
    with at_rest(pipes) as copies:
        assert [copy.read_text() for copy in copies] == ["a", "b"]
        assert [copy.name for copy in copies] == ["run", "run"]


def test_at_rest_copies_standard_input(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a run")))
    with at_rest([tmp_path / "qrels", Path("-")]) as (qrels, run):
        assert (qrels, run.name, run.read_text()) == (tmp_path / "qrels", "stdin", "a run")


def test_at_rest_refuses_standard_input_for_two_files() -> None:
    with (
        refused(BadInput, "standard_input_twice"),
        at_rest([Path("-"), Path("-")]),
    ):
        pass
