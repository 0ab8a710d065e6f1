from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from regrade.neural.batches import DeviceBatch
from regrade.neural.packing import TextGroup
from regrade.neural.t5.trunk import (
    FeedForward,
    Norm,
    T5Trunk,
    feed_forward_of,
    norm_of,
    t5_trunk_of,
)

if TYPE_CHECKING:
    import torch


class CrossAttention(NamedTuple):
    """One token's attention to each text; keys and values are never made.

    The product of a query with a key is that of the query, taken through the key's weights, with
    the text's state; and a mean of values is the mean of states, taken through the values'
    weights. That is a product for each text where there would be two for each of its tokens.
    """

    norm: Norm
    queries: torch.Tensor  # (h * e, d)
    keys: torch.Tensor  # (h, e, d)
    values: torch.Tensor  # (h, d, e)
    attended: torch.Tensor  # (d, h * e)

    def added_to(
        self, states: torch.Tensor, texts: torch.Tensor, groups: Sequence[TextGroup]
    ) -> torch.Tensor:
        """Shape (n, d), or (1, d) while it is the same for all, with texts (t, d), to (n, d)."""
        from torch.nn.functional import linear

        n_heads, n_dims = self.keys.shape[:2]
        queries = linear(self.norm.of(states), self.queries)  # (n, h * e)
        queries = queries.view(-1, n_heads, n_dims).transpose(0, 1)  # (h, n, e)
        asked = (queries @ self.keys).transpose(0, 1)  # (n, h, d)
        means = self._means(asked, texts, groups).transpose(0, 1)  # (h, n, d)
        attended = (means @ self.values).transpose(0, 1).flatten(1)  # (n, h * e)
        return linear(attended, self.attended) + states  # (n, d)

    def _means(
        self, asked: torch.Tensor, texts: torch.Tensor, groups: Sequence[TextGroup]
    ) -> torch.Tensor:
        import torch

        n_texts = sum(group.n_texts for group in groups)
        asked = asked.expand(n_texts, -1, -1)  # (n, h, d)
        means = torch.empty_like(asked, memory_format=torch.contiguous_format)  # (n, h, d)
        first = start = 0
        for group in groups:
            last, end = first + group.n_texts, start + group.n_texts * group.n_tokens
            states = texts[start:end].view(group.n_texts, group.n_tokens, -1)  # (b, l, d)
            scores = asked[first:last] @ states.transpose(1, 2)  # (b, h, l)
            weights = scores.softmax(dim=2, dtype=torch.float32).to(states.dtype)
            means[first:last] = weights @ states  # (b, h, d)
            first, start = last, end
        return means


class DecoderLayer(NamedTuple):
    """A first token that looks at itself alone takes on its own value, whatever the weights."""

    norm: Norm
    values: torch.Tensor
    attended: torch.Tensor
    cross_attention: CrossAttention
    feed_forward: FeedForward

    def of(
        self, states: torch.Tensor, texts: torch.Tensor, groups: Sequence[TextGroup]
    ) -> torch.Tensor:
        """Shape (n, d), or (1, d) while it is the same for all, with texts (t, d), to (n, d)."""
        from torch.nn.functional import linear

        values = linear(self.norm.of(states), self.values)  # (n, h * e)
        states = linear(values, self.attended).add_(states)  # (n, d)
        states = self.cross_attention.added_to(states, texts, groups)
        return self.feed_forward.added_to(states)


class T5FirstStep(NamedTuple):
    """A T5's scores of some tokens as the first one of its answer, and nothing besides.

    Letters in the comments: n texts, b texts of a group, l tokens of each, t tokens of all, k
    tokens that are asked for, d dimensions, h heads, e dimensions of a head.

    Attributes:
        start: shape (1, d), the token from which answers begin.
        rows: shape (k, d), float32: those of the output layer that are asked for. Also where the
            rest computes in half precision, scores need more digits not to tie.
    """

    trunk: T5Trunk
    start: torch.Tensor
    layers: tuple[DecoderLayer, ...]
    norm: Norm
    rows: torch.Tensor

    def logits(self, batch: DeviceBatch) -> torch.Tensor:
        """Shape (n, k), float32: in the order in which tokens were asked for."""
        from torch.nn.functional import linear

        texts, states = self.trunk.states(batch), self.start  # (t, d) and (1, d)
        for layer in self.layers:
            states = layer.of(states, texts, batch.groups)  # (n, d)
        return linear(self.norm.of(states).float(), self.rows)


def first_step_of(network: Any, *, start: int, token_ids: Sequence[int]) -> T5FirstStep:
    """The first step of a loaded transformers module (`T5ForConditionalGeneration`, ...).

    Args:
        start: the token from which the model's answers begin.
        token_ids: the k tokens asked for.
    """
    decoder, config = network.decoder, network.config
    rows = network.lm_head.weight[list(token_ids)].detach().float()
    if _is_scaled(config):
        rows = rows * config.d_model**-0.5
    return T5FirstStep(
        trunk=t5_trunk_of(network),
        start=decoder.embed_tokens.weight[[start]].detach(),
        layers=tuple(_decoder_layer(block, config) for block in decoder.block),
        norm=norm_of(decoder.final_layer_norm),
        rows=rows,
    )


def _is_scaled(config: Any) -> bool:
    """Whether states are scaled before the output layer, as in T5 until 1.1."""
    # Loading a config sets it from whether the folder's embeddings are tied; umT5 never got it.
    usual = config.model_type == "umt5" and config.tie_word_embeddings
    return bool(getattr(config, "scale_decoder_outputs", usual))


def _decoder_layer(block: Any, config: Any) -> DecoderLayer:
    own = block.layer[0]
    return DecoderLayer(
        norm=norm_of(own.layer_norm),
        values=own.SelfAttention.v.weight,
        attended=own.SelfAttention.o.weight,
        cross_attention=_cross_attention(block.layer[1], config.num_heads),
        feed_forward=feed_forward_of(block.layer[-1], config),
    )


def _cross_attention(layer: Any, n_heads: int) -> CrossAttention:
    inner = layer.EncDecAttention
    return CrossAttention(
        norm=norm_of(layer.layer_norm),
        queries=inner.q.weight,
        keys=inner.k.weight.unflatten(0, (n_heads, -1)),
        values=inner.v.weight.unflatten(0, (n_heads, -1)).transpose(1, 2),
        attended=inner.o.weight,
    )
