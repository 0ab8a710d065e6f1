"""Batches of texts that a library pads: unlike packed ones, they move last digits of a score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from regrade.neural.batches import attempt
from regrade.neural.networks import ComputeDevice

if TYPE_CHECKING:
    import torch

Text = TypeVar("Text")
# English has some 4 characters a token, other languages fewer; a budget that was too large for
# the memory is halved.
CHARACTERS_PER_TOKEN = 3


def compute_padded(
    texts: Sequence[Text],
    lengths: Sequence[int],
    compute: Callable[[list[Text]], torch.Tensor],
    device: ComputeDevice,
) -> NDArray[np.float32]:
    """What a library gives for each text, in the order of the texts: shape (n_texts, ...).

    Texts of about one length form a batch, the longest first. So a result depends on the texts
    beside it by rounding, and the same texts give the same bytes.

    Args:
        texts: at least one.
        lengths: in characters, as the model reads them.
        compute: texts to a tensor with a row each; called in inference mode.
        device: its budget says how many tokens a batch may hold.

    Raises:
        MemoryError: one text alone is too much.
    """
    order = np.argsort(-np.array(lengths), kind="stable")
    rows: list[NDArray[np.float32]] = []
    start = 0
    while start < len(texts):
        longest = 1 + lengths[order[start]] // CHARACTERS_PER_TOKEN
        batch = [texts[i] for i in order[start : start + device.budget.n_fit(longest)]]
        undivided = f"one text of {lengths[order[start]]:,} characters" if len(batch) == 1 else None
        output = attempt(partial(compute, batch), budget=device.budget, undivided=undivided)
        if output is not None:
            rows.append(output.float().cpu().numpy())
            start += len(batch)
            device.budget.went_well()
    found = np.concatenate(rows)
    gathered = np.empty_like(found)
    gathered[order] = found
    return gathered
