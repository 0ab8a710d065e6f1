from __future__ import annotations

import os
from pathlib import Path
from threading import Thread

from evaluation.score.files import at_rest


def test_at_rest_keeps_pipes_of_one_name_apart(tmp_path: Path) -> None:
    pipes = [tmp_path / folder / "run" for folder in ("a", "b")]
    for pipe in pipes:
        pipe.parent.mkdir()
        os.mkfifo(pipe)
        Thread(target=pipe.write_text, args=(pipe.parent.name,)).start()
    with at_rest(pipes) as copies:
        assert [copy.read_text() for copy in copies] == ["a", "b"]
        assert [copy.name for copy in copies] == ["run", "run"]
