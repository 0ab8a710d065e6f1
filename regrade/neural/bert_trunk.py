from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from regrade.neural.batches import DeviceBatch
from regrade.neural.model_folder import UnusableModel
from regrade.neural.packing import TextGroup, attend

if TYPE_CHECKING:
    import torch

KINDS = ("bert", "distilbert", "electra")


class Trunk(Protocol):
    """An encoder: turns the tokens of packed texts into states, shape (t,) to (t, d)."""

    def states(self, batch: DeviceBatch) -> torch.Tensor: ...


class Affine(NamedTuple):
    """Weight and bias of a dense layer or a layer norm."""

    weight: torch.Tensor
    bias: torch.Tensor | None


class Layer(NamedTuple):
    """One transformer layer; queries, keys and values are one product of three times the width."""

    qkv: Affine
    attended: Affine
    attended_norm: Affine
    widen: Affine
    narrow: Affine
    narrow_norm: Affine


class Embeddings(NamedTuple):
    """Tokens' input states; DistilBERT has no types, and only a small ELECTRA a projection."""

    words: torch.Tensor
    positions: torch.Tensor
    types: torch.Tensor | None
    norm: Affine
    projection: Affine | None


class PostNormLayers(NamedTuple):
    """Transformer layers that normalize after each addition, as the first transformers did."""

    layers: tuple[Layer, ...]
    n_heads: int
    epsilon: float
    activation: Callable[[torch.Tensor], torch.Tensor]

    def states(self, states: torch.Tensor, groups: Sequence[TextGroup]) -> torch.Tensor:
        """States of packed texts' tokens after these layers: shape (t, d) to (t, d)."""
        for layer in self.layers:
            attended = attend(_dense(states, layer.qkv), groups, n_heads=self.n_heads)  # (t, d)
            states = self._add(states, _dense(attended, layer.attended), layer.attended_norm)
            wide = self.activation(_dense(states, layer.widen))  # (t, 4 * d)
            states = self._add(states, _dense(wide, layer.narrow), layer.narrow_norm)
        return states

    def _add(self, states: torch.Tensor, change: torch.Tensor, norm: Affine) -> torch.Tensor:
        return _normed(change.add_(states), norm, self.epsilon)


class BertTrunk(NamedTuple):
    """The transformer of a BERT, a DistilBERT or an ELECTRA, computed without padding.

    Source:
        Devlin et al., NAACL 2019; Sanh et al., 2019; Clark et al., ICLR 2020: post-norm layers,
        learned positions. The weights are those of transformers' module, and so are the states,
        up to rounding.
    """

    embeddings: Embeddings
    layers: PostNormLayers

    def states(self, batch: DeviceBatch) -> torch.Tensor:
        """The last hidden state of each token: shape (t, d)."""
        return self.layers.states(self._embed(batch), batch.groups)

    def _embed(self, batch: DeviceBatch) -> torch.Tensor:
        words, positions, types, norm, projection = self.embeddings
        states = words[batch.token_ids] + positions[batch.positions]  # (t, d)
        if types is not None:
            states += types[batch.token_types]
        states = _normed(states, norm, self.layers.epsilon)
        return states if projection is None else _dense(states, projection)


class PlainTrunk(NamedTuple):
    """Any other encoder of transformers, run on texts of equal length."""

    network: Any

    def states(self, batch: DeviceBatch) -> torch.Tensor:
        """The last layer's state of each token: shape (t, d)."""
        import torch

        states, start = [], 0
        for n_texts, n_tokens, n_attended in batch.groups:
            end = start + n_texts * n_tokens
            ids = batch.token_ids[start:end].view(n_texts, n_tokens)  # (b, l)
            mask = torch.ones_like(ids)
            mask[:, n_attended:] = 0
            output = self.network(input_ids=ids, attention_mask=mask)
            states.append(output.last_hidden_state.flatten(0, 1))  # (b * l, d)
            start = end
        return torch.cat(states)


def trunk_of(network: Any) -> Trunk:
    """The trunk of a loaded transformers module (`BertModel` and its like).

    Raises:
        UnusableModel: the module is a decoder.
    """
    config = network.config
    if getattr(config, "is_decoder", False):
        message = "this is a decoder, whose tokens see only those before them; an encoder is needed"
        sentence = f"{config.name_or_path or config.model_type}: {message}"
        raise UnusableModel(sentence, code="not_an_encoder")
    # Within a DPR lies a plain BERT that is called by DPR's name.
    is_ours = config.model_type in (*KINDS, "dpr")
    return _own_trunk(network) if is_ours else PlainTrunk(network)


def _own_trunk(network: Any) -> BertTrunk:
    from transformers.activations import ACT2FN

    config, first = network.config, network.embeddings
    types = getattr(first, "token_type_embeddings", None)
    projection = getattr(network, "embeddings_project", None)
    embeddings = Embeddings(
        words=first.word_embeddings.weight,
        positions=first.position_embeddings.weight,
        types=types.weight if types else None,
        norm=_affine(first.LayerNorm),
        projection=_affine(projection) if projection else None,
    )
    if config.model_type == "distilbert":
        layers = tuple(_distilbert_layer(layer) for layer in network.transformer.layer)
        activation = ACT2FN[config.activation]
    else:
        layers = tuple(_bert_layer(layer) for layer in network.encoder.layer)
        activation = ACT2FN[config.hidden_act]
    heads, epsilon = config.num_attention_heads, first.LayerNorm.eps
    return BertTrunk(embeddings, PostNormLayers(layers, heads, epsilon, activation))


def _bert_layer(layer: Any) -> Layer:
    attention = layer.attention
    inner = attention.self
    return Layer(
        qkv=_joined(inner.query, inner.key, inner.value),
        attended=_affine(attention.output.dense),
        attended_norm=_affine(attention.output.LayerNorm),
        widen=_affine(layer.intermediate.dense),
        narrow=_affine(layer.output.dense),
        narrow_norm=_affine(layer.output.LayerNorm),
    )


def _distilbert_layer(layer: Any) -> Layer:
    attention = layer.attention
    return Layer(
        qkv=_joined(attention.q_lin, attention.k_lin, attention.v_lin),
        attended=_affine(attention.out_lin),
        attended_norm=_affine(layer.sa_layer_norm),
        widen=_affine(layer.ffn.lin1),
        narrow=_affine(layer.ffn.lin2),
        narrow_norm=_affine(layer.output_layer_norm),
    )


def _affine(module: Any) -> Affine:
    return Affine(module.weight, module.bias)


def _joined(*modules: Any) -> Affine:
    import torch

    weight = torch.cat([module.weight for module in modules])
    return Affine(weight, torch.cat([module.bias for module in modules]))


def _dense(states: torch.Tensor, layer: Affine) -> torch.Tensor:
    from torch.nn.functional import linear

    return linear(states, layer.weight, layer.bias)


def _normed(states: torch.Tensor, norm: Affine, epsilon: float) -> torch.Tensor:
    from torch.nn.functional import layer_norm

    return layer_norm(states, states.shape[1:], norm.weight, norm.bias, epsilon)
