from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.neural.library_models import compute_padded, load_library_model, longest_of
from regrade.neural.model_folder import ModelFolder, UnusableModel
from regrade.neural.networks import ComputeDevice, refusing
from regrade.neural.reranker import Candidates, Prompt, by_topic, pairs_of

if TYPE_CHECKING:
    import torch

LEAST_TOKENS = 5  # the special ones, and one of each text
NO_TEMPLATE = (
    "this language model has no template with a query and a document; a reranker comes with a "
    "chat_template.jinja that has both"
)


class CrossEncoderOptions(NamedTuple):
    """How a pair is written down; None takes the setting of the model's folder.

    Attributes:
        max_tokens: of a pair, special ones included.
        prompt: what the model gets to know of the task, where it asks for it: put before the
            query, or where a language model's template has it; "" for nothing.
    """

    max_tokens: int | None = None
    prompt: Prompt | None = None


DEFAULTS = CrossEncoderOptions()


@dataclass(frozen=True, slots=True)
class CrossEncoder:
    """A reranker that sentence-transformers computes: of XLM-R, ModernBERT, Qwen3 and others.

    A score is the logit of a model with one label, the log of the softmax for label 1 of a model
    with two, and what its folder says of a language model, mostly logit(yes) - logit(no). No
    sigmoid is taken, which changes no order and lets high scores tie.

    Source:
        Chen et al., M3-Embedding, 2024 (bge); Zhang et al., mGTE, EMNLP 2024; Zhang et al.,
        Qwen3 Embedding, 2025.
    """

    options: CrossEncoderOptions
    compute: ComputeDevice
    _model: Any

    def score(self, candidates: Sequence[Candidates]) -> list[NDArray[np.float64]]:
        """One array a topic, as `Reranker` says.

        Pairs are padded to the longest of their batch, so that other candidates may move the last
        digits of a score (some 1e-6); the same candidates give the same bytes.
        """
        pairs = pairs_of(candidates)
        if not pairs:
            return by_topic([], candidates)
        lengths = [len(query) + len(passage) for query, passage in pairs]
        scores = compute_padded(pairs, lengths, self._score, self.compute)
        return by_topic([scores], candidates)

    def _score(self, pairs: list[tuple[str, str]]) -> torch.Tensor:
        n_tokens, prompt = self.options
        cut = {"processing_kwargs": {"text": {"max_length": n_tokens}}} if n_tokens else {}
        logits: torch.Tensor = self._model.predict(
            pairs,
            prompt=prompt,
            batch_size=len(pairs),
            convert_to_tensor=True,
            show_progress_bar=False,
            **cut,
        )
        # (n,) of one label, (n, 2) of two
        return logits if logits.ndim == 1 else logits.log_softmax(dim=1)[:, 1]


def load_cross_encoder(
    folder: ModelFolder, compute: ComputeDevice, options: CrossEncoderOptions = DEFAULTS
) -> CrossEncoder:
    """Load a reranker by sentence-transformers: with a head for labels, or a language model.

    Raises:
        UnusableModel: a model that reads no pairs, has other labels, would run code of its own,
            or has weights or a tokenizer that do not fit.
        ValueError: a length that leaves no room.
        MemoryError: the processor's memory or the device's is too small for it.
    """
    import sentence_transformers
    from torch.nn import Identity

    kind = sentence_transformers.CrossEncoder
    model = load_library_model(folder, kind, compute, activation_fn=Identity())
    if model.num_labels not in (1, 2):
        raise folder.refusal(
            f"the model has {model.num_labels} labels; cross-encoder reads one or two",
            code="other_label_count",
        )
    # In float32 also where the rest is not: scores need more digits not to tie.
    model.set_keep_in_fp32_modules(_last_layers(model))
    ranker = CrossEncoder(_checked(options, longest_of(folder, model)), compute, model)
    _refuse_unreadable_pair(folder, ranker)
    return ranker


def _last_layers(model: Any) -> list[str]:
    from torch.nn import Linear

    return [
        name
        for name, layer in model.named_modules()
        if type(layer) is Linear
        and (layer.out_features == model.num_labels or name.endswith(".lm_head"))
    ]


def _checked(options: CrossEncoderOptions, longest: int | None) -> CrossEncoderOptions:
    asked = options.max_tokens
    n_tokens = asked if asked is None or longest is None else min(asked, longest)
    if n_tokens is not None and n_tokens < LEAST_TOKENS:
        raise ValueError(f"{n_tokens} tokens leave no room for a query and a passage")
    return options._replace(max_tokens=n_tokens)


def _refuse_unreadable_pair(folder: ModelFolder, ranker: CrossEncoder) -> None:
    """Refuse a model that cannot score a pair, above all a language model without a template."""
    is_language_model = ranker._model[0].transformer_task == "text-generation"
    if is_language_model and "message" not in ranker._model.modalities:
        raise folder.refusal(f"{NO_TEMPLATE}", code="template_missing")
    try:
        with refusing(folder):
            ranker._score([("a", "b"), ("a", "b c d e")])  # the shorter one needs padding
    except UnusableModel as error:
        if is_language_model:
            raise folder.refusal(f"{NO_TEMPLATE}", code="template_missing") from error
        raise
