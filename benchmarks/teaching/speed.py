"""Steps of our TK loop beside transformers' Trainer; ColBERT's loss beside the library's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch  # noqa: TID253  (nothing is measured without it)
from transformers import Trainer, TrainingArguments  # noqa: TID253

from benchmarks.running.tables import Table
from benchmarks.running.timing import time_in_turn
from benchmarks.teaching.data import read_split
from benchmarks.teaching.learned import TK, Watched
from regrade.neural.model_folder import find_model
from regrade.neural.tk.folder import TkSettings
from regrade.training.batches import batches_of
from regrade.training.pair_losses import PAIR_LOSSES
from regrade.training.recipe import Recipe, recipe_of
from regrade.training.task import Task
from regrade.training.tk.module import TkBatch, TkModule
from regrade.training.tk.training import Encoder, TkTraining, new_tk
from regrade.training.tk.words import count_words, drawn_vectors

N_STEPS = 30
PAIRS, QUERY_TOKENS, PASSAGE_TOKENS = 16, 32, 96


class Held:
    """A batch that the Trainer passes on as it is."""

    def __init__(self, batch: TkBatch) -> None:
        self.batch = batch


class LossyTk(torch.nn.Module):
    """A TK that gives its loss, as the Trainer wants it; its AdamW takes no sparse gradients."""

    def __init__(self, tk: TkModule, loss: str) -> None:
        super().__init__()
        self.tk, self.loss = tk, PAIR_LOSSES[loss]
        self.tk.word_vectors.sparse = False

    def forward(self, held: Held) -> dict[str, torch.Tensor]:
        scores = self.tk(held.batch)
        return {"loss": self.loss(scores[:, :1] - scores[:, 1:], held.batch.margins)}


class Batches(torch.utils.data.Dataset[Any]):
    """The batches of a training, in their order."""

    def __init__(self, task: Task) -> None:
        order = batches_of(task.source, task.recipe.batch, seed=task.recipe.seed)
        self.task, self.batches = task, [*islice(order, task.recipe.steps)]

    def __len__(self) -> int:
        return len(self.batches)

    def __getitem__(self, place: int) -> Any:
        batch = self.batches[place]
        return self.task.source.examples(batch.rows, batch.epoch)


def tk_speed(data: Path, rounds: int, seed: int) -> Iterator[Table]:
    """Seconds of 30 steps of 32 examples, each engine in turn."""
    split = read_split(data, seed)
    recipe = recipe_of({**TK, "steps": N_STEPS, "validate_every": 10**6, "seed": seed})
    settings = TkSettings(n_heads=16, head_width=32, feed_forward=100)
    words = drawn_vectors(count_words(split.texts, 200), settings.width, seed)
    task = Task(recipe, split.source(recipe), (), Path("nowhere"))

    def training() -> TkTraining:
        return TkTraining(task, new_tk(settings, words, seed), words.words, Watched())

    def ours() -> None:
        one = training()
        for batch in one._batches():
            one._take(batch)

    encode = training().encode

    def by_trainer() -> None:
        model = LossyTk(new_tk(settings, words, seed), recipe.loss)
        with TemporaryDirectory() as folder:
            _trainer(model, Batches(task), encode, Path(folder), recipe).train()

    took = _seconds({"ours": ours, "trainer": by_trainer}, rounds)
    rows = [("our loop", N_STEPS / took[0], took[1] / took[0]), ("Trainer", N_STEPS / took[1], 1.0)]
    yield Table("TK: steps a second, 32 examples each", ("", "steps/s", "ratio"), rows)


def _trainer(
    model: LossyTk, batches: Batches, encode: Encoder, folder: Path, recipe: Recipe
) -> Trainer:
    arguments = TrainingArguments(
        output_dir=str(folder),
        max_steps=N_STEPS,
        per_device_train_batch_size=1,
        learning_rate=recipe.learning_rate,
        report_to="none",
        save_strategy="no",
        logging_strategy="no",
        disable_tqdm=True,
        remove_unused_columns=False,
        max_grad_norm=0.0,
        use_cpu=not torch.cuda.is_available(),
    )
    return Trainer(
        model=model,
        args=arguments,
        train_dataset=batches,
        data_collator=lambda found: {"held": Held(encode(found[0]))},
    )


def colbert_speed(rounds: int, seed: int) -> Iterator[Table]:
    """Seconds of a step of MiniLM on pairs of the same lengths, forward and backward."""
    from sentence_transformers import SentenceTransformer  # noqa: PLC0415  # slow to import
    from sentence_transformers.sentence_transformer import losses  # noqa: PLC0415

    from regrade.neural.networks import find_compute_device, load_encoder  # noqa: PLC0415
    from regrade.training.library.colbert import ColbertModule  # noqa: PLC0415

    compute = find_compute_device()
    drawn = torch.Generator().manual_seed(seed)

    def texts(n: int, length: int) -> dict[str, torch.Tensor]:
        ids = torch.randint(1000, 30_000, (n, length), generator=drawn).to(compute.device)
        return {"input_ids": ids, "attention_mask": torch.ones_like(ids)}

    query, passages = texts(PAIRS, QUERY_TOKENS), texts(PAIRS, PASSAGE_TOKENS)
    trunk = load_encoder(find_model(), compute)
    projection = torch.randn(128, trunk.config.hidden_size, generator=drawn) * 0.02
    ours = ColbertModule(trunk, projection, "in-batch").to(compute.device).train()
    counted = torch.ones(PAIRS, PASSAGE_TOKENS, dtype=torch.bool, device=compute.device)
    model = SentenceTransformer(str(find_model().path), local_files_only=True).train()
    loss = losses.MultipleNegativesRankingLoss(model)

    def by_us() -> None:
        ours(query, passages, counted, torch.zeros(PAIRS, 0))["loss"].backward()

    def by_library() -> None:
        loss([dict(query), dict(passages)], None).backward()

    took = _seconds({"ours": by_us, "library": by_library}, 5 * rounds)
    rows = [
        ("ColBERT, in-batch", took[0], took[0] / took[1]),
        ("MultipleNegativesRankingLoss", took[1], 1.0),
    ]
    headers = ("loss", "seconds a step", "ratio")
    note = f"{PAIRS} queries of {QUERY_TOKENS} tokens, {PAIRS} passages of {PASSAGE_TOKENS}."
    yield Table("ColBERT: a step of MiniLM, forward and backward", headers, rows, note)


def _seconds(actions: Mapping[str, Callable[[], object]], rounds: int) -> list[float]:
    """Median seconds of each, after a first round that warms up."""
    time_in_turn(actions, 1)
    return [step.median_s for step in time_in_turn(actions, rounds).values()]
