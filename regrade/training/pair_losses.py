"""Losses of margins: by how much the relevant passage scores higher than each other one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch

# From margins, and those of a teacher where the loss has one: shape (n queries, m other passages).
PairLoss = Callable[["torch.Tensor", "torch.Tensor"], "torch.Tensor"]


def hinge(margins: torch.Tensor, taught: torch.Tensor) -> torch.Tensor:
    """Mean of max(0, 1 - margin)."""
    return (1 - margins).clamp(min=0).mean()


def ranknet(margins: torch.Tensor, taught: torch.Tensor) -> torch.Tensor:
    """Mean of log(1 + exp(-margin)).

    Source:
        Burges et al., Learning to rank using gradient descent, ICML 2005, for a target of 1.
    """
    from torch.nn.functional import softplus

    return softplus(-margins).mean()


def margin_mse(margins: torch.Tensor, taught: torch.Tensor) -> torch.Tensor:
    """Mean squared difference of the margins from the teacher's.

    Source:
        Hofstätter et al., Improving efficient neural ranking models with cross-architecture
        knowledge distillation, 2020.
    """
    return (margins - taught).square().mean()


PAIR_LOSSES: Mapping[str, PairLoss] = {
    "hinge": hinge,
    "ranknet": ranknet,
    "margin-mse": margin_mse,
}
