"""Reports, validations, checkpoints and stops of a training by transformers' trainer."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import torch
from transformers import TrainerCallback, TrainerControl, TrainerState, TrainingArguments

from regrade.training.folders import replace_folder
from regrade.training.processes import is_first, of_first
from regrade.training.schedule import Best, Clock, Losses, learning_rate_share, report_every
from regrade.training.task import Task
from regrade.training.validating import Scores, Validation, validate
from regrade.training.watching import Progress, Watch

OURS = "regrade.json"  # in a checkpoint, written last: one without it was not finished


class Next(NamedTuple):
    """The course after a step: whether to save, whether to end, and whether the watch said so."""

    saves: bool
    ends: bool
    is_stopped: bool


class Following(TrainerCallback):  # type: ignore[misc]
    """Reports, validates and saves after each step, and asks the watch whether to stop.

    Of several processes the first does so; a report's loss is that of its share of each batch.

    Attributes:
        save_model: writes the model as its ranker loads it.
        load: the ranker of such a folder.
    """

    def __init__(
        self,
        task: Task,
        watch: Watch,
        save_model: Callable[[Path], object],
        load: Callable[[Path], Scores],
        steps_an_epoch: float,
    ) -> None:
        self.task, self.recipe, self.watch = task, task.recipe, watch
        self.save_model, self.load, self.steps_an_epoch = save_model, load, steps_an_epoch
        self.best, self.losses = Best(), Losses()
        self.clock = Clock(task.checkpoint_every_s)
        self.next = Next(saves=False, ends=False, is_stopped=False)
        self._sum: torch.Tensor | None = None

    def add_loss(self, loss: torch.Tensor) -> None:
        """Count the loss of a part of a step, without waiting for a GPU."""
        self._sum = loss if self._sum is None else self._sum + loss

    def on_step_end(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **_: Any
    ) -> None:
        if is_first():
            self._follow(state.global_step)
        self.next = of_first(self.next)
        control.should_save, control.should_training_stop = self.next.saves, self.next.ends

    def _follow(self, step: int) -> None:
        if self._sum is not None:
            self.losses.add(float(self._sum), step)
            self._sum = None
        is_last = step >= self.recipe.steps
        if step % report_every(self.recipe) == 0 or is_last:
            self._report(step)
        if step % self.recipe.validate_every == 0 or is_last:
            self._validate(step)
        is_stopped = self.watch.stops()
        ends = is_stopped or is_last or self.best.is_enough(self.recipe)
        self.next = Next(ends or self.clock.is_due(), ends, is_stopped)

    def on_save(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **_: Any
    ) -> None:
        if not is_first():
            return
        best = self.best.best
        kept = {
            "best": best and [best.step, best.depth, dict(best.measures)],
            "n_since": self.best.n_since,
            "losses": self.losses.state,
        }
        folder = Path(str(args.output_dir)) / f"checkpoint-{state.global_step}"
        (folder / OURS).write_text(json.dumps(kept), encoding="utf-8")
        self.clock.reset()
        self.watch.saved(state.global_step)

    def go_on_from(self, folder: Path) -> None:
        """Take over what a checkpoint says."""
        kept = json.loads((folder / OURS).read_text(encoding="utf-8"))
        self.best = Best(kept["best"] and Validation(*kept["best"]), kept["n_since"])
        self.losses = Losses(*kept["losses"])

    def _report(self, step: int) -> None:
        share = learning_rate_share(self.recipe, step - 1)
        rate = self.recipe.learning_rate * share
        epoch = step / self.steps_an_epoch
        self.watch.reports(Progress(step, epoch, self.losses.mean(), rate))

    def _validate(self, step: int) -> None:
        if not self.task.held_out:
            if step >= self.recipe.steps:
                replace_folder(self.task.best, self.save_model)
            return
        tried = self.task.folder / "tried"
        replace_folder(tried, self.save_model)
        ranker = self.load(tried)
        found = validate(ranker, self.task.held_out, self.recipe.validation_depth, step)
        is_best = self.best.is_better(found)
        if is_best:
            replace_folder(self.task.best, self.save_model)
        self.watch.validated(found, is_best=is_best)


def last_checkpoint(folder: Path) -> Path | None:
    """The newest checkpoint that was written whole."""
    whole = [path.parent for path in folder.glob(f"checkpoint-*/{OURS}")]
    return max(whole, key=lambda path: int(path.name.rpartition("-")[2]), default=None)
