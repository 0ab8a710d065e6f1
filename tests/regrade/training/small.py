"""A training set of fifty pairs, models small enough to learn it, and a watch that notes all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from regrade.neural.model_folder import ModelFolder
from regrade.neural.reranker import PassageText
from regrade.neural.tk.folder import TkSettings, save_tk
from regrade.training.judged import JudgedSource, JudgedTopic, Negatives
from regrade.training.recipe import Recipe, recipe_of
from regrade.training.task import Outcome, Task
from regrade.training.train import train
from regrade.training.validating import HeldOutTopic, Validation
from regrade.training.watching import Progress
from tests.regrade.neural.small_models.tiny_bert import make_bert
from tests.regrade.neural.small_models.tiny_t5 import PROMPT_PIECES, make_t5

FIRST = ["forest", "river", "bridge", "stone", "water"]
SECOND = ["summer", "winter", "light", "spruces", "cats", "small", "large", "old", "live", "sleep"]
PAIRS = [*product(FIRST, SECOND)]
TEXTS = [f"the {first} in {second}" for first, second in PAIRS]
QUERIES = [f"what is {second} {first}" for first, second in PAIRS]


def source(n: int = len(PAIRS), *, number: int = 1) -> JudgedSource:
    """One relevant passage a topic; all passages are ranked."""
    ranked = np.arange(len(TEXTS))
    topics = [JudgedTopic(QUERIES[one], {one: 1.0}, ranked) for one in range(n)]
    return JudgedSource(topics, texts_of, Negatives(number, len(TEXTS)))


def texts_of(ordinals: Sequence[int]) -> list[str]:
    return [TEXTS[one] for one in ordinals]


def held_out(n: int = len(PAIRS)) -> list[HeldOutTopic]:
    """The same topics, re-ranked from an order that is the reverse."""
    order = [*range(len(TEXTS))][::-1]
    passages = [PassageText("", TEXTS[one]) for one in order]
    return [HeldOutTopic(QUERIES[one], order, passages, {one: 1}) for one in range(n)]


@dataclass
class Notes:
    """A watch that stops after a step, once."""

    stop_at: int | None = None
    progress: list[Progress] = field(default_factory=list)
    validations: list[tuple[Validation, bool]] = field(default_factory=list)
    saves: list[int] = field(default_factory=list)
    n_asked: int = 0

    def reports(self, progress: Progress) -> None:
        self.progress.append(progress)

    def validated(self, validation: Validation, *, is_best: bool) -> None:
        self.validations.append((validation, is_best))

    def saved(self, step: int) -> None:
        self.saves.append(step)

    def stops(self) -> bool:
        self.n_asked += 1
        return self.n_asked == self.stop_at


def recipe(ranker: str, **settings: Any) -> Recipe:
    base = {"batch": 10, "steps": 12, "learning_rate": 3e-3, "validate_every": 6, "seed": 4}
    return recipe_of({"ranker": ranker, **base, "validation_depth": [50], **settings})


def model(folder: Path, ranker: str, **settings: Any) -> ModelFolder:
    """A small model with random weights that such a training can begin with."""
    if not folder.exists():
        folder.mkdir(parents=True)
        _make(folder, ranker, **settings)
    return ModelFolder("small", folder, "")


def _make(folder: Path, ranker: str, **settings: Any) -> None:
    if ranker == "tk":
        _make_tk(folder)
    elif ranker == "mono-t5":
        make_t5(folder, pieces=PROMPT_PIECES, **{"d_model": 32, "d_ff": 64, **settings})
    else:
        sizes = {"hidden_size": 32, "intermediate_size": 64}
        make_bert(folder, initializer_range=0.1, **{**sizes, **settings})


def _make_tk(folder: Path) -> None:
    from regrade.training.tk.training import new_tk
    from regrade.training.tk.words import count_words, drawn_vectors

    settings = TkSettings(width=16, n_heads=2, n_layers=2, feed_forward=32)
    words = drawn_vectors(count_words([*TEXTS, *QUERIES], 200), settings.width, 1)
    save_tk(folder, settings, words.words, new_tk(settings, words, 1).folder_state())


def trained(
    root: Path, plan: Recipe, watch: Notes, sizes: Mapping[str, Any] = {}, **task: Any
) -> Outcome:
    """Train in a folder below the root, or go on there."""
    given = {"source": source(number=plan.negatives), "held_out": held_out(), "threads": 1, **task}
    begun = Task(plan, folder=root / "training", **given)
    return train(begun, model(root / "model", plan.ranker, **sizes), watch)


def weights(root: Path) -> dict[str, bytes]:
    """The bytes of the best model's files."""
    best = root / "training" / "best"
    files = [path for path in best.rglob("*") if path.is_file() and path.suffix != ".json"]
    return {str(path.relative_to(best)): path.read_bytes() for path in files}
