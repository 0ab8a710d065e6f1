"""Losses of a relevant passage's score against other passages', as torch computes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch

PairLoss = Callable[["torch.Tensor", "torch.Tensor", "torch.Tensor"], "torch.Tensor"]


def hinge(positive: torch.Tensor, negative: torch.Tensor, margin: torch.Tensor) -> torch.Tensor:
    """Mean of max(0, 1 - (positive - negative)); `margin` is not read."""
    return (1 - (positive - negative)).clamp(min=0).mean()


def ranknet(positive: torch.Tensor, negative: torch.Tensor, margin: torch.Tensor) -> torch.Tensor:
    """Mean of log(1 + exp(negative - positive)); `margin` is not read.

    Source:
        Burges et al., Learning to rank using gradient descent, ICML 2005, for a target of 1.
    """
    from torch.nn.functional import softplus

    return softplus(negative - positive).mean()


def margin_mse(
    positive: torch.Tensor, negative: torch.Tensor, margin: torch.Tensor
) -> torch.Tensor:
    """Mean squared difference of the scores' margin from the teacher's.

    Source:
        Hofstätter et al., Improving efficient neural ranking models with cross-architecture
        knowledge distillation, 2020.
    """
    return ((positive - negative) - margin).square().mean()


PAIR_LOSSES: Mapping[str, PairLoss] = {
    "hinge": hinge,
    "ranknet": ranknet,
    "margin-mse": margin_mse,
}
