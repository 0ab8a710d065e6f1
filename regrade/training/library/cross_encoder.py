"""Cross-encoders: query and passage read together."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from sentence_transformers.cross_encoder import (
    CrossEncoder,
    CrossEncoderTrainer,
    CrossEncoderTrainingArguments,
    losses,
)

from regrade.neural.bert_cat import BertCatOptions, load_bert_cat
from regrade.neural.model_folder import ModelFolder
from regrade.neural.networks import find_compute_device
from regrade.neural.quiet import quiet_library, quiet_transformers
from regrade.training.examples import Example
from regrade.training.library.rows import in_places
from regrade.training.library.training import Parts, with_pair_loss
from regrade.training.recipe import Recipe
from regrade.training.validating import Scores

LISTS = {
    "ranknet": losses.RankNetLoss,
    "lambda": losses.LambdaLoss,
    "adr-mse": losses.ADRMSELoss,
}
LABELS = {"cross-entropy": 2}  # of a loss that classifies; the others' models have one


def cross_encoder(folder: ModelFolder, recipe: Recipe) -> Parts:
    """A BERT's folder with a head for one label, or for two where the loss classifies."""
    with quiet_library(), quiet_transformers(), torch.random.fork_rng():
        torch.manual_seed(recipe.seed)  # of a head that is drawn
        model = CrossEncoder(
            str(folder.path),
            num_labels=LABELS.get(recipe.loss, 1),
            max_length=recipe.max_passage,
            local_files_only=True,
        )
    options = BertCatOptions(max_tokens=recipe.max_passage or BertCatOptions().max_tokens)

    def load(path: Path) -> Scores:
        return load_bert_cat(ModelFolder(path.name, path, ""), find_compute_device(), options)

    return Parts(
        trainer=CrossEncoderTrainer,
        arguments=CrossEncoderTrainingArguments,
        model=model,
        loss=lambda n_parts: _loss(model, recipe, n_parts),
        columns=_columns(recipe.loss),
        per_example=_per_example(recipe),
        splits=not recipe.keeps_apart,
        save_model=lambda path: model.save_pretrained(str(path), create_model_card=False),
        load=load,
        # Its outputs are of a kind in which torch looks for no tensors; all weights take part.
        settings={"ddp_static_graph": False, "ddp_find_unused_parameters": False},
    )


def _per_example(recipe: Recipe) -> int:
    by_pairs = recipe.loss in ("binary-cross-entropy", "cross-entropy")
    return 1 + recipe.negatives if by_pairs else 1


def _loss(model: CrossEncoder, recipe: Recipe, n_parts: int) -> Any:
    if recipe.loss == "binary-cross-entropy":
        return losses.BinaryCrossEntropyLoss(model)
    if recipe.loss == "cross-entropy":
        return losses.CrossEntropyLoss(model)
    if recipe.loss in LISTS:
        return LISTS[recipe.loss](model)
    if recipe.loss == "in-batch":
        if n_parts == 1:
            return losses.MultipleNegativesRankingLoss(model)
        size = max(1, recipe.batch // n_parts)
        return losses.CachedMultipleNegativesRankingLoss(model, mini_batch_size=size)
    return with_pair_loss(losses.MarginMSELoss(model), recipe.loss)


def _columns(loss: str) -> Any:
    if loss in ("binary-cross-entropy", "cross-entropy"):
        of_label = float if loss == "binary-cross-entropy" else int

        def pair(example: Example, place: int) -> Mapping[str, Any]:
            label = of_label(place == 0)
            return {"query": example.query, "passage": example.passages[place], "label": label}

        return pair
    return listed if loss in LISTS else in_places


def listed(example: Example, place: int) -> Mapping[str, Any]:
    """All passages as a list, with their grades; the relevant one has the highest at least."""
    return {
        "query": example.query,
        "passages": [*example.passages],
        "label": [float(one) for one in example.targets],
    }
