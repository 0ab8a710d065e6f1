from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from ranking.exceptions import RankingError
from ranking.neural.bi_encoder import BiEncoder, load_bi_encoder
from ranking.neural.model_folder import DEFAULT_MODEL, ModelFolder, UnusableModel, find_model

LABEL, DEFAULT_LABEL = "BERT bi-encoder", "MiniLM bi-encoder"


def freeze_model(model: str | None) -> dict[str, Any]:
    """What a spec keeps of a model, read without loading it: a later load can be held to it.

    Raises:
        RankingError: the model cannot be found or is none that we can run.
    """
    if model is not None and Path(model).expanduser().is_dir():
        model = str(Path(model).expanduser().resolve())  # workers stand in other folders
    try:
        return _frozen(find_model(model))
    except UnusableModel as error:
        raise RankingError(f"Model {error}.") from error


def label_of(frozen: dict[str, Any]) -> str:
    """What the interface calls the model's kind."""
    return DEFAULT_LABEL if frozen["name"] == DEFAULT_MODEL else LABEL


def load_frozen(frozen: dict[str, Any]) -> BiEncoder:
    """Load the model of a spec; a process keeps it for the next time.

    Raises:
        RankingError: it cannot be found any more, or is another than the one frozen.
    """
    try:
        encoder = _load(frozen["name"])
        found = _frozen(encoder.folder)
    except UnusableModel as error:
        raise RankingError(f"Model {error}.") from error
    if found != frozen:
        changed = ", ".join(key for key in found if found[key] != frozen.get(key))
        raise RankingError(
            f"Model {frozen['name']} has changed since the run was planned ({changed}); "
            "re-rank under a new name."
        )
    return encoder


def _frozen(folder: ModelFolder) -> dict[str, Any]:
    return {
        "name": folder.name,
        "revision": folder.revision,
        "weights_sha256": folder.weights_sha256,
        "pooling": folder.pooling,
        "is_normalized": folder.is_normalized,
        "max_length_tokens": folder.max_length_tokens,
    }


@lru_cache(maxsize=2)
def _load(model: str) -> BiEncoder:
    return load_bi_encoder(model)
