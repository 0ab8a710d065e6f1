from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from regrade.neural.library_models import load_library_model, longest_of
from regrade.neural.model_folder import ModelFolder, UnusableModel
from regrade.neural.networks import ComputeDevice, refusing
from regrade.neural.padded import compute_padded
from regrade.neural.reranker import PassageText
from regrade.neural.sentence_folder import Task

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True, slots=True)
class LibraryTower:
    """An encoder that sentence-transformers computes: whatever its folder says is done.

    Texts are padded to the longest of their batch, so that the texts beside one move the last
    digits of its vector.

    Attributes:
        longest: how many tokens of a text the model reads; None where it sets no limit.
    """

    compute: ComputeDevice
    is_normalized: bool
    task: Task
    prompt: str
    max_tokens: int | None
    longest: int | None
    n_dimensions: int
    _model: Any

    def reading(self, task: Task, prompt: str, max_tokens: int | None) -> LibraryTower:
        """The same one for queries or passages, which may be cut earlier than its folder says.

        Raises:
            ValueError: a length for a model that sets none.
        """
        if max_tokens and self.longest is None:
            raise ValueError("the model reads whole texts, and none is cut at a number of tokens")
        n_tokens = min(max_tokens, self.longest) if max_tokens and self.longest else None
        return replace(self, task=task, prompt=prompt, max_tokens=n_tokens)

    def encode(self, texts: Sequence[PassageText]) -> NDArray[np.float32]:
        """One vector a text, in the order of the texts: shape (n, d).

        Raises:
            MemoryError: the device's memory is too small for one text.
        """
        if not texts:
            return np.empty((0, self.n_dimensions), np.float32)
        joined = [text.joined for text in texts]
        lengths = [len(self.prompt) + len(text) for text in joined]
        return compute_padded(joined, lengths, self._encode, self.compute)

    def _encode(self, texts: list[str]) -> torch.Tensor:
        encode = self._model.encode_query if self.task == "query" else self._model.encode_document
        cut = {"text": {"max_length": self.max_tokens}} if self.max_tokens else None
        vectors: torch.Tensor = encode(
            texts,
            prompt=self.prompt,
            batch_size=len(texts),
            convert_to_tensor=True,
            show_progress_bar=False,
            normalize_embeddings=self.is_normalized,
            **({"processing_kwargs": cut} if cut else {}),
        )
        return vectors


def load_library_tower(
    folder: ModelFolder, compute: ComputeDevice, *, pooling: str | None, is_normalized: bool
) -> LibraryTower:
    """Load an encoder of any architecture that the library knows, to encode queries at first.

    Args:
        pooling: another way for token vectors to become one than the folder's.
        is_normalized: whether vectors are brought to length 1 at the end.

    Raises:
        UnusableModel: not an encoder that the library can load or run.
        MemoryError: the processor's memory or the device's is too small for it.
    """
    from sentence_transformers import SentenceTransformer

    model = load_library_model(folder, SentenceTransformer, compute)
    if pooling:
        _pool_by(folder, model, pooling)
    longest = longest_of(folder, model)
    tower = LibraryTower(compute, is_normalized, "query", "", None, longest, 0, model)
    with refusing(folder):
        vectors = tower.encode([PassageText("", "a"), PassageText("", "a b c")])
    return replace(tower, n_dimensions=vectors.shape[1])


def _pool_by(folder: ModelFolder, model: Any, pooling: str) -> None:
    from sentence_transformers.sentence_transformer.modules import Pooling

    for name, module in model.named_children():
        if isinstance(module, Pooling):
            other = Pooling(module.embedding_dimension, pooling, module.include_prompt)
            setattr(model, name, other)
            return
    sentence = f"{folder.name}: the model has no pooling that could be another"
    raise UnusableModel(sentence, code="pooling_unsupported")
