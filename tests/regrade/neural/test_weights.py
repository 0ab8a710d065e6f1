from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from regrade.neural.model_folder import UnusableModel
from regrade.neural.networks import read_tensors, refuse_other_width
from tests.refusals import refused
from tests.regrade.neural.small_models.tiny_bert import folder_of


def write_parts(folder: Path, suffix: str) -> None:
    """Weights in two files: "a" in the first, "b" in the second, in half precision."""
    import torch
    from safetensors.torch import save_file

    parts = {"a": torch.ones(2, 3)}, {"b": torch.tensor([0.5], dtype=torch.bfloat16)}
    for number, part in enumerate(parts):
        path = folder / f"model-{number}{suffix}"
        if suffix == ".safetensors":
            save_file(part, path)
        else:
            torch.save(part, folder / f"pytorch_{path.name}")


@pytest.mark.parametrize("suffix", [".safetensors", ".bin"])
def test_read_tensors_finds_those_that_are_there_in_any_part(tmp_path: Path, suffix: str) -> None:
    import torch

    write_parts(tmp_path, suffix)
    found = read_tensors(folder_of(tmp_path), ["b", "a", "c"])
    assert {name: tensor.tolist() for name, tensor in found.items()} == {
        "a": [[1, 1, 1]] * 2,
        "b": [0.5],
    }
    assert found["b"].dtype == torch.float32


def test_read_tensors_prefers_the_files_that_transformers_prefers(tmp_path: Path) -> None:
    import torch

    write_parts(tmp_path, ".safetensors")
    torch.save({"a": torch.zeros(1)}, tmp_path / "pytorch_model.bin")
    assert read_tensors(folder_of(tmp_path), ["a"])["a"].shape == (2, 3)


def test_read_tensors_without_weights_is_refused(tmp_path: Path) -> None:
    with refused(UnusableModel, "weights_missing"):
        read_tensors(folder_of(tmp_path), ["a"])


@pytest.mark.parametrize("name", ["model.safetensors", "pytorch_model.bin"])
@pytest.mark.parametrize("content", [b"", b"\x80\x04junk"])
def test_read_tensors_of_a_broken_file_is_refused(
    tmp_path: Path, name: str, content: bytes
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UnusableModel) as caught:
        read_tensors(folder_of(tmp_path), ["a"])
    assert caught.value.code in ("loading_failed", "weights_unreadable")


def test_read_tensors_runs_no_code_of_a_file(tmp_path: Path) -> None:
    class Evil:
        def __reduce__(self) -> tuple[type[Path], tuple[str]]:
            return Path, ("anything",)

    pickled = pickle.dumps({"a": Evil()}, protocol=2)
    (tmp_path / "pytorch_model.bin").write_bytes(pickled)
    with refused(UnusableModel, "weights_unreadable"):
        read_tensors(folder_of(tmp_path), ["a"])


@pytest.mark.parametrize("shape", [(3, 8), (16, 3), (16,), (1, 1, 16)])
def test_refuse_other_width_says_both_widths(tmp_path: Path, shape: tuple[int, ...]) -> None:
    from types import SimpleNamespace

    import torch

    network = SimpleNamespace(config=SimpleNamespace(hidden_size=16))
    with refused(UnusableModel, "weights_of_other_size") as caught:
        refuse_other_width(folder_of(tmp_path), network, torch.ones(shape), "linear")
    assert f"linear has the size {list(shape)}" in str(caught.value)
    assert "16 dimensions" in str(caught.value)
