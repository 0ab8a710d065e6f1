"""A training that was stopped or killed goes on to the same bytes, on a CPU."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from regrade.training.recipe import LOSSES
from tests.regrade.training.small import Notes, model, recipe, trained, weights
from tests.source_tree import ROOT
from tests.tiers import thorough

ALL = [(ranker, loss) for ranker, losses in LOSSES.items() for loss in losses]
FAST = [("tk", "ranknet")]
KILLED = """
import os, signal, sys
from pathlib import Path
from tests.regrade.training.small import Notes, recipe, trained

class Killed(Notes):
    def saved(self, step):
        if step == 5:
            os.kill(os.getpid(), signal.SIGKILL)

trained(Path(sys.argv[1]), recipe(sys.argv[2]), Killed(stop_at=int(sys.argv[3])))
"""


@pytest.mark.parametrize(
    ("ranker", "loss"),
    [*FAST, *(pytest.param(*one, marks=thorough) for one in ALL if one not in FAST)],
)
def test_stopped_training_goes_on_to_the_same_weights(
    tmp_path: Path, ranker: str, loss: str
) -> None:
    plan = recipe(ranker, loss=loss)
    through, parts = Notes(), Notes(stop_at=5)
    whole = trained(tmp_path / "whole", plan, through)
    stopped = trained(tmp_path / "parts", plan, parts)
    assert (stopped.is_done, stopped.step) == (False, 5)
    assert trained(tmp_path / "parts", plan, parts) == whole
    assert weights(tmp_path / "parts") == weights(tmp_path / "whole")
    assert parts.progress == through.progress
    assert parts.validations == through.validations
    assert parts.saves == [5, 12]


@pytest.mark.parametrize("ranker", ["tk", pytest.param("colbert", marks=thorough)])
def test_killed_training_goes_on_from_its_checkpoint(tmp_path: Path, ranker: str) -> None:
    plan = recipe(ranker)
    model(tmp_path / "killed" / "model", ranker)
    argv = [sys.executable, "-c", KILLED, f"{tmp_path / 'killed'}", ranker, "5"]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}"}
    ended = subprocess.run(argv, cwd=ROOT, env=environment, check=False)
    assert ended.returncode == -signal.SIGKILL
    again = Notes()
    outcome = trained(tmp_path / "killed", plan, again)
    assert again.progress[0].step == 6
    assert outcome == trained(tmp_path / "whole", plan, Notes())
    assert weights(tmp_path / "killed") == weights(tmp_path / "whole")


def test_training_that_is_over_is_not_gone_on_with(tmp_path: Path) -> None:
    plan, again = recipe("tk"), Notes()
    ended = trained(tmp_path, plan, Notes())
    assert trained(tmp_path, plan, again) == ended
    assert (again.n_asked, again.progress) == (0, [])
