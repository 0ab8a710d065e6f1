"""Training on 450 topics, measured on 100 others: beside BM25, and beside the model untrained."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.running.command import say
from benchmarks.running.tables import Cell, Table
from benchmarks.teaching.data import Split, read_split
from regrade.measures.evaluate import evaluate
from regrade.neural.bert_cat import BertCatOptions, load_bert_cat
from regrade.neural.model_folder import ModelFolder, find_model
from regrade.neural.networks import find_compute_device
from regrade.neural.reranker import Candidates
from regrade.neural.tk.folder import TkSettings, save_tk
from regrade.neural.tk.tk import TkOptions, load_tk
from regrade.training.recipe import RECIPES, Recipe, recipe_of
from regrade.training.task import Outcome, Task
from regrade.training.train import train
from regrade.training.validating import Validation
from regrade.training.watching import Progress, Unwatched

MEASURES = ("nDCG@10", "RR@10")
N_RESAMPLES = 10_000
MAX_TOKENS = 256
MINI_LM = {
    "ranker": "bert-cat",
    "loss": "hinge",
    "learning_rate": 3e-5,
    "batch": 16,
    "steps": 300,
    "max_passage": MAX_TOKENS,
}
TK = {**RECIPES["position-bias-tk"], "steps": 600, "validation_depth": [20]}
COMMON = {"validate_every": 50, "validation_depth": [20], "seed": 1}


class Watched(Unwatched):
    """Says how a training goes."""

    def reports(self, progress: Progress) -> None:
        say(f"step {progress.step}: loss {progress.loss:.4f}")

    def validated(self, validation: Validation, *, is_best: bool) -> None:
        say(f"step {validation.step}: {validation.measures}{' *' * is_best}")


class Taught(NamedTuple):
    """A ranker before and after, over the topics measured: shape (n_measures, n_topics) each."""

    name: str
    before: NDArray[np.float64]
    after: NDArray[np.float64]
    outcome: Outcome


def learned(data: Path, seed: int) -> Iterator[Table]:
    """Means with 95% intervals, and differences from BM25 and from the model untrained."""
    split = read_split(data, seed)
    first = np.array(_by_order(split))
    taught = [_mini_lm(split, seed), _tk(split, seed)]
    for place, measure in enumerate(MEASURES):
        rows: list[Sequence[Cell]] = [("BM25", "", *_mean(first[place]), None, None, None)]
        for one in taught:
            before, after = one.before[place], one.after[place]
            rows.append((one.name, "untrained", *_mean(before), *_mean(before - first[place])))
            rows.append((one.name, "trained", *_mean(after), *_mean(after - first[place])))
        headers = ("ranker", "", measure, "from", "to", "minus BM25", "from", "to")
        notes = "; ".join(
            f"{one.name}: best at step {one.outcome.best and one.outcome.best.step},"
            " trained minus untrained"
            f" {_shown(one.after[place] - one.before[place])}"
            for one in taught
        )
        yield Table(f"{measure} on 100 topics, seed {seed}", headers, rows, f"{notes}.")


def _mini_lm(split: Split, seed: int) -> Taught:
    from regrade.training.library.cross_encoder import cross_encoder  # noqa: PLC0415  # slow, too

    recipe = recipe_of({**MINI_LM, **COMMON, "seed": seed})
    options = BertCatOptions(max_tokens=MAX_TOKENS)

    def load(path: Path) -> Any:
        return load_bert_cat(ModelFolder("MiniLM", path, ""), find_compute_device(), options)

    with TemporaryDirectory() as folder:
        # It has no head: untrained, its head is the one that is drawn when training begins.
        cross_encoder(find_model(), recipe).save_model(Path(folder))
        model = ModelFolder("MiniLM", Path(folder), "")
        return _taught("MiniLM as bert-cat", split, recipe, model, load)


def _tk(split: Split, seed: int) -> Taught:
    from regrade.training.tk.training import new_tk  # noqa: PLC0415  # torch is slow to import
    from regrade.training.tk.words import count_words, drawn_vectors  # noqa: PLC0415

    recipe = recipe_of({**TK, **COMMON, "seed": seed})
    settings = TkSettings(n_heads=16, head_width=32, feed_forward=100)
    texts = [*split.texts, *(topic.query for topic in split.trained_on)]
    words = drawn_vectors(count_words(texts, settings.max_passage_words), settings.width, seed)
    with TemporaryDirectory() as folder:
        state = new_tk(settings, words, seed).folder_state()
        save_tk(Path(folder), settings, words.words, state)
        model = ModelFolder("TK", Path(folder), "")

        def load(path: Path) -> Any:
            return load_tk(ModelFolder("TK", path, ""), find_compute_device(), TkOptions())

        return _taught("TK, drawn word vectors", split, recipe, model, load)


def _taught(name: str, split: Split, recipe: Recipe, model: ModelFolder, load: Any) -> Taught:
    with TemporaryDirectory() as folder:
        task = Task(recipe, split.source(recipe), split.validated, Path(folder))
        outcome = train(task, model, Watched())
        after = _values(load(task.best), split)
    return Taught(name, _values(load(model.path), split), after, outcome)


def _values(ranker: Any, split: Split) -> NDArray[np.float64]:
    topics = split.measured
    scores = ranker.score([Candidates(one.query, one.texts) for one in topics])
    return np.array(_measured(split, [-found for found in scores]))


def _by_order(split: Split) -> list[list[float]]:
    return _measured(split, [np.arange(len(one.passages)) for one in split.measured])


def _measured(split: Split, keys: Sequence[Any]) -> list[list[float]]:
    run, qrels = {}, {}
    for number, (topic, key) in enumerate(zip(split.measured, keys, strict=True)):
        order = np.argsort(key, kind="stable").tolist()
        run[f"{number}"] = {f"{topic.passages[one]}": -rank for rank, one in enumerate(order)}
        qrels[f"{number}"] = {f"{one}": grade for one, grade in topic.grades.items()}
    found = evaluate(qrels, run, MEASURES)
    return [found.values[name].tolist() for name in MEASURES]


def _mean(values: NDArray[np.float64]) -> tuple[float, float, float]:
    """The mean, and percentiles of resampled means."""
    rng = np.random.default_rng(0)
    drawn = rng.integers(values.size, size=(N_RESAMPLES, values.size))
    low, high = np.percentile(values[drawn].mean(axis=1), [2.5, 97.5])
    return float(values.mean()), float(low), float(high)


def _shown(values: NDArray[np.float64]) -> str:
    mean, low, high = _mean(values)
    return f"{mean:.3f} [{low:.3f}, {high:.3f}]"
