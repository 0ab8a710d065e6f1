from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from regrade.neural.attention import attend
from regrade.neural.batches import DeviceBatch
from regrade.neural.t5.relative_bias import RelativeBias

if TYPE_CHECKING:
    import torch

# The same formula, computed in one pass.
FASTER = {"gelu_new": "gelu_pytorch_tanh"}


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
