from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from regrade.variants import RecipeError, recipe_of, vary, vary_text
from tests.refusals import refused
from tests.regrade.variants.changed import changed
from tests.tiers import thorough

SENTENCES = ("search the typos in the passage", "the bridge was closed to carriages", "a b c d e f")


def make_marian(folder: Path, seed: int) -> str:
    """A folder with a translator of one layer, with random weights and a vocabulary of pieces."""
    import sentencepiece
    import torch
    import transformers

    from regrade.neural.quiet import quiet_transformers

    folder.mkdir()
    (folder / "text").write_text("\n".join(SENTENCES))
    model = folder / "source"
    sentencepiece.SentencePieceTrainer.train(
        input=str(folder / "text"), model_prefix=str(model), vocab_size=28, minloglevel=2
    )
    (folder / "target.spm").write_bytes(model.with_suffix(".model").read_bytes())
    model.with_suffix(".model").rename(folder / "source.spm")
    pieces = [
        line.split("\t")[0] for line in model.with_suffix(".vocab").read_text("utf-8").splitlines()
    ]
    names = ["</s>", "<unk>", *(piece for piece in pieces if not piece.startswith("<")), "<pad>"]
    (folder / "vocab.json").write_text(json.dumps({name: n for n, name in enumerate(names)}))
    (folder / "tokenizer_config.json").write_text(
        json.dumps({"tokenizer_class": "MarianTokenizer"})
    )
    pad = len(names) - 1
    settings: dict[str, Any] = {"vocab_size": len(names), "d_model": 16, "init_std": 0.5}
    settings |= {"max_position_embeddings": 24, "pad_token_id": pad, "eos_token_id": 0}
    settings |= {"decoder_start_token_id": pad, "forced_eos_token_id": 0}
    for side in ("encoder", "decoder"):
        settings |= {f"{side}_layers": 1, f"{side}_attention_heads": 2, f"{side}_ffn_dim": 16}
    config = transformers.MarianConfig(**settings)
    with quiet_transformers(), torch.random.fork_rng():
        torch.manual_seed(seed)
        transformers.MarianMTModel(config).save_pretrained(folder)
    return str(folder)


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("marian")
    paths = {
        "to_pivot": make_marian(folder / "en-fr", 1),
        "from_pivot": make_marian(folder / "fr-en", 2),
    }
    return {"kind": "back_translate", "n_beams": 2, **paths}


@thorough
def test_back_translate_gives_the_same_in_any_order(models: dict[str, Any]) -> None:
    recipe = recipe_of(models)
    texts = list(enumerate(["search the typos", "the bridge", ""]))
    together = [vary_text(recipe, text, seed=1, key=key) for key, text in texts]
    alone = [vary_text(recipe, text, seed=2, key=key) for key, text in reversed(texts)]
    assert together == alone[::-1]
    assert together[0] != texts[0][1]
    assert together[2] == ""


def test_back_translate_maps_nothing_and_stores_versions(models: dict[str, Any]) -> None:
    recipe = recipe_of(models)
    assert vary(recipe, "the bridge", seed=1, key=0).mapping is None
    versions = dict(recipe.as_stored().versions)
    assert {"torch", "transformers", "sentencepiece"} <= versions.keys()
    assert versions["to_pivot"] != versions["from_pivot"]


def test_back_translate_refuses_what_the_model_cannot_read(models: dict[str, Any]) -> None:
    with refused(RecipeError, "text_too_long"):
        changed("search the typos " * 9, **models)


def test_back_translate_says_that_a_model_is_not_there(tmp_path: Path) -> None:
    folders = {"to_pivot": str(tmp_path), "from_pivot": str(tmp_path)}
    settings: dict[str, Any] = {"kind": "back_translate", **folders}
    with refused(RecipeError, "model_missing") as caught:
        changed("a", **settings)
    assert "set to_pivot" in str(caught.value)
