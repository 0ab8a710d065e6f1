"""monoT5: a T5 that learns to answer true or false."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from transformers import TrainingArguments

from regrade.neural.model_folder import ModelFolder
from regrade.neural.networks import find_compute_device
from regrade.neural.t5.answers import T5Options, answer_words
from regrade.neural.t5.loading import load_t5
from regrade.neural.t5.mono_t5 import MonoT5, load_mono_t5
from regrade.neural.token_ids import token_ids_of
from regrade.training.examples import Example
from regrade.training.library.ordered import OrderedTrainer, padded
from regrade.training.library.training import Parts
from regrade.training.recipe import Recipe
from regrade.training.validating import Scores

UNCOUNTED = -100  # of labels, as transformers has it


def mono_t5(folder: ModelFolder, recipe: Recipe) -> Parts:
    """A T5 that reads `Query: ... Document: ... Relevant:` and answers with one word."""
    compute = find_compute_device()
    options = T5Options(max_tokens=recipe.max_passage or T5Options().max_tokens)
    reader = load_mono_t5(folder, compute, options)
    t5 = load_t5(folder, compute)
    answers = token_ids_of(t5.tokenizer, list(answer_words(folder, options)))

    def save(path: Path) -> None:
        t5.network.save_pretrained(path)
        t5.tokenizer.save_pretrained(path)

    def load(path: Path) -> Scores:
        # The words that a model answers may hang on its name.
        return load_mono_t5(ModelFolder(folder.name, path, ""), compute, options)

    return Parts(
        trainer=OrderedTrainer,
        arguments=TrainingArguments,
        model=t5.network,
        loss=None,
        columns=_pair,
        per_example=1 + recipe.negatives,
        splits=True,
        save_model=save,
        load=load,
        extra={"data_collator": Collator(reader, answers, t5.end, t5.padding)},
    )


class Collator:
    """Pairs as the ranker reads them, with the word that is right."""

    def __init__(
        self, reader: MonoT5, answers: Sequence[Sequence[int]], end: int, padding: int
    ) -> None:
        self.reader, self.answers, self.end, self.padding = reader, answers, end, padding

    def __call__(self, rows: Sequence[Mapping[str, Any]]) -> dict[str, torch.Tensor]:
        texts = self.reader.encode([(row["query"], row["passage"]) for row in rows])
        labels = [[*self.answers[0 if row["is_relevant"] else 1], self.end] for row in rows]
        longest = max(map(len, labels))
        filled = [[*one, *[UNCOUNTED] * (longest - len(one))] for one in labels]
        return {**padded(texts, self.padding), "labels": torch.tensor(filled)}


def _pair(example: Example, place: int) -> Mapping[str, Any]:
    passage = example.passages[place]
    return {"query": example.query, "passage": passage, "is_relevant": place == 0}
