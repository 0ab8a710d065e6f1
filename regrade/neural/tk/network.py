from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from regrade.neural.batches import DeviceBatch
from regrade.neural.bert_trunk import Affine, Layer, PostNormLayers
from regrade.neural.tk.folder import TkFiles, TkSettings

if TYPE_CHECKING:
    import torch

LAYER_NORM_EPSILON = 1e-5  # torch's default
SLOWEST_SINUSOID = 1e4
TINY = 1e-13  # keeps the length of a vector of zeros from dividing by 0
LEAST_HITS = 1e-10  # what the logarithm sees at least


class Contextualizer(NamedTuple):
    """Turns the words of packed texts into unit vectors that know their neighbours.

    A word's vector is mixed with what transformer layers make of it, by one learned number
    for all words: mixer * word + (1 - mixer) * context.

    Letters in the comments: t words of all texts, d dimensions.

    Attributes:
        word_vectors: shape (words, d).
        positions: shape (longest, d), what a word's position adds before the layers.
        layers: transformer layers.
        mixer: shape (1,).
    """

    word_vectors: torch.Tensor
    positions: torch.Tensor
    layers: PostNormLayers
    mixer: torch.Tensor

    def states(self, batch: DeviceBatch) -> torch.Tensor:
        """One unit vector a word: shape (t, d)."""
        words = self.word_vectors[batch.token_ids]  # (t, d)
        context = self.layers.states(words + self.positions[batch.positions], batch.groups)
        mixed = self.mixer * words + (1 - self.mixer) * context  # (t, d)
        lengths: torch.Tensor = mixed.norm(dim=1, keepdim=True)  # (t, 1)
        return mixed / (lengths + TINY)


class KernelPooling(NamedTuple):
    """Counts how often words of a passage come how close to each word of a query.

    score = sum over kernels k of w_k * sum over query words i of
            log(max(a_k * sum over passage words j of exp(-(cos_ij - m_k)^2 / (2 * s_k^2)), 1e-10))

    Attributes:
        means: shape (k, 1, 1, 1), m.
        exponents: shape (k, 1, 1, 1), -1 / (2 * s^2).
        alphas: shape (k, 1, 1), a.
        weights: shape (k,), w.
    """

    means: torch.Tensor
    exponents: torch.Tensor
    alphas: torch.Tensor
    weights: torch.Tensor

    def scores(self, queries: torch.Tensor, passages: torch.Tensor) -> torch.Tensor:
        """The scores of pairs of one size.

        Letters in the comments: n pairs, q words of a query, p words of a passage, k kernels.

        Args:
            queries: shape (n, q, d), unit vectors.
            passages: shape (n, p, d), unit vectors; a passage without words counts nothing.

        Returns:
            shape (n,); 0 for a query without words.
        """
        cosines = queries @ passages.transpose(1, 2)  # (n, q, p)
        near = cosines - self.means  # (k, n, q, p)
        hits = near.square_().mul_(self.exponents).exp_().sum(dim=3)  # (k, n, q)
        logs = (hits * self.alphas).clamp_(min=LEAST_HITS).log_()  # (k, n, q)
        return self.weights @ logs.sum(dim=2)  # (n,)


class TkNetwork(NamedTuple):
    """Both contextualizers share their weights; they part in where positions begin."""

    of_queries: Contextualizer
    of_passages: Contextualizer
    pooling: KernelPooling


def tk_network(files: TkFiles, n_query_words: int, n_passage_words: int) -> TkNetwork:
    """Build the network from a folder's weights, for texts up to these lengths."""
    from torch.nn.functional import relu

    settings, weights = files.settings, files.weights
    words = weights["word_vectors"]
    layers = PostNormLayers(
        tuple(_layer(weights, i) for i in range(settings.n_layers)),
        settings.n_heads,
        LAYER_NORM_EPSILON,
        relu,
    )
    positions = [
        sinusoids(first, n_words, settings.width).to(words.device)
        for first, n_words in (
            (0, n_query_words),
            (settings.passage_positions_from, n_passage_words),
        )
    ]
    of_queries, of_passages = (
        Contextualizer(words, table, layers, weights["mixer"]) for table in positions
    )
    return TkNetwork(of_queries, of_passages, _pooling(settings, weights))


def sinusoids(first: int, n_positions: int, width: int) -> torch.Tensor:
    """Positions as sines and cosines of falling frequency: shape (n_positions, width).

    The left half holds sines of position * 10000^(-i / (width // 2 - 1)), the right half the
    cosines; an odd width ends with a zero. In float32 throughout, as the published models.

    Source:
        Vaswani et al., NIPS 2017, in the layout of tensor2tensor and AllenNLP, whose slowest
        wave is 10000 times slower than the fastest.
    """
    import torch

    n_waves = width // 2
    step = math.log(SLOWEST_SINUSOID) / (n_waves - 1)
    speeds = torch.exp(torch.arange(n_waves).float() * -step)  # (n_waves,)
    angles = torch.arange(first, first + n_positions).float()[:, None] * speeds  # (n, n_waves)
    waves = torch.cat([angles.sin(), angles.cos()], dim=1)  # (n, 2 * n_waves)
    return torch.nn.functional.pad(waves, (0, width % 2))  # (n, width)


def _pooling(settings: TkSettings, weights: Mapping[str, torch.Tensor]) -> KernelPooling:
    alphas = weights["kernel_alpha_scaler"]

    def column(values: Sequence[float]) -> torch.Tensor:
        return alphas.new_tensor(values)[:, None, None, None]  # (k, 1, 1, 1)

    return KernelPooling(
        means=column(settings.kernel_means),
        exponents=-1 / (2 * column(settings.kernel_widths) ** 2),
        alphas=alphas.reshape(-1, 1, 1),
        weights=weights["kernel_bin_weights.weight"][0],
    )


def _layer(weights: Mapping[str, torch.Tensor], i: int) -> Layer:
    of_layer = f"contextualizer.layers.{i}."

    def affine(name: str, joint: str = ".") -> Affine:
        start = f"{of_layer}{name}{joint}"
        return Affine(weights[f"{start}weight"], weights[f"{start}bias"])

    return Layer(
        qkv=affine("self_attn.in_proj", "_"),
        attended=affine("self_attn.out_proj"),
        attended_norm=affine("norm1"),
        widen=affine("linear1"),
        narrow=affine("linear2"),
        narrow_norm=affine("norm2"),
    )
