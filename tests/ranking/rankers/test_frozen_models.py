from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import huggingface_hub
import pytest

from ranking.exceptions import BrokenDevice, UnfitWorker
from ranking.rankers.frozen_models import freeze_model, load_frozen
from tests.refusals import refused
from tests.regrade.neural.small_models.tiny_bert import make_bert

OLD, NEW = "c0ffee", "decade"


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A hub with two commits of a model; a file says which is the newest."""
    # The hub is an edge that tests cannot have: no network.
    make_bert(tmp_path / OLD)
    make_bert(tmp_path / NEW, seed=21)
    (tmp_path / "newest").write_text(OLD)

    def snapshot_download(name: str, *, revision: str | None, **_: Any) -> str:
        return str(tmp_path / (revision or (tmp_path / "newest").read_text()))

    monkeypatch.setattr(huggingface_hub, "snapshot_download", snapshot_download)
    return tmp_path


def freeze(model: str) -> dict[str, Any]:
    plan = {"ranker": "bert-dot", "precision": "float32", "parameters": {}}
    return plan | freeze_model("bert-dot", model)


@pytest.mark.django_db
def test_load_frozen_takes_the_commit_that_was_frozen(hub: Path) -> None:
    spec = freeze("owner/model")
    (hub / "newest").write_text(NEW)
    assert load_frozen(spec).ranker.score([]) == []


@pytest.mark.django_db
def test_load_frozen_of_a_commit_that_is_gone_is_left_to_others(hub: Path) -> None:
    spec = freeze("owner/model")
    shutil.rmtree(hub / OLD)
    with refused(UnfitWorker, "weights_missing", field="model"):
        load_frozen(spec)


@pytest.mark.django_db
def test_load_frozen_of_a_folder_that_is_gone_is_left_to_others(tmp_path: Path) -> None:
    spec = freeze(str(make_bert(tmp_path / "model")))
    shutil.rmtree(tmp_path / "model")
    with refused(UnfitWorker, "model_missing", field="model"):
        load_frozen(spec)


def test_load_frozen_on_a_gpu_that_has_failed_is_left_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    def fail(*_: Any, **__: Any) -> None:
        raise torch.AcceleratorError("CUDA error: unknown error")

    spec = freeze(str(make_bert(tmp_path / "model")))
    # A broken card is an edge that tests cannot have.
    monkeypatch.setattr(torch.nn.Module, "to", fail)
    with refused(BrokenDevice, "broken_device", says="CUDA error"):
        load_frozen(spec)
