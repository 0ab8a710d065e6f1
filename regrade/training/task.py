"""A training as it is begun, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from regrade.exceptions import Coded
from regrade.training.examples import Source
from regrade.training.recipe import Recipe
from regrade.training.validating import HeldOutTopic, Validation

CHECKPOINT, BEST = "checkpoint", "best"


class TrainingFailed(Coded, ValueError):
    """A training that cannot go on; its last checkpoint and best model stay."""


class Task(NamedTuple):
    """A training to be done.

    Attributes:
        recipe: a checked one.
        source: of the examples.
        held_out: topics that models are compared by; without any the last model is the best.
        folder: where checkpoints and the best model are kept; what is there is gone on with.
        checkpoint_every_s: seconds from one checkpoint to the next.
        threads: of a CPU, None for as many as torch takes. Other numbers give other last digits.
    """

    recipe: Recipe
    source: Source
    held_out: Sequence[HeldOutTopic]
    folder: Path
    checkpoint_every_s: float = 300.0
    threads: int | None = None

    @property
    def best(self) -> Path:
        """The folder of the best model so far, which its ranker loads."""
        return self.folder / BEST


class Outcome(NamedTuple):
    """How a training ended, or where it stopped.

    Attributes:
        step: steps of the optimizer.
        is_done: whether nothing is left: all steps are taken, or patience ended it.
        best: the validation of the best model; None without held-out topics.
    """

    step: int
    is_done: bool
    best: Validation | None
