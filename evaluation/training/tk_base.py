"""The TK that a training begins with where no model is named: words of its texts, with vectors."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from evaluation.exceptions import TrainingFailed, TrainingRefused
from regrade.neural.tk.folder import TkSettings, save_tk
from regrade.training.folders import replace_folder

# As the paper on position bias has it.
KERNELS = tuple(np.linspace(-1, 1, 11).round(1).tolist())
SETTINGS = TkSettings(
    n_heads=16, head_width=32, feed_forward=100, kernel_means=KERNELS, kernel_widths=(0.1,) * 11
)


def frozen_words(vectors: str) -> dict[str, Any]:
    """The stored form of a TK without a model: where the vectors of its words come from.

    Args:
        vectors: a file in GloVe's format; "" to draw them.

    Raises:
        TrainingRefused: the file cannot be read.
    """
    if not vectors:
        return {"name": "", "vectors": "", "sha256": ""}
    try:
        with Path(vectors).open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise TrainingRefused(
            f"The word vectors {vectors} cannot be read: {error.strerror}.",
            code="vectors_unreadable",
            field="vectors",
        ) from error
    return {"name": "", "vectors": str(Path(vectors).resolve()), "sha256": found}


def make_tk(folder: Path, texts: Iterable[str], frozen: dict[str, Any], seed: int) -> None:
    """Write a TK whose words are those of texts.

    Raises:
        TrainingFailed: the word vectors are others than when the training was begun.
        BadVectors: they cannot be read.
    """
    from regrade.training.tk.training import new_tk  # noqa: PLC0415  # torch is slow to import
    from regrade.training.tk.words import count_words, drawn_vectors, read_vectors  # noqa: PLC0415

    words, width = count_words(texts, SETTINGS.max_passage_words), SETTINGS.width
    if frozen["vectors"]:
        _refuse_other(frozen)
        found = read_vectors(Path(frozen["vectors"]), words, width, seed)
    else:
        found = drawn_vectors(words, width, seed)
    state = new_tk(SETTINGS, found, seed).folder_state()
    replace_folder(folder, lambda path: save_tk(path, SETTINGS, found.words, state))


def _refuse_other(frozen: dict[str, Any]) -> None:
    if frozen_words(frozen["vectors"]) != frozen:
        raise TrainingFailed(
            f"The word vectors {frozen['vectors']} have changed since the training was begun.",
            code="other_vectors",
        )
