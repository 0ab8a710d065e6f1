from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from regrade.neural.batches import DeviceBatch
from regrade.neural.packing import attend

if TYPE_CHECKING:
    import torch

LEAST_LENGTH = 16


# The same formula, computed in one pass.
FASTER = {"gelu_new": "gelu_pytorch_tanh"}


class RelativeBias:
    """T5's bias on the dot product of two tokens, by their distance.

    One table serves texts of all lengths: that of a short text is the corner of a long one's. It
    grows with the longest text met, to a power of two, since kernels want aligned rows.

    Source:
        Raffel et al., JMLR 21(140), 2020, section 2.1; distances below a quarter of the buckets
        have one each, those above share the rest in steps of their logarithm.
    """

    def __init__(self, weights: torch.Tensor, max_distance: int) -> None:
        """Args: weights, shape (n_buckets, h); from max_distance on, all share a bucket."""
        self._weights, self._max_distance = weights, max_distance
        self._table = weights.new_empty(weights.shape[1], 0, 0)  # (h, l, l)

    def of(self, n_tokens: int) -> torch.Tensor:
        """Bias of a text, shape (h, l, l): [h, i, j] when token i attends to token j."""
        if n_tokens > self._table.shape[1]:
            self._table = self._make(max(LEAST_LENGTH, 1 << (n_tokens - 1).bit_length()))
        return self._table[:, :n_tokens, :n_tokens]

    def _make(self, length: int) -> torch.Tensor:
        import torch

        indices = torch.arange(length, device=self._weights.device)  # (l,)
        distances = torch.arange(1 - length, length, device=self._weights.device)  # (2 l - 1,)
        found = buckets(distances, len(self._weights), self._max_distance)  # (2 l - 1,)
        by_distance = self._weights[found].T  # (h, 2 l - 1)
        return by_distance[:, indices - indices[:, None] + length - 1]  # (h, l, l)


def buckets(distances: torch.Tensor, n_buckets: int, max_distance: int) -> torch.Tensor:
    """Which bucket a distance falls into, when both sides are looked at.

    Args:
        distances: any shape. The index of the token looked at, less that of the one that looks.
        n_buckets: half of them for each side.
        max_distance: from here on, all distances share the last bucket of their side.

    Returns:
        Of the same shape, in [0, n_buckets).
    """
    import torch

    n_side = n_buckets // 2
    n_exact = n_side // 2
    away = distances.abs()
    # In float32, as models were trained: whole numbers at the borders hang on it.
    steps = torch.log(away.clamp(min=n_exact).float() / n_exact)
    steps = steps / math.log(max_distance / n_exact) * (n_side - n_exact)
    wide = (n_exact + steps.long()).clamp(max=n_side - 1)
    return torch.where(away < n_exact, away, wide) + n_side * (distances > 0)


class Norm(NamedTuple):
    """T5's layer norm: it scales by the root mean square, and does not shift."""

    weight: torch.Tensor
    epsilon: float

    def of(self, states: torch.Tensor) -> torch.Tensor:
        from torch.nn.functional import rms_norm

        return rms_norm(states, states.shape[-1:], self.weight, self.epsilon)


class FeedForward(NamedTuple):
    """The half of a layer that looks at each token alone; gated since T5 1.1."""

    norm: Norm
    widen: torch.Tensor
    narrow: torch.Tensor
    is_gated: bool
    activation: Callable[[torch.Tensor], torch.Tensor]

    def added_to(self, states: torch.Tensor) -> torch.Tensor:
        """Shape (t, d) to (t, d)."""
        from torch.nn.functional import linear

        wide = linear(self.norm.of(states), self.widen)  # (t, f) or (t, 2 * f)
        if self.is_gated:
            gates, wide = wide.chunk(2, dim=1)  # (t, f)
            wide = self.activation(gates) * wide
        else:
            wide = self.activation(wide)
        return linear(wide, self.narrow).add_(states)  # (t, d)


class EncoderLayer(NamedTuple):
    """Queries, keys and values are one product of three times the width."""

    norm: Norm
    qkv: torch.Tensor
    attended: torch.Tensor
    bias: RelativeBias
    feed_forward: FeedForward


class T5Trunk(NamedTuple):
    """The encoder of a T5, mT5 or umT5, computed without padding.

    Letters in the comments: t tokens of all texts, d dimensions, h heads, e dimensions of a
    head, f dimensions of the wide layer.

    Source:
        Raffel et al., JMLR 21(140), 2020: pre-norm layers without biases, dot products that are
        not scaled, and a bias by distance; Chung et al., UniMax, ICLR 2023, has one for each
        layer. The weights are those of transformers' module, and so are the states, up to
        rounding.
    """

    words: torch.Tensor
    layers: tuple[EncoderLayer, ...]
    norm: Norm
    n_heads: int

    def states(self, batch: DeviceBatch) -> torch.Tensor:
        """The last layer's state of each token: shape (t, d)."""
        from torch.nn.functional import linear

        states = self.words[batch.token_ids]  # (t, d)
        for layer in self.layers:
            qkv = linear(layer.norm.of(states), layer.qkv)  # (t, 3 * h * e)
            attended = attend(
                qkv, batch.groups, n_heads=self.n_heads, scale=1.0, bias=layer.bias.of
            )  # (t, h * e)
            states = linear(attended, layer.attended).add_(states)  # (t, d)
            states = layer.feed_forward.added_to(states)
        return self.norm.of(states)


def t5_trunk_of(network: Any) -> T5Trunk:
    """The trunk of a loaded transformers module (`T5ForConditionalGeneration` and its like)."""
    encoder, config = network.encoder, network.config
    blocks = zip(encoder.block, _biases(encoder.block, config), strict=True)
    layers = tuple(_encoder_layer(block, bias, config) for block, bias in blocks)
    norm = norm_of(encoder.final_layer_norm)
    return T5Trunk(encoder.embed_tokens.weight, layers, norm, config.num_heads)


def norm_of(module: Any) -> Norm:
    return Norm(module.weight, module.variance_epsilon)


def feed_forward_of(layer: Any, config: Any) -> FeedForward:
    from transformers.activations import ACT2FN

    dense, kind = layer.DenseReluDense, config.dense_act_fn
    wide = [dense.wi_0, dense.wi_1] if config.is_gated_act else [dense.wi]
    widen = _joined(*wide)
    activation = ACT2FN[FASTER.get(kind, kind)]
    norm = norm_of(layer.layer_norm)
    return FeedForward(norm, widen, dense.wo.weight, config.is_gated_act, activation)


def _encoder_layer(block: Any, bias: RelativeBias, config: Any) -> EncoderLayer:
    inner = block.layer[0].SelfAttention
    return EncoderLayer(
        norm=norm_of(block.layer[0].layer_norm),
        qkv=_joined(inner.q, inner.k, inner.v),
        attended=inner.o.weight,
        bias=bias,
        feed_forward=feed_forward_of(block.layer[-1], config),
    )


def _biases(blocks: Sequence[Any], config: Any) -> list[RelativeBias]:
    """Each layer's bias; T5 and mT5 have one in their first layer, for all."""
    inner = [block.layer[0].SelfAttention for block in blocks]
    own = [
        RelativeBias(one.relative_attention_bias.weight, config.relative_attention_max_distance)
        for one in inner
        if one.has_relative_attention_bias
    ]
    return own if len(own) == len(inner) else own * len(inner)


def _joined(*modules: Any) -> torch.Tensor:
    import torch

    first, *others = (module.weight for module in modules)
    return torch.cat([first, *others]) if others else first
