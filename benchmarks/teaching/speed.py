"""Steps of our TK loop beside transformers' Trainer; ColBERT's loss beside the library's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch  # noqa: TID253  (nothing is measured without it)

from benchmarks.running.tables import Table
from benchmarks.running.timing import time_in_turn
from benchmarks.teaching.data import read_split
from benchmarks.teaching.learned import TK
from regrade.neural.model_folder import find_model
from regrade.neural.tk.folder import TkSettings
from regrade.training.pair_losses import PAIR_LOSSES
from regrade.training.recipe import recipe_of
from regrade.training.task import Task

N_STEPS = 30
PAIRS, QUERY_TOKENS, PASSAGE_TOKENS = 16, 32, 96


class Silent:
    def reports(self, progress: Any) -> None: ...

    def validated(self, validation: Any, *, is_best: bool) -> None: ...

    def saved(self, step: int) -> None: ...

    def stops(self) -> bool:
        return False


def tk_speed(data: Path, rounds: int, seed: int) -> Iterator[Table]:
    """Seconds of 30 steps of 32 examples, each engine in turn."""
    from transformers import Trainer, TrainingArguments  # slow to import

    from regrade.training.batches import batches_of  # noqa: PLC0415
    from regrade.training.tk.training import TkTraining, new_tk  # noqa: PLC0415
    from regrade.training.tk.words import count_words, drawn_vectors  # noqa: PLC0415

    split = read_split(data, seed)
    recipe = recipe_of({**TK, "steps": N_STEPS, "validate_every": 10**6, "seed": seed})
    settings = TkSettings(n_heads=16, head_width=32, feed_forward=100)
    words = drawn_vectors(count_words(split.texts, 200), settings.width, seed)
    source = split.source(recipe)

    def ours() -> None:
        with TemporaryDirectory() as folder:
            task = Task(recipe, source, (), Path(folder))
            training = TkTraining(task, new_tk(settings, words, seed), words.words, Silent())
            for batch in training._batches():
                training._take(batch)

    class Lossy(torch.nn.Module):
        """The same TK, which gives its loss as the Trainer wants it."""

        def __init__(self) -> None:
            super().__init__()
            self.tk = new_tk(settings, words, seed)

        def forward(self, batch: Any) -> dict[str, torch.Tensor]:
            scores = self.tk(batch)
            loss = PAIR_LOSSES[recipe.loss](scores[:, :1] - scores[:, 1:], batch.margins)
            return {"loss": loss}

    encode = TkTraining(
        Task(recipe, source, (), Path("/nowhere")),
        new_tk(settings, words, seed),
        words.words,
        Silent(),
    ).encode

    def by_trainer() -> None:
        batches = batches_of(source, recipe.batch, seed=recipe.seed)
        rows = [next(batches) for _ in range(N_STEPS)]

        class Rows(torch.utils.data.Dataset[Any]):
            def __len__(self) -> int:
                return N_STEPS

            def __getitem__(self, place: int) -> Any:
                return source.examples(rows[place].rows, rows[place].epoch)

        with TemporaryDirectory() as folder:
            arguments = TrainingArguments(
                output_dir=folder,
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
            model = Lossy()
            # The Trainer's AdamW takes no sparse gradients.
            model.tk.word_vectors.sparse = False
            trainer = Trainer(
                model=model,
                args=arguments,
                train_dataset=Rows(),
                data_collator=lambda found: {"batch": encode(found[0])},
            )
            trainer.train()

    took = _seconds({"ours": ours, "trainer": by_trainer}, rounds)
    ratio = took[1] / took[0]
    rows = [("our loop", N_STEPS / took[0], ratio), ("Trainer", N_STEPS / took[1], 1.0)]
    yield Table("TK: steps a second, 32 examples each", ("", "steps/s", "ratio"), rows)


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
