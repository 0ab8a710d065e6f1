"""A TK that learns: the network of `regrade.neural.tk`, on padded batches and with gradients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import torch
from torch import nn
from torch.nn.functional import linear, scaled_dot_product_attention

from regrade.neural.tk.folder import TkSettings
from regrade.neural.tk.network import LEAST_HITS, TINY, sinusoids

PADDING = 0
WEIGHTS_WITHIN = 0.014  # of kernels at first, as published


class Passages(NamedTuple):
    """Passages of about one length, as words' lines in the vocabulary.

    Attributes:
        places: shape (n,), of each among all of the batch.
        words: shape (n, p), padded with 0.
    """

    places: torch.Tensor
    words: torch.Tensor


class TkBatch(NamedTuple):
    """Queries, and as many passages of each, the relevant one first.

    Attributes:
        queries: shape (n, q), words' lines in the vocabulary, padded with 0.
        passages: those of the first query, then those of the second and so on, by length.
        margins: shape (n, m - 1), by how much a teacher scores the first above each other.
    """

    queries: torch.Tensor
    passages: Sequence[Passages]
    margins: torch.Tensor

    def to(self, device: torch.device) -> TkBatch:
        moved = [Passages(*(part.to(device) for part in one)) for one in self.passages]
        return TkBatch(self.queries.to(device), moved, self.margins.to(device))

    def part(self, first: int, last: int) -> TkBatch:
        """The queries from `first` on and before `last`, with their passages."""
        m = self.margins.shape[1] + 1
        inside = []
        for places, words in self.passages:
            is_inside = (places >= first * m) & (places < last * m)
            if bool(is_inside.any()):
                inside.append(Passages(places[is_inside] - first * m, words[is_inside]))
        return TkBatch(self.queries[first:last], inside, self.margins[first:last])


class Attention(nn.Module):
    """Self-attention with the weights of `nn.MultiheadAttention`, whose heads may be wider."""

    def __init__(self, settings: TkSettings) -> None:
        super().__init__()
        self.n_heads, inner = settings.n_heads, settings.n_heads * settings.width_of_head
        self.in_proj_weight = nn.Parameter(torch.empty(3 * inner, settings.width))
        self.in_proj_bias = nn.Parameter(torch.zeros(3 * inner))
        self.out_proj = nn.Linear(inner, settings.width)
        nn.init.xavier_uniform_(self.in_proj_weight)
        nn.init.zeros_(self.out_proj.bias)

    def forward(self, states: torch.Tensor, is_seen: torch.Tensor) -> torch.Tensor:
        """shape (n, words, d) to the same; `is_seen` has shape (n, 1, 1, words)."""
        n, n_words, _ = states.shape
        qkv = linear(states, self.in_proj_weight, self.in_proj_bias)
        query, key, value = qkv.view(n, n_words, 3, self.n_heads, -1).permute(2, 0, 3, 1, 4)
        attended = scaled_dot_product_attention(query, key, value, attn_mask=is_seen)
        joined: torch.Tensor = self.out_proj(attended.transpose(1, 2).reshape(n, n_words, -1))
        return joined


class Layer(nn.Module):
    """A transformer layer that normalizes after each addition."""

    def __init__(self, settings: TkSettings) -> None:
        super().__init__()
        d, wide = settings.width, settings.feed_forward
        self.self_attn = Attention(settings)
        self.linear1, self.linear2 = nn.Linear(d, wide), nn.Linear(wide, d)
        self.norm1, self.norm2 = nn.LayerNorm(d), nn.LayerNorm(d)

    def forward(self, states: torch.Tensor, is_seen: torch.Tensor) -> torch.Tensor:
        states = self.norm1(states + self.self_attn(states, is_seen))
        widened: torch.Tensor = self.linear2(self.linear1(states).relu())
        return self.norm2(states + widened)  # type: ignore[no-any-return]


class Contextualizer(nn.Module):
    def __init__(self, settings: TkSettings) -> None:
        super().__init__()
        self.layers = nn.ModuleList([Layer(settings) for _ in range(settings.n_layers)])

    def forward(self, states: torch.Tensor, is_seen: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            states = layer(states, is_seen)
        return states


class TkModule(nn.Module):
    """Its state has the names and shapes of a TK's folder, which `save_tk` writes.

    Letters in the comments: n queries, q words of each, s passages, p words of each,
    d dimensions, k kernels.
    """

    means: torch.Tensor
    exponents: torch.Tensor
    query_positions: torch.Tensor
    passage_positions: torch.Tensor

    def __init__(self, settings: TkSettings, word_vectors: torch.Tensor) -> None:
        super().__init__()
        self.settings = settings
        d, n_kernels = settings.width, len(settings.kernel_means)
        self.word_vectors = nn.Embedding.from_pretrained(  # type: ignore[no-untyped-call]
            word_vectors.clone(), freeze=False, padding_idx=PADDING, sparse=True
        )
        self.contextualizer = Contextualizer(settings)
        self.mixer = nn.Parameter(torch.full((1,), 0.5))
        self.kernel_alpha_scaler = nn.Parameter(torch.ones(1, 1, n_kernels))
        self.kernel_bin_weights = nn.Linear(n_kernels, 1, bias=False)
        nn.init.uniform_(self.kernel_bin_weights.weight, -WEIGHTS_WITHIN, WEIGHTS_WITHIN)
        widths = torch.tensor(settings.kernel_widths)
        of_passages = sinusoids(settings.passage_positions_from, settings.max_passage_words, d)
        fixed = {
            "means": torch.tensor(settings.kernel_means),
            "exponents": -1 / (2 * widths**2),
            "query_positions": sinusoids(0, settings.max_query_words, d),
            "passage_positions": of_passages,
        }
        for name, values in fixed.items():
            self.register_buffer(name, values, persistent=False)

    def forward(self, batch: TkBatch) -> torch.Tensor:
        """The scores of all passages: shape (n, m)."""
        n, m = len(batch.queries), batch.margins.shape[1] + 1
        queries = self._states(batch.queries, self.query_positions)  # (n, q, d)
        is_asked = (batch.queries != PADDING).float()  # (n, q)
        scores = []
        for places, words in batch.passages:
            query = places // m
            passages = self._states(words, self.passage_positions)  # (s, p, d)
            is_word = (words != PADDING).float()[:, None]  # (s, 1, p)
            scores.append(self._pooled(queries[query], passages, is_asked[query], is_word))
        places = torch.cat([one.places for one in batch.passages])
        return torch.cat(scores)[places.argsort()].view(n, m)

    def folder_state(self) -> Mapping[str, torch.Tensor]:
        """The weights by the names that a TK's folder has."""
        state = self.state_dict()
        state["word_vectors"] = state.pop("word_vectors.weight")
        return state

    def _states(self, words: torch.Tensor, positions: torch.Tensor) -> torch.Tensor:
        """One unit vector a word: shape (n, words, d); those of padding count nowhere."""
        is_word = words != PADDING
        vectors = self.word_vectors(words)
        # A text without words would have nothing to attend to.
        is_seen = is_word | ~is_word.any(dim=1, keepdim=True)
        context = self.contextualizer(
            vectors + positions[: words.shape[1]], is_seen[:, None, None, :]
        )
        mixed = self.mixer * vectors + (1 - self.mixer) * context
        unit: torch.Tensor = mixed / (mixed.norm(dim=2, keepdim=True) + TINY)
        return unit

    def _pooled(
        self,
        queries: torch.Tensor,
        passages: torch.Tensor,
        is_asked: torch.Tensor,
        is_word: torch.Tensor,
    ) -> torch.Tensor:
        """Scores of passages, each with its own query: shape (s,)."""
        cosines = queries @ passages.transpose(1, 2)  # (s, q, p)
        hits = [
            (((cosines - mean).square() * exponent).exp() * is_word).sum(dim=2)
            for mean, exponent in zip(self.means, self.exponents, strict=True)
        ]  # k of (s, q): a kernel at a time stays in the processor's cache
        scaled = torch.stack(hits, dim=2) * self.kernel_alpha_scaler  # (s, q, k)
        logs = scaled.clamp(min=LEAST_HITS).log() * is_asked[..., None]
        return self.kernel_bin_weights(logs.sum(dim=1))[:, 0]  # type: ignore[no-any-return]
