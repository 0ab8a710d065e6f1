"""A training that cannot go on says why, and leaves nothing half-written."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from regrade.neural.model_folder import UnusableModel
from regrade.training.task import TrainingFailed
from tests.refusals import refused
from tests.regrade.training.small import Notes, model, recipe, trained, weights
from tests.tiers import thorough

WITHOUT_DROPOUT = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}
RANKERS = ["tk", *(pytest.param(one, marks=thorough) for one in ("bert-cat", "colbert"))]


@contextmanager
def files_of_at_most(n_bytes: int) -> Iterator[None]:
    """A disk that takes no larger files, as one that is full would not."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("ranker", RANKERS)
def test_loss_that_is_no_number_ends_it(tmp_path: Path, ranker: str) -> None:
    plan = recipe(ranker, loss="hinge", learning_rate=1.0, steps=60)
    spoil(model(tmp_path / "model", ranker).path)
    with refused(TrainingFailed, "loss_not_finite"):
        trained(tmp_path, plan, Notes())
    assert not (tmp_path / "training" / "best").exists()


def spoil(folder: Path) -> None:
    """Make one weight infinite."""
    from safetensors.torch import load_file, save_file

    path = folder / "model.safetensors"
    held = load_file(path)
    name = next(one for one in held if one.endswith("norm1.weight") or "LayerNorm.weight" in one)
    held[name][0] = float("inf")
    save_file(held, path, metadata={"format": "pt"})


@pytest.mark.parametrize("ranker", RANKERS)
def test_full_disk_leaves_the_last_checkpoint_to_go_on_from(tmp_path: Path, ranker: str) -> None:
    plan = recipe(ranker, validate_every=12)
    trained(tmp_path / "full", plan, Notes(stop_at=5))
    with files_of_at_most(1000), refused(TrainingFailed, "not_written"):
        trained(tmp_path / "full", plan, Notes(stop_at=3))
    trained(tmp_path / "full", plan, Notes())
    trained(tmp_path / "whole", plan, Notes())
    assert weights(tmp_path / "full") == weights(tmp_path / "whole")


def test_folder_without_weights_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    with pytest.raises(UnusableModel):
        trained(tmp_path, recipe("bert-cat"), Notes())


@pytest.mark.parametrize("ranker", RANKERS)
def test_batch_too_large_for_memory_is_taken_in_parts(
    tmp_path: Path, ranker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A GPU cannot be had here: a step of more than half the batch says that memory is full."""
    import torch

    plan, backward, calls = recipe(ranker, loss="hinge"), torch.Tensor.backward, count(1)
    for folder in ("whole", "parts"):
        model(tmp_path / folder / "model", ranker, **WITHOUT_DROPOUT)
    whole, parts = Notes(), Notes()
    trained(tmp_path / "whole", plan, whole)

    def refuses_once(loss: Any, *args: Any, **kwargs: Any) -> None:
        if next(calls) == 4:
            raise torch.OutOfMemoryError("CUDA out of memory")
        backward(loss, *args, **kwargs)  # type: ignore[no-untyped-call]

    monkeypatch.setattr(torch.Tensor, "backward", refuses_once)
    trained(tmp_path / "parts", plan, parts)
    losses = [[one.loss for one in notes.progress] for notes in (parts, whole)]
    assert losses[0][-plan.steps :] == pytest.approx(losses[1], rel=1e-3)
