from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from regrade.neural.tk.folder import TkSettings, save_tk

if TYPE_CHECKING:
    import torch

KNOWN = "the cat sat on mat . dog ran far away 's n't was a b c d e f"
WORDS = ("<pad>", "<unk>", *KNOWN.split())
SETTINGS = TkSettings(width=12, n_heads=3, n_layers=2, feed_forward=20)


def random_weights(settings: TkSettings = SETTINGS, seed: int = 3) -> dict[str, torch.Tensor]:
    """Weights under which every part of a TK moves a score."""
    import torch

    drawn = torch.Generator().manual_seed(seed)
    weights = {}
    for name, shape in settings.shapes(len(WORDS)).items():
        noise = torch.randn(shape, generator=drawn)
        is_scale = "norm" in name and name.endswith("weight")
        weights[name] = 1 + 0.2 * noise if is_scale else 0.3 * noise
    weights["word_vectors"] *= 3
    weights["mixer"] = torch.tensor([0.3])
    weights["kernel_alpha_scaler"] = weights["kernel_alpha_scaler"].exp()
    return weights


def make_tk(path: Path, settings: TkSettings = SETTINGS, **weights: torch.Tensor) -> Path:
    """A folder with a TK of fixed random weights, except the given ones."""
    save_tk(path, settings, WORDS, {**random_weights(settings), **weights})
    return path


class PaddedTk:
    """TK as one would write it down with torch's own modules, padding and masks."""

    def __init__(self, settings: TkSettings, weights: dict[str, torch.Tensor]) -> None:
        from torch import nn

        self.settings, self.weights = settings, weights
        layer = nn.TransformerEncoderLayer(
            settings.width, settings.n_heads, settings.feed_forward, dropout=0, batch_first=True
        )
        self.contextualizer = nn.TransformerEncoder(
            layer, settings.n_layers, enable_nested_tensor=False
        )
        start = "contextualizer."
        named = {n.removeprefix(start): w for n, w in weights.items() if n.startswith(start)}
        self.contextualizer.load_state_dict(named)

    def score(self, queries: list[list[int]], passages: list[list[int]]) -> Any:
        """Pairs of word ids, padded with 0 to the longest query and the longest passage."""
        import torch

        first = self.settings.passage_positions_from
        with torch.no_grad():
            query_states, query_mask = self._states(queries, 0)
            passage_states, passage_mask = self._states(passages, first)
            return self._pool(query_states, passage_states, query_mask, passage_mask)

    def _states(self, texts: list[list[int]], first: int) -> tuple[torch.Tensor, torch.Tensor]:
        import torch
        from torch.nn.utils.rnn import pad_sequence

        ids = pad_sequence([torch.tensor(text) for text in texts], batch_first=True)  # (n, l)
        words = self.weights["word_vectors"][ids]  # (n, l, d)
        places = torch.tensor([self._place(first + i) for i in range(ids.shape[1])])  # (l, d)
        context = self.contextualizer(words + places, src_key_padding_mask=ids == 0)
        mixer = self.weights["mixer"]
        return mixer * words + (1 - mixer) * context, (ids != 0).float()

    def _place(self, position: int) -> list[float]:
        n_waves = self.settings.width // 2
        angles = [position * 10000 ** (-i / (n_waves - 1)) for i in range(n_waves)]
        return [*map(math.sin, angles), *map(math.cos, angles)]

    def _pool(self, queries: Any, passages: Any, query_mask: Any, passage_mask: Any) -> Any:
        import torch

        cosines = torch.nn.functional.cosine_similarity(
            queries[:, :, None], passages[:, None], dim=3
        )  # (n, q, p)
        total = torch.zeros(len(queries))
        for k, (mean, width) in enumerate(
            zip(self.settings.kernel_means, self.settings.kernel_widths, strict=True)
        ):
            near = torch.exp(-((cosines - mean) ** 2) / (2 * width**2)) * passage_mask[:, None]
            hits = near.sum(2) * self.weights["kernel_alpha_scaler"][0, 0, k]  # (n, q)
            logs = torch.log(hits.clamp(min=1e-10)) * query_mask
            total += self.weights["kernel_bin_weights.weight"][0, k] * logs.sum(1)
        return total
