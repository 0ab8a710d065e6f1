"""A TK that learns: the network of `regrade.neural.tk`, on padded batches and with gradients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import torch
from torch import nn

from regrade.neural.tk.folder import TkSettings
from regrade.neural.tk.network import LEAST_HITS, TINY, sinusoids

PADDING = 0


class TkBatch(NamedTuple):
    """Queries and the passages of each, as words' lines in the vocabulary, padded with 0.

    Attributes:
        queries: shape (n, q).
        passages: shape (n, m, p), m passages a query, the relevant one first.
        margins: shape (n, m - 1), by how much a teacher scores the first above each other.
    """

    queries: torch.Tensor
    passages: torch.Tensor
    margins: torch.Tensor

    def to(self, device: torch.device) -> TkBatch:
        return TkBatch(*(part.to(device) for part in self))


class TkModule(nn.Module):
    """Its state has the names and shapes of a TK's folder, which `save_tk` writes.

    Letters in the comments: n queries, m passages of each, q and p words of a query and of a
    passage, d dimensions, k kernels.
    """

    def __init__(self, settings: TkSettings, word_vectors: torch.Tensor) -> None:
        super().__init__()
        self.settings = settings
        d, n_kernels = settings.width, len(settings.kernel_means)
        self.word_vectors = nn.Embedding.from_pretrained(
            word_vectors.clone(), freeze=False, padding_idx=PADDING, sparse=True
        )
        layer = nn.TransformerEncoderLayer(
            d, settings.n_heads, settings.feed_forward, dropout=0.0, batch_first=True
        )
        self.contextualizer = nn.TransformerEncoder(
            layer, settings.n_layers, enable_nested_tensor=False
        )
        self.mixer = nn.Parameter(torch.full((1,), 0.5))
        self.kernel_alpha_scaler = nn.Parameter(torch.ones(1, 1, n_kernels))
        self.kernel_bin_weights = nn.Linear(n_kernels, 1, bias=False)
        nn.init.uniform_(self.kernel_bin_weights.weight, -0.014, 0.014)  # as published
        means, widths = settings.kernel_means, settings.kernel_widths
        self.register_buffer("means", torch.tensor(means), persistent=False)
        self.register_buffer("exponents", -1 / (2 * torch.tensor(widths) ** 2), persistent=False)
        of_queries = sinusoids(0, settings.max_query_words, d)
        first = settings.passage_positions_from
        of_passages = sinusoids(first, settings.max_passage_words, d)
        self.register_buffer("query_positions", of_queries, persistent=False)
        self.register_buffer("passage_positions", of_passages, persistent=False)

    def forward(self, batch: TkBatch) -> torch.Tensor:
        """The scores of all passages: shape (n, m)."""
        n, m, p = batch.passages.shape
        queries = self._states(batch.queries, self.query_positions)  # (n, q, d)
        passages = self._states(batch.passages.reshape(n * m, p), self.passage_positions)
        cosines = queries[:, None] @ passages.reshape(n, m, p, -1).transpose(2, 3)  # (n, m, q, p)
        is_word = (batch.passages != PADDING)[:, :, None, :]  # (n, m, 1, p)
        hits = [
            ((cosines - mean).square() * exponent).exp().mul(is_word).sum(dim=3)
            for mean, exponent in zip(self.means, self.exponents, strict=True)
        ]  # k of (n, m, q): a kernel at a time keeps what is in the cache
        scaled = torch.stack(hits, dim=3) * self.kernel_alpha_scaler  # (n, m, q, k)
        logs = scaled.clamp(min=LEAST_HITS).log()
        is_asked = (batch.queries != PADDING)[:, None, :, None]  # (n, 1, q, 1)
        counted = (logs * is_asked).sum(dim=2)  # (n, m, k)
        return self.kernel_bin_weights(counted)[..., 0]

    def folder_state(self) -> Mapping[str, torch.Tensor]:
        """The weights by the names that a TK's folder has."""
        state = self.state_dict()
        state["word_vectors"] = state.pop("word_vectors.weight")
        return state

    def _states(self, words: torch.Tensor, positions: torch.Tensor) -> torch.Tensor:
        """One unit vector a word: shape (n, words, d); those of padding count nowhere."""
        is_padding = words == PADDING
        vectors = self.word_vectors(words)
        # A text without words would have nothing to attend to.
        is_hidden = is_padding & ~is_padding.all(dim=1, keepdim=True)
        context = self.contextualizer(
            vectors + positions[: words.shape[1]], src_key_padding_mask=is_hidden
        )
        mixed = self.mixer * vectors + (1 - self.mixer) * context
        return mixed / (mixed.norm(dim=2, keepdim=True) + TINY)
