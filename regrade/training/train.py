"""A ranker trained: by our own loop or by a library's, into a folder that its loader reads."""

from __future__ import annotations

import importlib

from regrade.extras import extra
from regrade.neural.model_folder import ModelFolder
from regrade.neural.quiet import quiet_library, quiet_transformers
from regrade.training.changes import changed
from regrade.training.processes import n_processes
from regrade.training.recipe import BadRecipe
from regrade.training.task import Outcome, Task, TrainingFailed
from regrade.training.watching import Watch


def train(task: Task, model: ModelFolder, watch: Watch) -> Outcome:
    """Train a model by the task's recipe; what the task's folder holds is gone on with.

    On a CPU a training that was stopped, or killed, and gone on with gives the same weights as one
    that was not, if it has as many threads.

    Args:
        model: that training begins with; a TK's folder has its words and their vectors.

    Raises:
        TrainingFailed: a loss that is no number, a disk that cannot be written, or several
            processes where they cannot share it.
        UnusableModel: the ranker cannot read the model.
        BadRecipe: the examples have another number of negatives.
    """
    _refuse_other_number(task)
    task = task._replace(source=changed(task.source, task.recipe))
    _ = model.weight_files  # refuses a folder without any
    if task.threads is not None:
        _use_threads(task.threads)
    if task.recipe.ranker == "tk":
        _refuse_several_processes()
        from regrade.neural.tk.folder import read_tk
        from regrade.training.tk.training import train_tk

        return train_tk(task, read_tk(model), watch)
    with extra("Training"):
        importlib.import_module("accelerate")
        importlib.import_module("datasets")
    return _by_library(task, model, watch)


def _by_library(task: Task, model: ModelFolder, watch: Watch) -> Outcome:
    from regrade.training.library.training import train_by_library

    recipe = task.recipe
    match recipe.ranker:
        case "bert-cat":
            from regrade.training.library.cross_encoder import cross_encoder as parts
        case "bert-dot":
            from regrade.training.library.bi_encoder import bi_encoder as parts
        case "colbert":
            from regrade.training.library.colbert import colbert as parts
        case _:
            from regrade.training.library.mono_t5 import mono_t5 as parts
    with quiet_library(), quiet_transformers():
        return train_by_library(task, lambda: parts(model, recipe), watch)


def _refuse_other_number(task: Task) -> None:
    n, wanted = task.source.n_negatives, task.recipe.negatives
    if n != wanted:
        raise BadRecipe(
            f"each example has {n} passages without relevance, and the recipe takes {wanted}",
            code="other_number",
            field="negatives",
        )


def _refuse_several_processes() -> None:
    if (n := n_processes()) > 1:
        raise TrainingFailed(f"tk trains in one process, not in {n}", code="not_shared")


def _use_threads(n: int) -> None:
    import torch

    torch.set_num_threads(n)
