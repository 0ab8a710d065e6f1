from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from regrade.neural.batches import DeviceBatch, gather, in_windows, prepared_ahead
from regrade.neural.bert_formats import SpecialTokens, refuse_other_format, single, titled
from regrade.neural.bert_trunk import KINDS, Trunk, trunk_of
from regrade.neural.model_folder import ModelFolder
from regrade.neural.networks import (
    ComputeDevice,
    load_encoder,
    load_network,
    load_tokenizer,
    longest_input,
)
from regrade.neural.packing import EncodedText
from regrade.neural.reranker import PassageText
from regrade.neural.sentence_folder import Pooling, Task
from regrade.neural.token_ids import first_token_ids, pair_token_ids

if TYPE_CHECKING:
    import torch

TEXTS_PER_WINDOW = 8192
DPR_TOKENS = 256
LEAST_TOKENS = 3  # the special ones and one more
# What is computed here, without padding.
OWN_KINDS = (*KINDS, "dpr")
Title = Literal["joined", "apart"]


@dataclass(frozen=True, slots=True)
class Tower:
    """A BERT that turns a text into one vector.

    Texts are cut at max_tokens; `longest` is what the model could read.

    Letters in the comments: t tokens of all texts, b texts of a batch, d dimensions, n texts.
    """

    compute: ComputeDevice
    pooling: Pooling
    is_normalized: bool
    prompt: str
    max_tokens: int
    longest: int
    title: Title
    n_dimensions: int
    _trunk: Trunk
    _projection: Any
    _tokenizer: Any

    def encode(self, texts: Sequence[PassageText]) -> NDArray[np.float32]:
        """One vector a text, in the order of the texts: shape (n, d).

        An empty text has a vector, too. A text's vector does not depend on its batch beyond
        rounding (1e-5).

        Raises:
            MemoryError: the device's memory is too small for one text.
        """
        windows = prepared_ahead(in_windows(texts, TEXTS_PER_WINDOW), self.tokenize)
        parts = [self.encode_tokens(window) for window in windows]
        return np.concatenate([*parts, np.empty((0, self.n_dimensions), np.float32)])

    def reading(self, task: Task, prompt: str, max_tokens: int | None) -> Tower:
        """The same one, with a prompt before its texts, which may be cut earlier.

        Raises:
            ValueError: a length that leaves no room.
        """
        n_tokens = min(self.max_tokens if max_tokens is None else max_tokens, self.longest)
        if n_tokens < LEAST_TOKENS:
            raise ValueError(
                f"texts must keep at least {LEAST_TOKENS} tokens; they are cut at {n_tokens}"
            )
        return replace(self, prompt=prompt, max_tokens=n_tokens)

    def encode_tokens(self, texts: Sequence[EncodedText]) -> NDArray[np.float32]:
        """One vector a text as it was tokenized, at least one: shape (n, d).

        Raises:
            MemoryError: the device's memory is too small for one text.
        """
        return gather(texts, self._step, budget=self.compute.budget, device=self.compute.device)

    def tokenize(self, texts: Sequence[PassageText]) -> list[EncodedText]:
        """Tokenize texts as the model reads them."""
        special, most = SpecialTokens.of(self._tokenizer), self.max_tokens
        texts = [text.behind(self.prompt) for text in texts]
        if self.title == "joined":
            ids = first_token_ids(self._tokenizer, [text.joined for text in texts], most)
            return [single(special, of_text, most) for of_text in ids]
        pairs = pair_token_ids(self._tokenizer, [(text.title, text.text) for text in texts], most)
        return [titled(special, *of_pair, most) for of_pair in pairs]

    def _step(self, batch: DeviceBatch) -> torch.Tensor:
        from torch.nn.functional import normalize

        states = self._trunk.states(batch)  # (t, d)
        vectors = _pool(states, batch, self.pooling)  # (b, d)
        if self._projection is not None:
            vectors = self._projection(vectors)
        return normalize(vectors.float(), dim=1) if self.is_normalized else vectors


def load_tower(
    folder: ModelFolder,
    compute: ComputeDevice,
    *,
    pooling: Pooling,
    is_normalized: bool,
    max_tokens: int | None = None,
    title: Title | None = None,
) -> Tower:
    """Load one of `OWN_KINDS`.

    Args:
        max_tokens: where texts are cut unless asked otherwise; None for where the model ends.
        title: None for how its kind reads one.

    Raises:
        OtherFormat: a tokenizer that writes texts otherwise.
        UnusableModel: weights or a tokenizer that do not fit.
    """
    is_dpr = folder.kind == "dpr"
    load = _load_dpr if is_dpr else _load_bert
    network, trunk, projection = load(folder, compute)
    tokenizer = load_tokenizer(folder, network, needs=("cls_token", "sep_token"))
    refuse_other_format(folder, tokenizer)
    # As for the library: a folder may read longer texts than its tokenizer says.
    tokenizer.model_max_length = max(tokenizer.model_max_length, max_tokens or 0)
    longest = longest_input(tokenizer, network)
    return Tower(
        compute=compute,
        pooling=pooling,
        is_normalized=is_normalized,
        prompt="",
        max_tokens=max_tokens or (DPR_TOKENS if is_dpr else longest),
        longest=longest,
        title=title or ("apart" if is_dpr else "joined"),
        n_dimensions=projection.out_features if projection else trunk.config.hidden_size,
        _trunk=trunk_of(trunk),
        _projection=projection,
        _tokenizer=tokenizer,
    )


def _load_bert(folder: ModelFolder, compute: ComputeDevice) -> tuple[Any, Any, None]:
    network = load_encoder(folder, compute)
    return network, network, None


def _load_dpr(folder: ModelFolder, compute: ComputeDevice) -> tuple[Any, Any, Any]:
    from transformers import DPRContextEncoder, DPRQuestionEncoder

    reads_passages = any("Context" in name for name in folder.architectures)
    kind = DPRContextEncoder if reads_passages else DPRQuestionEncoder
    network = load_network(folder, kind, compute)
    inner = network.ctx_encoder if reads_passages else network.question_encoder
    return network, inner.bert_model, getattr(inner, "encode_proj", None)


def _pool(states: torch.Tensor, batch: DeviceBatch, pooling: Pooling) -> torch.Tensor:
    """Token states (t, d) to text vectors (b, d)."""
    import torch

    if pooling == "cls":
        return states[batch.first_tokens]  # (b, d)
    means, start = [], 0
    for n_texts, n_tokens, _ in batch.groups:
        end = start + n_texts * n_tokens
        means.append(states[start:end].view(n_texts, n_tokens, -1).mean(dim=1))
        start = end
    return torch.cat(means)
