from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.evaluation import peer_tools
from benchmarks.evaluation.peers import peers_python
from benchmarks.evaluation.workloads import MEASURES


def test_an_environment_made_from_these_requirements_is_used_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    requirements = tmp_path / "requirements.txt"
    requirements.write_text("# none\n")
    monkeypatch.setattr("benchmarks.evaluation.peers.REQUIREMENTS", requirements)
    (tmp_path / "peers").mkdir()
    (tmp_path / "peers" / "installed.txt").write_text("# none\n")
    said: list[str] = []
    assert peers_python(tmp_path, said.append) == tmp_path / "peers" / "bin" / "python"
    assert said == []


def test_every_tool_is_asked_for_the_same_measures() -> None:
    assert ",".join(peer_tools.NAMES) == MEASURES
    assert len(peer_tools.TREC_NAMES) == len(peer_tools.RANX_NAMES) == len(peer_tools.NAMES)
