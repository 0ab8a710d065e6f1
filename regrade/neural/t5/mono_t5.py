from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from regrade.neural.batches import DeviceBatch, gather
from regrade.neural.model_folder import ModelFolder
from regrade.neural.networks import ComputeDevice
from regrade.neural.packing import EncodedText
from regrade.neural.reranker import Candidates, score_pairs_ahead
from regrade.neural.t5.answers import (
    DEFAULTS,
    AnsweringT5,
    MonoPrompt,
    T5Options,
    load_answering_t5,
)
from regrade.neural.token_ids import first_token_ids

if TYPE_CHECKING:
    import torch

PIECES = ("Query:", "Document:", "Relevant:")
MonoT5Options = T5Options


@dataclass(frozen=True, slots=True)
class MonoT5:
    """A T5 that is asked of each passage whether it is relevant, and answers true or false.

    A score is log p(true), where p(true) + p(false) = 1: at most 0.

    Source:
        Nogueira et al., Document Ranking with a Pretrained Sequence-to-Sequence Model, Findings
        of EMNLP 2020.
    """

    options: MonoT5Options
    compute: ComputeDevice
    _t5: AnsweringT5

    def score(self, candidates: Sequence[Candidates]) -> list[NDArray[np.float64]]:
        """One array a topic, as `Reranker` says."""
        score = partial(
            gather, step=self._step, budget=self.compute.budget, device=self.compute.device
        )
        return score_pairs_ahead(candidates, self.encode, score)

    def encode(self, pairs: Sequence[tuple[str, str]]) -> list[EncodedText]:
        """Queries with passages as the model reads them; each text is tokenized once."""
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        prompt, most = MonoPrompt(*self._t5.pieces), self.options.max_tokens
        ids = dict(zip(texts, first_token_ids(self._t5.tokenizer, texts, most), strict=True))
        return [prompt.of(ids[query], ids[passage], most) for query, passage in pairs]

    def _step(self, batch: DeviceBatch) -> torch.Tensor:
        return self._t5.log_probabilities(batch)[:, 0]  # (n,)


def load_mono_t5(
    folder: ModelFolder, compute: ComputeDevice, options: MonoT5Options = DEFAULTS
) -> MonoT5:
    """Load a monoT5, or a mT5 that was trained as one.

    Raises:
        UnusableModel: another kind of model, weights or a tokenizer that do not fit, or words
            that it cannot answer.
        ValueError: max_tokens leaves no room.
    """
    return MonoT5(options, compute, load_answering_t5(folder, compute, options, PIECES))
