from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from regrade.neural.batches import DeviceBatch, gather, prepared_ahead
from regrade.neural.model_folder import ModelFolder
from regrade.neural.networks import ComputeDevice
from regrade.neural.packing import EncodedText
from regrade.neural.reranker import Candidates
from regrade.neural.t5.answers import DEFAULTS, AnsweringT5, DuoPrompt, T5Options, load_answering_t5
from regrade.neural.token_ids import first_token_ids

if TYPE_CHECKING:
    import torch

PAIRS_PER_WINDOW = 8192
PIECES = ("Query:", "Document0:", "Document1:", "Relevant:")
DuoT5Options = T5Options


@dataclass(frozen=True, slots=True)
class DuoT5:
    """A pairwise reranker: a T5 that judges whether the first of two passages is more relevant.

    Source:
        Pradeep et al., The Expando-Mono-Duo Design Pattern for Text Ranking with Pretrained
        Sequence-to-Sequence Models, 2021.
    """

    options: DuoT5Options
    compute: ComputeDevice
    _t5: AnsweringT5

    def pair_probabilities(self, candidates: Sequence[Candidates]) -> list[NDArray[np.float32]]:
        """Probability that each passage beats each other one, in both orders.

        Batches never mix topics: on one kind of machine with enough memory, a topic's matrix is
            bit-identical whatever other topics there are.

        Returns:
            One matrix a topic, shape (n, n), n being its passages. [i, j] is p(i beats j), in
            [0, 1], as the model answers when i stands first: p_ij + p_ji need not be 1. NaN on
            the diagonal; of one passage [[NaN]], of none shape (0, 0).

        Raises:
            ValueError: the model's answer is not a finite number.
            MemoryError: the device's memory is too small for one pair.
        """
        topics = [_Topic(one, self._t5.tokenizer, self.options.max_tokens) for one in candidates]
        parts = [(topic, rows) for topic in topics for rows in topic.windows]
        for (topic, rows), texts in zip(parts, prepared_ahead(parts, self._encode), strict=True):
            found = gather(
                texts, self._step, budget=self.compute.budget, device=self.compute.device
            )
            topic.fill(rows, found)
        return [topic.probabilities for topic in topics]

    def _encode(self, part: tuple[_Topic, range]) -> list[EncodedText]:
        topic, rows = part
        query, *passages = topic.token_ids
        prompt = DuoPrompt(*self._t5.pieces)
        return list(prompt.of_rows(query, passages, rows, self.options.max_tokens))

    def _step(self, batch: DeviceBatch) -> torch.Tensor:
        return self._t5.log_probabilities(batch)[:, 0].exp()  # (n,)


class _Topic:
    """A topic with the pair probabilities computed so far."""

    def __init__(self, candidates: Candidates, tokenizer: Any, max_tokens: int) -> None:
        n = len(candidates.passages)
        self.probabilities = np.full((n, n), np.nan, dtype=np.float32)
        self._candidates, self._tokenizer = candidates, tokenizer
        self._max_tokens = max_tokens

    @cached_property
    def token_ids(self) -> list[list[int]]:
        """Token ids of the query and of each passage, computed on first use."""
        passages = [passage.joined for passage in self._candidates.passages]
        texts = [self._candidates.query, *passages]
        return first_token_ids(self._tokenizer, texts, self._max_tokens)

    @property
    def windows(self) -> list[range]:
        """Blocks of rows whose prompts are built together; empty without a pair."""
        n = len(self.probabilities)
        n_rows = max(1, PAIRS_PER_WINDOW // max(1, n))
        return [range(start, min(start + n_rows, n)) for start in range(0, n, n_rows) if n > 1]

    def fill(self, rows: range, found: NDArray[np.float32]) -> None:
        if not np.isfinite(found).all():
            query = self._candidates.query
            raise ValueError(f"the model's answer is not a finite number for query {query!r}")
        is_pair = np.ones((len(rows), len(self.probabilities)), dtype=np.bool_)
        is_pair[np.arange(len(rows)), rows] = False
        self.probabilities[rows.start : rows.stop][is_pair] = found


def load_duo_t5(
    folder: ModelFolder, compute: ComputeDevice, options: DuoT5Options = DEFAULTS
) -> DuoT5:
    """Load a duoT5.

    Raises:
        UnusableModel: another kind of model, weights or a tokenizer that do not fit, or words that
            it cannot answer.
        ValueError: max_tokens leaves no room.
    """
    return DuoT5(options, compute, load_answering_t5(folder, compute, options, PIECES))
