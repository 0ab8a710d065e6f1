"""Single tensors out of a model's folder, for layers that transformers does not know."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from regrade.neural.model_folder import ModelFolder, UnusableModel
from regrade.neural.networks import refusing

if TYPE_CHECKING:
    import torch


def read_tensors(folder: ModelFolder, names: Sequence[str]) -> dict[str, torch.Tensor]:
    """Those of the named tensors that a folder's weights hold, in float32.

    Raises:
        UnusableModel: the weights cannot be read.
    """
    from safetensors import safe_open

    found: dict[str, torch.Tensor] = {}
    with refusing(folder):
        for path in folder.weight_files:
            if path.suffix == ".safetensors":
                with safe_open(path, framework="pt") as file:
                    stored = set(file.keys())
                    found |= {name: file.get_tensor(name) for name in names if name in stored}
            else:
                tensors = _read_pickled(path)
                found |= {name: tensors[name] for name in names if name in tensors}
    return {name: tensor.float() for name, tensor in found.items()}


def _read_pickled(path: Path) -> dict[str, torch.Tensor]:
    import torch

    tensors: dict[str, torch.Tensor] = torch.load(path, map_location="cpu", weights_only=True)
    return tensors


def refuse_other_width(folder: ModelFolder, network: Any, weight: torch.Tensor, name: str) -> None:
    """Refuse a layer that does not take a model's states.

    Raises:
        UnusableModel: it says how wide both are.
    """
    width = network.config.hidden_size
    if weight.ndim != 2 or weight.shape[1] != width:
        sizes = f"{list(weight.shape)}, while the model's states have {width} dimensions"
        sentence = f"{folder.name}: {name} has the size {sizes}"
        raise UnusableModel(sentence, code="weights_of_other_size")
