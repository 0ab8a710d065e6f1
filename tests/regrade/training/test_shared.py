"""A training that accelerate begins in two processes, which share each batch."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from safetensors.numpy import load_file

from regrade.training.task import TrainingFailed
from tests.regrade.training.small import Notes, model, recipe, trained
from tests.source_tree import ROOT
from tests.tiers import thorough

SIZES = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}  # draws differ
T5_SIZES = {"dropout_rate": 0.0}
SHARED = """
import sys
from pathlib import Path
from regrade.training.processes import is_first
from tests.regrade.training.small import Notes, recipe, trained

notes = Notes(stop_at=int(sys.argv[4]) if is_first() else None)
outcome = trained(Path(sys.argv[1]), recipe(sys.argv[2], loss=sys.argv[3]), notes)
if is_first():
    assert [found.step for found, _ in notes.validations], notes
else:
    assert not notes.validations and not notes.progress and not notes.saves
print(outcome.step, outcome.is_done)
"""
LIBRARY = "library.training"
LAUNCH = ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]


def share(root: Path, ranker: str, loss: str, stop_at: int) -> subprocess.CompletedProcess[str]:
    script = root / "shared.py"
    script.write_text(SHARED, encoding="utf-8")
    argv = [sys.executable, *LAUNCH, f"{script}", f"{root}", ranker, loss, f"{stop_at}"]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}", "OMP_NUM_THREADS": "1"}
    environment["ACCELERATE_USE_CPU"] = "true"
    return subprocess.run(
        argv, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


@thorough
@pytest.mark.parametrize(
    ("ranker", "loss"),
    [
        ("bert-cat", "hinge"),
        ("bert-dot", "margin-mse"),
        ("colbert", "hinge"),
        ("mono-t5", "cross-entropy"),
    ],
)
def test_two_processes_train_as_one_and_are_stopped_and_resumed(
    tmp_path: Path, ranker: str, loss: str
) -> None:
    sizes = T5_SIZES if ranker == "mono-t5" else SIZES
    alone, both = tmp_path / "alone", tmp_path / "both"
    trained(alone, recipe(ranker, loss=loss), Notes(), sizes=sizes)
    model(both / "model", ranker, **sizes)
    stopped = share(both, ranker, loss, 8)
    assert stopped.returncode == 0, stopped.stderr
    assert stopped.stdout.split() == ["8", "False"] * 2
    ended = share(both, ranker, loss, 0)
    assert ended.stdout.split() == ["12", "True"] * 2, ended.stderr
    assert _distance(both, alone) < 0.001  # other draws, or one batch missed, give 0.5 and more


def _distance(one: Path, other: Path) -> float:
    """Of all weights; without biases of keys, whose gradients are rounding alone."""
    first, second = _weights(one), _weights(other)
    assert first.keys() == second.keys() != set()
    names = [name for name in first if not name.endswith("key.bias")]
    return math.sqrt(sum(float(np.square(first[one] - second[one]).sum()) for one in names))


def _weights(folder: Path) -> dict[str, NDArray[np.float32]]:
    files = (folder / "training" / "best").rglob("*.safetensors")
    return {name: found for file in files for name, found in load_file(file).items()}


@pytest.mark.parametrize(
    ("given", "module", "code"),
    [
        ({"ranker": "tk"}, "train", "not_shared"),
        ({"ranker": "bert-dot", "loss": "in-batch"}, LIBRARY, "not_shared"),
        (
            {"ranker": "bert-dot", "loss": "hinge", "batch": 9},
            LIBRARY,
            "batch_not_shared",
        ),
    ],
)
def test_batches_that_cannot_be_shared_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: dict[str, Any], module: str, code: str
) -> None:
    monkeypatch.setattr(f"regrade.training.{module}.n_processes", lambda: 2)
    with pytest.raises(TrainingFailed) as refused:
        trained(tmp_path, recipe(**given), Notes())
    assert refused.value.code == code
