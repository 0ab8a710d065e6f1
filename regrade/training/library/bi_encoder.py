"""Bi-encoders: query and passage read apart, one vector each."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sentence_transformers import SentenceTransformer, SentenceTransformerTrainer
from sentence_transformers.sentence_transformer import losses
from sentence_transformers.sentence_transformer.training_args import (
    SentenceTransformerTrainingArguments,
)
from sentence_transformers.util import cos_sim, dot_score, pairwise_cos_sim, pairwise_dot_score

from regrade.neural.bi_encoder import load_bi_encoder
from regrade.neural.model_folder import ModelFolder
from regrade.neural.networks import find_compute_device
from regrade.neural.quiet import quiet_library, quiet_transformers
from regrade.neural.sentence_folder import SentenceSettings, read_settings, refuse_other_similarity
from regrade.training.library.rows import in_places
from regrade.training.library.training import Parts, with_pair_loss
from regrade.training.recipe import Recipe
from regrade.training.validating import Scores

SCALE = {"cosine": 20.0, "dot": 1.0}  # of similarities, as the library's defaults and advice


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


def _loss(model: Any, recipe: Recipe, similarity: str, n_parts: int) -> Any:
    is_cosine = similarity == "cosine"
    if recipe.loss != "in-batch":
        pairwise = pairwise_cos_sim if is_cosine else pairwise_dot_score
        return with_pair_loss(losses.MarginMSELoss(model, similarity_fct=pairwise), recipe.loss)
    given = {"scale": SCALE[similarity], "similarity_fct": cos_sim if is_cosine else dot_score}
    if n_parts == 1:
        return losses.MultipleNegativesRankingLoss(model, **given)
    size = max(1, recipe.batch // n_parts)
    return losses.CachedMultipleNegativesRankingLoss(model, mini_batch_size=size, **given)


def _prompts(settings: SentenceSettings, recipe: Recipe) -> Mapping[str, str]:
    """The folder's prompts of queries and passages, by column."""
    of_passages = {f"passage {n}": settings.passage_prompt for n in range(recipe.negatives + 1)}
    prompts = {"query": settings.query_prompt, **of_passages}
    return {name: prompt for name, prompt in prompts.items() if prompt}
