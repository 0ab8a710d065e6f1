"""TK trained: a loop of our own, since no library knows the model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

import torch

from regrade.neural.batches import is_of_memory, prepared_ahead
from regrade.neural.networks import find_compute_device
from regrade.neural.tk.folder import N_RESERVED, UNKNOWN, TkFiles, TkSettings, save_tk
from regrade.neural.tk.network import tk_network
from regrade.neural.tk.tk import Tk, words_of
from regrade.training.batches import Batch, batches_an_epoch, batches_of
from regrade.training.examples import Example
from regrade.training.folders import replace_folder, restore_folder
from regrade.training.pair_losses import PAIR_LOSSES
from regrade.training.schedule import Best, Clock, Losses, learning_rate_share, report_every
from regrade.training.task import CHECKPOINT, Outcome, Task
from regrade.training.tk.module import PADDING, Passages, TkBatch, TkModule
from regrade.training.tk.words import RESERVED, WordVectors
from regrade.training.validating import Validation, validate
from regrade.training.watching import Progress, Watch

STATE = "state.pt"
N_LENGTHS = 4  # groups of passages of about one length, so that little is padded
# Parts of the model that learn at the rate of kernels, as the paper has it.
OF_KERNELS = ("kernel_alpha_scaler", "kernel_bin_weights.weight")


class Encoder(NamedTuple):
    """Turns examples into padded lines of the vocabulary."""

    lines: dict[str, int]
    settings: TkSettings

    def __call__(self, examples: Sequence[Example]) -> TkBatch:
        most = max(len(one.passages) for one in examples)
        if any(len(one.passages) != most for one in examples):
            raise ValueError("all examples of a batch have as many passages")
        queries = self._words([one.query for one in examples], self.settings.max_query_words)
        texts = [text for one in examples for text in one.passages]
        passages = self._words(texts, self.settings.max_passage_words)
        by_length = sorted(range(len(passages)), key=lambda place: (len(passages[place]), place))
        starts = range(0, len(passages), ceil(len(passages) / N_LENGTHS))
        alike = [by_length[start : start + starts.step] for start in starts]
        targets = torch.tensor([[*one.targets] for one in examples], dtype=torch.float32)
        return TkBatch(
            _padded(queries),
            [
                Passages(torch.tensor(places), _padded([passages[place] for place in places]))
                for places in alike
            ],
            targets[:, :1] - targets[:, 1:],
        )

    def _words(self, texts: Sequence[str], n_words: int) -> list[list[int]]:
        return [[self.lines.get(word, UNKNOWN) for word in words_of(one, n_words)] for one in texts]


def _padded(texts: Sequence[Sequence[int]]) -> torch.Tensor:
    longest = max(1, *map(len, texts))
    return torch.tensor([[*one, *[PADDING] * (longest - len(one))] for one in texts])


def new_tk(settings: TkSettings, words: WordVectors, seed: int) -> TkModule:
    """A TK with these word vectors, and with all else drawn by the seed."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return TkModule(settings, torch.from_numpy(words.vectors))


def train_tk(task: Task, files: TkFiles, watch: Watch) -> Outcome:
    """Train a TK from a folder's weights, as `train` says."""
    words = [*RESERVED, *sorted(files.vocabulary, key=files.vocabulary.__getitem__)]
    return TkTraining(task, module_of(files), words, watch).run()


def module_of(files: TkFiles) -> TkModule:
    """A TK with the weights of a folder."""
    state = dict(files.weights)
    module = TkModule(files.settings, state["word_vectors"])
    state["word_vectors.weight"] = state.pop("word_vectors")
    module.load_state_dict(state)
    return module


