from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.neural.batches import DeviceBatch, gather
from regrade.neural.bert_formats import (
    SpecialTokens,
    joint_pair,
    mono_bert_pair,
    refuse_other_format,
)
from regrade.neural.bert_trunk import KINDS, Trunk, trunk_of
from regrade.neural.model_folder import ModelFolder
from regrade.neural.networks import (
    ComputeDevice,
    load_network,
    load_tokenizer,
    longest_input,
    read_tensors,
    refuse_other_width,
)
from regrade.neural.packing import EncodedText
from regrade.neural.reranker import Candidates, score_pairs_ahead
from regrade.neural.sentence_folder import refuse_beyond_pairs
from regrade.neural.token_ids import pair_token_ids

if TYPE_CHECKING:
    import torch

LEAST_TOKENS, LEAST_QUERY_TOKENS = 5, 3  # the special ones, and one of each text
WEIGHT, BIAS = "_classification_layer.weight", "_classification_layer.bias"
NEEDS = "bert-cat reads a BERT, a DistilBERT or an ELECTRA, and cross-encoder others"
Head = Callable[["torch.Tensor"], "torch.Tensor"]


class BertCatOptions(NamedTuple):
    """How a pair is written down.

    Attributes:
        format: "joint" cuts the longer of query and passage until both fit, as tokenizers and
            most cross-encoders do; "mono-bert" cuts the query first, as monoBERT did.
        max_tokens: of a pair, special ones included; BERT_CAT of matchmaker takes 230.
        max_query_tokens: with "mono-bert": of the query, special ones included.
    """

    format: Literal["joint", "mono-bert"] = "joint"
    max_tokens: int = 512
    max_query_tokens: int = 64


DEFAULTS = BertCatOptions()


@dataclass(frozen=True, slots=True)
class BertCat:
    """A BERT that reads query and passage together: a cross-encoder, as monoBERT or BERT_CAT.

    A score is the logit of a model with one label, and the log of the softmax for label 1 of a
    model with two.

    Source:
        Nogueira and Cho, Passage Re-ranking with BERT, 2019; Hofstätter et al., Improving
        Efficient Neural Ranking Models with Cross-Architecture Knowledge Distillation, 2020.
    """

    options: BertCatOptions
    compute: ComputeDevice
    _trunk: Trunk
    _head: Head
    _tokenizer: Any

    def score(self, candidates: Sequence[Candidates]) -> list[NDArray[np.float64]]:
        """One array a topic, as `Reranker` says."""
        score = partial(
            gather, step=self._step, budget=self.compute.budget, device=self.compute.device
        )
        return score_pairs_ahead(candidates, self.encode, score)

    def encode(self, pairs: Sequence[tuple[str, str]]) -> list[EncodedText]:
        """Queries with passages as the model reads them; each text is tokenized once."""
        special, options = SpecialTokens.of(self._tokenizer), self.options
        ids = pair_token_ids(self._tokenizer, pairs, options.max_tokens)
        if options.format == "joint":
            return [joint_pair(special, *of_pair, options.max_tokens) for of_pair in ids]
        caps = options.max_tokens, options.max_query_tokens
        return [mono_bert_pair(special, *of_pair, *caps) for of_pair in ids]

    def _step(self, batch: DeviceBatch) -> torch.Tensor:
        states = self._trunk.states(batch)  # (t, d)
        # In float32 also where the rest is not: scores need more digits not to tie.
        logits = self._head(states[batch.first_tokens].float())  # (n, 1) or (n, 2)
        if logits.shape[1] == 1:
            return logits[:, 0]  # (n,)
        return logits.log_softmax(dim=1)[:, 1]  # (n,)


def load_bert_cat(
    folder: ModelFolder, compute: ComputeDevice, options: BertCatOptions = DEFAULTS
) -> BertCat:
    """Load a cross-encoder of one or two labels on a BERT, a DistilBERT or an ELECTRA.

    Its head is that of transformers (`BertForSequenceClassification` and its like), or one layer
    as matchmaker saves it (`_classification_layer`).

    Raises:
        UnusableModel: another kind of model, other labels, one segment, or weights or a tokenizer
            that do not fit.
        ValueError: lengths that leave no room.
    """
    from transformers import AutoModel, AutoModelForSequenceClassification

    folder.refuse_other_kinds(KINDS, needs=NEEDS)
    refuse_beyond_pairs(folder)
    layer = read_tensors(folder, (WEIGHT, BIAS))
    if WEIGHT in layer:
        # Where the trunk lies in what matchmaker saves.
        inside = {r"^bert_model\.": ""}
        network = trunk = load_network(folder, AutoModel, compute, key_mapping=inside)
        head = _single_layer(folder, network, layer, compute)
    else:
        network = load_network(folder, AutoModelForSequenceClassification, compute)
        head, trunk = _head_of(network), network.base_model
        _refuse_other_labels(folder, network.config.num_labels)
    _refuse_one_segment(folder, network)
    tokenizer = load_tokenizer(folder, network, needs=("cls_token", "sep_token"))
    has_segments = hasattr(network.config, "type_vocab_size")
    refuse_other_format(folder, tokenizer, is_pair=True, has_segments=has_segments)
    return BertCat(_checked(options, tokenizer, network), compute, trunk_of(trunk), head, tokenizer)


def _checked(options: BertCatOptions, tokenizer: Any, network: Any) -> BertCatOptions:
    most = longest_input(tokenizer, network)
    max_tokens = min(options.max_tokens, most)
    least = LEAST_TOKENS if options.format == "joint" else options.max_query_tokens + 3
    if max_tokens < least or options.max_query_tokens < LEAST_QUERY_TOKENS:
        raise ValueError(
            f"{max_tokens} tokens with {options.max_query_tokens} of a query leave no room "
            "for a passage"
        )
    return options._replace(max_tokens=max_tokens)


def _refuse_one_segment(folder: ModelFolder, network: Any) -> None:
    # A DistilBERT separates the texts without segments.
    if getattr(network.config, "type_vocab_size", 2) < 2:
        raise folder.refusal(
            "it knows one segment where query and passage are two; it reads no pairs",
            code="one_segment",
        )


def _refuse_other_labels(folder: ModelFolder, n_labels: int) -> None:
    if n_labels not in (1, 2):
        raise folder.refusal(
            f"the model has {n_labels} labels; bert-cat reads one or two", code="other_label_count"
        )


def _head_of(network: Any) -> Head:
    """From the states of first tokens (n, d) to logits (n, 1) or (n, 2), in float32."""
    kind, classifier = network.config.model_type, network.classifier.float()
    if kind == "bert":
        # The pooler takes whole texts and looks at their first token.
        pooler = network.bert.pooler.float()
        return lambda states: classifier(pooler(states[:, None]))
    if kind == "electra":
        return lambda states: classifier(states[:, None])
    between = network.pre_classifier.float()
    return lambda states: classifier(between(states).relu())


def _single_layer(
    folder: ModelFolder, network: Any, layer: dict[str, torch.Tensor], compute: ComputeDevice
) -> Head:
    from torch.nn.functional import linear

    refuse_other_width(folder, network, layer[WEIGHT], WEIGHT)
    _refuse_other_labels(folder, len(layer[WEIGHT]))
    parts = {name: tensor.to(compute.device) for name, tensor in layer.items()}
    weight, bias = parts[WEIGHT], parts.get(BIAS)
    if getattr(network, "pooler", None) is None:
        return lambda states: linear(states, weight, bias)
    pooler = network.pooler.float()
    return lambda states: linear(pooler(states[:, None]), weight, bias)
