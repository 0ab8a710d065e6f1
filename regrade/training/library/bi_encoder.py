"""Bi-encoders: query and passage read apart, one vector each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import torch
from sentence_transformers import SentenceTransformer, SentenceTransformerTrainer
from sentence_transformers.sentence_transformer import losses
from sentence_transformers.sentence_transformer.training_args import (
    SentenceTransformerTrainingArguments,
)
from sentence_transformers.util import dot_score, pairwise_dot_score
from torch import nn
from torch.nn.functional import normalize

from regrade.neural.bi_encoder import load_bi_encoder
from regrade.neural.model_folder import ModelFolder
from regrade.neural.networks import find_compute_device
from regrade.neural.quiet import quiet_library, quiet_transformers
from regrade.neural.sentence_folder import SentenceSettings, read_settings, refuse_other_similarity
from regrade.training.library.cross_encoder import in_places
from regrade.training.library.training import Parts
from regrade.training.pair_losses import PAIR_LOSSES
from regrade.training.recipe import Recipe
from regrade.training.validating import Scores

SCALE = {"cosine": 20.0, "dot": 1.0}  # of similarities, as the library's defaults and advice


class VectorPairLoss(nn.Module):
    """A loss of the relevant passage's similarity against each other passage's."""

    def __init__(self, model: SentenceTransformer, name: str, *, is_cosine: bool) -> None:
        super().__init__()
        self.model, self.loss, self.is_cosine = model, PAIR_LOSSES[name], is_cosine

    def forward(
        self, columns: Iterable[Mapping[str, torch.Tensor]], labels: torch.Tensor
    ) -> torch.Tensor:
        """`columns` are queries, relevant passages, and negatives, one batch a place."""
        query, *passages = (self._vectors(one) for one in columns)  # (n, d)
        scores = torch.stack([pairwise_dot_score(query, one) for one in passages])  # (m, n)
        first, others = scores[:1].expand_as(scores[1:]), scores[1:]
        return self.loss(first, others, labels.T.to(scores.dtype))

    def _vectors(self, features: Mapping[str, torch.Tensor]) -> torch.Tensor:
        vectors: torch.Tensor = self.model(dict(features))["sentence_embedding"]
        return normalize(vectors, dim=1) if self.is_cosine else vectors


def bi_encoder(folder: ModelFolder, recipe: Recipe) -> Parts:
    """A folder of sentence-transformers, or a BERT whose token vectors are averaged."""
    settings = read_settings(folder)
    similarity = refuse_other_similarity(folder, settings.similarity)
    with quiet_library(), quiet_transformers():
        model = SentenceTransformer(str(folder.path), local_files_only=True)
    model.similarity_fn_name = similarity
    if recipe.max_passage:
        model.max_seq_length = recipe.max_passage

    def load(path: Path) -> Scores:
        return load_bi_encoder(ModelFolder(path.name, path, ""), find_compute_device())

    return Parts(
        trainer=SentenceTransformerTrainer,
        arguments=SentenceTransformerTrainingArguments,
        model=model,
        loss=lambda n_parts: _loss(model, recipe, similarity, n_parts),
        columns=in_places,
        per_example=1,
        splits=not recipe.keeps_apart,
        save_model=lambda path: model.save_pretrained(str(path), create_model_card=False),
        load=load,
        settings={"prompts": _prompts(settings, recipe)},
    )


def _loss(model: Any, recipe: Recipe, similarity: str, n_parts: int) -> nn.Module:
    is_cosine = similarity == "cosine"
    if recipe.loss != "in-batch":
        return VectorPairLoss(model, recipe.loss, is_cosine=is_cosine)
    given: dict[str, Any] = {"scale": SCALE[similarity]}
    if not is_cosine:
        given["similarity_fct"] = dot_score
    if n_parts == 1:
        return losses.MultipleNegativesRankingLoss(model, **given)
    size = max(1, recipe.batch // n_parts)
    return losses.CachedMultipleNegativesRankingLoss(model, mini_batch_size=size, **given)


def _prompts(settings: SentenceSettings, recipe: Recipe) -> Mapping[str, str]:
    """What the folder puts before queries and passages, by column."""
    of_passages = {f"passage {n}": settings.passage_prompt for n in range(recipe.negatives + 1)}
    prompts = {"query": settings.query_prompt, **of_passages}
    return {name: prompt for name, prompt in prompts.items() if prompt}
