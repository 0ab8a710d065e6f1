"""Trainings by sentence-transformers' trainers, which stand on transformers' and accelerate."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import torch
from transformers import PrinterCallback, Trainer, TrainingArguments

from regrade.neural.batches import is_of_memory
from regrade.training.batches import batches_an_epoch
from regrade.training.folders import NOT_WRITTEN, not_written
from regrade.training.library.callback import Following, last_checkpoint
from regrade.training.library.rows import Columns, data_set, in_order, order_of
from regrade.training.pair_losses import PAIR_LOSSES
from regrade.training.processes import WAITS_S, is_first, n_processes
from regrade.training.task import CHECKPOINT, Outcome, Task, TrainingFailed
from regrade.training.validating import Scores
from regrade.training.watching import Watch


class Parts(NamedTuple):
    """A ranker's own parts of a training.

    Attributes:
        trainer: a class of trainers.
        arguments: a class of their arguments.
        model: to train.
        loss: made again if memory is too small, with the number of parts that a batch takes; None
            where the model computes it.
        columns: that the loss reads.
        per_example: rows that an example makes.
        splits: whether a batch can be taken in parts without another result.
        save_model: writes the model as its ranker loads it.
        load: that ranker.
        extra: further arguments of the trainer.
        settings: further settings of its arguments.
        takes_parts: called with the number of parts in which the model computes a batch that no
            step can be taken in parts of.
    """

    trainer: type[Trainer]
    arguments: type[TrainingArguments]
    model: Any
    loss: Callable[[int], torch.nn.Module] | None
    columns: Columns
    per_example: int
    splits: bool
    save_model: Callable[[Path], object]
    load: Callable[[Path], Scores]
    extra: Mapping[str, Any] = {}
    settings: Mapping[str, Any] = {}
    takes_parts: Callable[[int], object] = int


def train_by_library(task: Task, make: Callable[[], Parts], watch: Watch) -> Outcome:
    """Train until all steps are taken, patience ends it, or the watch stops it.

    Where memory is too small for a batch it is taken in twice as many parts, from the last
    checkpoint on, or from the first step; not where several processes share it.

    Args:
        make: the parts, with the model as training begins with it.

    Raises:
        TrainingFailed: a loss that is no number, or a disk that cannot be written.
    """
    n_parts = 1
    while True:
        try:
            return _train(task, make(), watch, n_parts)
        except RuntimeError as error:
            if not is_of_memory(error) or n_parts >= task.recipe.batch or n_processes() > 1:
                raise
            n_parts *= 2
        except NOT_WRITTEN as error:
            raise not_written(task.folder, error) from error


def _train(task: Task, parts: Parts, watch: Watch, n_parts: int) -> Outcome:
    recipe, order = task.recipe, order_of(task)
    rows = order.size * parts.per_example
    _refuse_unshared(rows, parts)
    apart = recipe.keeps_apart
    n_batches = batches_an_epoch(task.source, recipe.batch, seed=recipe.seed, keeps_apart=apart)
    following = Following(task, watch, parts.save_model, parts.load, n_batches)
    n_accumulated = _n_accumulated(rows, n_parts if parts.splits else 1)
    loss = {"loss": parts.loss(n_parts)} if parts.loss else {}
    parts.takes_parts(1 if parts.splits else n_parts)
    trainer = _watching(parts.trainer, following)(
        model=parts.model,
        args=_arguments(task, parts, rows, n_accumulated),
        train_dataset=data_set(task, order, parts.columns, parts.per_example),
        callbacks=[following],
        **loss,
        **parts.extra,
    )
    trainer.remove_callback(PrinterCallback)
    begun = last_checkpoint(task.folder / CHECKPOINT)
    if begun is not None:
        following.go_on_from(begun)
    is_over = following.best.is_enough(recipe) or _step_of(begun) >= recipe.steps
    if not is_over:
        trainer.train(resume_from_checkpoint=begun and str(begun))
    step = max(trainer.state.global_step, _step_of(begun))
    if is_first():
        shutil.rmtree(task.folder / "tried", ignore_errors=True)
    return Outcome(step, not following.next.is_stopped, following.best.best)


def _refuse_unshared(rows: int, parts: Parts) -> None:
    n = n_processes()
    if n > 1 and not parts.splits:
        raise TrainingFailed(
            "a loss whose negatives are other examples of the batch trains in one process, on one"
            f" GPU, not in {n}",
            code="not_shared",
        )
    if rows % n:
        raise TrainingFailed(
            f"{n} processes cannot share the {rows} texts of a step evenly: choose a batch that"
            f" {n} divides",
            code="batch_not_shared",
        )


class PairLoss(torch.nn.Module):
    """A loss of margins, as a part of a library's loss."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.loss = PAIR_LOSSES[name]

    def forward(self, margins: torch.Tensor, taught: torch.Tensor) -> torch.Tensor:
        return self.loss(margins, taught)


def with_pair_loss(loss: Any, name: str) -> torch.nn.Module:
    """The library's margin-MSE, which makes the margins, with another loss of these."""
    loss.loss_fct = PairLoss(name)
    return loss  # type: ignore[no-any-return]


def _n_accumulated(rows: int, n_parts: int) -> int:
    """In how many equal parts each process takes a step, at least as many as that."""
    of_process = rows // n_processes()
    return next(n for n in range(min(n_parts, of_process), of_process + 1) if of_process % n == 0)


def _step_of(checkpoint: Path | None) -> int:
    return 0 if checkpoint is None else int(checkpoint.name.rpartition("-")[2])


def _arguments(task: Task, parts: Parts, rows: int, n_accumulated: int) -> TrainingArguments:
    recipe = task.recipe
    given: dict[str, Any] = {
        "output_dir": str(task.folder / CHECKPOINT),
        "per_device_train_batch_size": rows // n_processes() // n_accumulated,
        "gradient_accumulation_steps": n_accumulated,
        "max_steps": recipe.steps,
        "learning_rate": recipe.learning_rate,
        "warmup_steps": recipe.warm_up,
        "lr_scheduler_type": "linear" if recipe.decays else "constant_with_warmup",
        "weight_decay": recipe.weight_decay,
        "max_grad_norm": 0.0,
        "bf16": recipe.precision == "bfloat16",
        "seed": recipe.seed,
        "save_strategy": "no",
        "save_total_limit": 2,
        "logging_strategy": "no",
        "eval_strategy": "no",
        "report_to": "none",
        "disable_tqdm": True,
        "remove_unused_columns": False,
        # A loss runs the model several times a step, and not all weights take part.
        "ddp_static_graph": True,
        "ddp_timeout": WAITS_S,
        "use_cpu": not torch.cuda.is_available(),
    }
    given.update(parts.settings)
    if hasattr(parts.arguments, "batch_sampler"):
        given["batch_sampler"] = in_order
    arguments = parts.arguments(**given)
    # A process trains on one GPU: of several that it sees it would split each batch among them.
    arguments._n_gpu = min(1, arguments.n_gpu)
    return arguments


def _watching(trainer: type[Trainer], following: Following) -> type[Trainer]:
    """The trainer, with each step's loss given to the callback."""

    class Watching(trainer):  # type: ignore[misc]
        def training_step(self, *args: Any, **kwargs: Any) -> torch.Tensor:
            loss: torch.Tensor = super().training_step(*args, **kwargs)
            following.add_loss(loss.detach())
            return loss

        def add_model_card_callback(self, *_: Any) -> None:
            """Write no model card: the training keeps its own provenance."""

    return Watching
