"""The course of a training: learning rates, reports, validations and the end."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from regrade.training.recipe import Recipe
from regrade.training.task import TrainingFailed
from regrade.training.validating import Validation

REPORTS = 10  # between two validations


def learning_rate_share(recipe: Recipe, step: int) -> float:
    """The part of its highest value that the learning rate has in a step, from 0."""
    if step < recipe.warm_up:
        return step / recipe.warm_up
    if not recipe.decays:
        return 1.0
    return (recipe.steps - step) / (recipe.steps - recipe.warm_up)


class Best:
    """The best validation so far, and how many came since without a better one."""

    def __init__(self, best: Validation | None = None, n_since: int = 0) -> None:
        self.best, self.n_since = best, n_since

    def is_better(self, validation: Validation) -> bool:
        """Count a validation; one that is equal is not better."""
        better = self.best is None or validation.value > self.best.value
        if better:
            self.best, self.n_since = validation, 0
        elif validation.step > (self.best.step if self.best else 0):
            self.n_since += 1
        return better

    def is_enough(self, recipe: Recipe) -> bool:
        return 0 < recipe.patience <= self.n_since


class Losses:
    """Losses of the steps since the last report."""

    def __init__(self, total: float = 0.0, n: int = 0) -> None:
        self._sum, self._n = total, n

    @property
    def state(self) -> tuple[float, int]:
        """Arguments that make an equal one."""
        return self._sum, self._n

    def add(self, loss: float, step: int) -> None:
        """Count a step's loss.

        Raises:
            TrainingFailed: it is not a finite number.
        """
        if not math.isfinite(loss):
            raise TrainingFailed(
                f"the loss of step {step} is {loss}: the learning rate is too high, or the model"
                " has weights that are not numbers",
                code="loss_not_finite",
            )
        self._sum, self._n = self._sum + loss, self._n + 1

    def mean(self) -> float:
        """The mean since the last call."""
        mean = self._sum / self._n if self._n else 0.0
        self._sum, self._n = 0.0, 0
        return mean


def report_every(recipe: Recipe) -> int:
    """Steps between two reports."""
    return max(1, min(recipe.validate_every, recipe.steps) // REPORTS)


class Clock:
    """Says when the next checkpoint is due."""

    def __init__(self, every_s: float, now: Callable[[], float] = time.monotonic) -> None:
        self._every_s, self._now, self._last = every_s, now, now()

    def is_due(self) -> bool:
        return self._now() - self._last >= self._every_s

    def reset(self) -> None:
        self._last = self._now()