class TkTraining:
    """A training in progress: the model, its optimizers, and how far it is."""

    def __init__(self, task: Task, module: TkModule, words: Sequence[str], watch: Watch) -> None:
        self.task, self.recipe, self.watch, self.words = task, task.recipe, watch, words
        self.compute = find_compute_device()
        self.module = module.to(self.compute.device)
        lines = {word: line for line, word in enumerate(words)}
        self.encode = Encoder(lines, module.settings)
        self.optimizers = self._optimizers()
        self.step, self.best, self.losses = 0, Best(), Losses()
        self.n_parts = 1
        self.batches_an_epoch = batches_an_epoch(
            task.source, self.recipe.batch, seed=self.recipe.seed, keeps_apart=False
        )
        self._load()

    def run(self) -> Outcome:
        """Train until all steps are taken, patience ends it, or the watch stops it."""
        clock = Clock(self.task.checkpoint_every_s)
        for batch in self._batches():
            self._take(batch)
            if self.step % report_every(self.recipe) == 0 or self.step == self.recipe.steps:
                self._report()
            if self.step % self.recipe.validate_every == 0 or self.step == self.recipe.steps:
                self._validate()
            stops = self.watch.stops()
            if stops or clock.is_due() or self._is_over():
                self._save()
                clock.reset()
            if stops or self._is_over():
                break
        return Outcome(self.step, self._is_over(), self.best.best)

    def _is_over(self) -> bool:
        return self.step >= self.recipe.steps or self.best.is_enough(self.recipe)

    def _batches(self) -> Iterator[TkBatch]:
        """The batches that are left, each encoded while the one before is trained on."""
        recipe = self.recipe
        order = batches_of(self.task.source, recipe.batch, seed=recipe.seed, start=self.step)
        left = 0 if self._is_over() else recipe.steps - self.step

        def read(batch: Batch) -> list[Example]:
            return self.task.source.examples(batch.rows, batch.epoch)

        def encode(examples: list[Example]) -> TkBatch:
            return self.encode(examples)

        return prepared_ahead(map(read, islice(order, left)), encode)

    def _take(self, batch: TkBatch) -> None:
        """One step of the optimizers; in more parts where memory is too small for one."""
        while True:
            try:
                loss = self._learn(batch.to(self.compute.device))
                break
            except RuntimeError as error:
                if not is_of_memory(error) or self.n_parts >= self.recipe.batch:
                    raise
                self.n_parts *= 2
        self.step += 1
        self.losses.add(loss, self.step)

    def _learn(self, batch: TkBatch) -> float:
        n, total = len(batch.queries), 0.0
        for optimizer, highest in self.optimizers:
            optimizer.zero_grad(set_to_none=True)
            rate = learning_rate_share(self.recipe, self.step)
            for group in optimizer.param_groups:
                group["lr"] = highest[group["part"]] * rate
        size = ceil(n / self.n_parts)
        for first in range(0, n, size):
            inside = batch.part(first, first + size) if size < n else batch
            with torch.autocast(
                self.compute.device.type,
                torch.bfloat16,
                enabled=self.recipe.precision == "bfloat16",
            ):
                scores = self.module(inside)
                loss = self._loss(scores, inside.margins) * (len(inside.queries) / n)
            loss.backward()  # type: ignore[no-untyped-call]
            total += float(loss.detach())
        Losses().add(total, self.step + 1)  # before a step that nothing could mend
        for optimizer, _ in self.optimizers:
            optimizer.step()
        return total

    def _loss(self, scores: torch.Tensor, margins: torch.Tensor) -> torch.Tensor:
        return PAIR_LOSSES[self.recipe.loss](scores[:, :1] - scores[:, 1:], margins)

    def _optimizers(self) -> list[tuple[Any, dict[str, float]]]:
        """Adam for the layers, and for the vectors of those words that a batch has."""
        recipe, named = self.recipe, dict(self.module.named_parameters())
        vectors = named.pop("word_vectors.weight")
        kernels = [named.pop(name) for name in OF_KERNELS]
        highest = {"layers": recipe.learning_rate, "kernels": recipe.kernel_learning_rate}
        dense = torch.optim.AdamW(
            [
                {"params": [*named.values()], "part": "layers", "lr": highest["layers"]},
                {"params": kernels, "part": "kernels", "lr": highest["kernels"]},
            ],
            weight_decay=recipe.weight_decay,
        )
        sparse = torch.optim.SparseAdam(
            [{"params": [vectors], "part": "layers", "lr": highest["layers"]}]
        )
        return [(dense, highest), (sparse, highest)]

    def _report(self) -> None:
        share = learning_rate_share(self.recipe, self.step - 1)
        self.watch.reports(
            Progress(
                self.step,
                self.step / self.batches_an_epoch,
                self.losses.mean(),
                self.recipe.learning_rate * share,
            )
        )

    def _validate(self) -> None:
        if not self.task.held_out:
            if self.step == self.recipe.steps:
                replace_folder(self.task.best, self._save_model)
            return
        found = validate(
            self._ranker(), self.task.held_out, self.recipe.validation_depth, self.step
        )
        is_best = self.best.is_better(found)
        if is_best:
            replace_folder(self.task.best, self._save_model)
        self.watch.validated(found, is_best=is_best)

    def _ranker(self) -> Tk:
        settings = self.module.settings
        weights = {name: one.detach() for name, one in self.module.folder_state().items()}
        lines = {word: line for line, word in enumerate(self.words) if line >= N_RESERVED}
        files = TkFiles(settings, lines, weights)
        network = tk_network(files, settings.max_query_words, settings.max_passage_words)
        n_words = settings.max_query_words, settings.max_passage_words
        return Tk(*n_words, self.compute, lines, network)

    def _save_model(self, folder: Path) -> None:
        weights = {name: one.cpu() for name, one in self.module.folder_state().items()}
        save_tk(folder, self.module.settings, self.words, weights)

    def _save(self) -> None:
        replace_folder(self.task.folder / CHECKPOINT, self._write)
        self.watch.saved(self.step)

    def _write(self, folder: Path) -> None:
        best = self.best.best
        state = {
            "step": self.step,
            "model": self.module.state_dict(),
            "optimizers": [optimizer.state_dict() for optimizer, _ in self.optimizers],
            "best": best and [best.step, best.depth, dict(best.measures)],
            "n_since": self.best.n_since,
            "losses": self.losses.state,
        }
        try:
            torch.save(state, folder / STATE)
        except RuntimeError as error:  # torch says so where the disk is full
            raise OSError(str(error)) from error

    def _load(self) -> None:
        """Go on from the checkpoint, if there is one."""
        folder = self.task.folder / CHECKPOINT
        restore_folder(folder)
        restore_folder(self.task.best)
        if not (folder / STATE).exists():
            return
        state = torch.load(folder / STATE, map_location=self.compute.device, weights_only=True)
        self.module.load_state_dict(state["model"])
        for (optimizer, _), kept in zip(self.optimizers, state["optimizers"], strict=True):
            optimizer.load_state_dict(kept)
        self.step = state["step"]
        self.best = Best(state["best"] and Validation(*state["best"]), state["n_since"])
        self.losses = Losses(*state["losses"])
