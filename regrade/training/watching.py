"""The person or process that watches a training: it reads reports, and may stop it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from regrade.training.validating import Validation


class Progress(NamedTuple):
    """Progress of a training since it last reported.

    Attributes:
        step: steps of the optimizer so far.
        epoch: times that all rows were trained on, with the part of the last.
        loss: mean over the steps since the report before.
        learning_rate: of the last step.
    """

    step: int
    epoch: float
    loss: float
    learning_rate: float


class Watch(Protocol):
    """Follows a training. Calls come from the process that trains, in order."""

    def reports(self, progress: Progress) -> None: ...

    def validated(self, validation: Validation, *, is_best: bool) -> None: ...

    def saved(self, step: int) -> None:
        """A checkpoint is on the disk: a training that is killed goes on from here."""
        ...

    def stops(self) -> bool:
        """Whether to save a checkpoint and stop; asked after each step."""
        ...


class Unwatched:
    """A watch that notes nothing and never stops; others begin with it."""

    def reports(self, progress: Progress) -> None:
        """Note nothing."""

    def validated(self, validation: Validation, *, is_best: bool) -> None:
        """Note nothing."""

    def saved(self, step: int) -> None:
        """Note nothing."""

    def stops(self) -> bool:
        return False
