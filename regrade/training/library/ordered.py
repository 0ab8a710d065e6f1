"""Trainings of models that the library has no trainer for, on transformers' own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch.utils.data import Sampler, SequentialSampler
from transformers import Trainer

from regrade.neural.packing import EncodedText


class OrderedTrainer(Trainer):  # type: ignore[misc]
    """Takes rows in the order given; its model returns the loss."""

    def _get_train_sampler(self, train_dataset: Any = None) -> Sampler[int]:
        return SequentialSampler(train_dataset or self.train_dataset)


def padded(texts: Sequence[EncodedText], padding: int) -> dict[str, torch.Tensor]:
    """Encoded texts as one batch: ids, and which of them the others attend to."""
    longest = max(len(one.token_ids) for one in texts)
    ids = torch.full((len(texts), longest), padding)
    mask = torch.zeros((len(texts), longest), dtype=torch.long)
    for row, text in enumerate(texts):
        n = len(text.token_ids)
        ids[row, :n] = torch.tensor([*text.token_ids])
        mask[row, : n if text.n_attended is None else text.n_attended] = 1
    return {"input_ids": ids, "attention_mask": mask}
