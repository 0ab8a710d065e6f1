"""Folders of sentence-transformers give the library's own scores, or are refused by name."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from regrade.neural.bert_tower import Tower
from regrade.neural.bi_encoder import BiEncoder, BiEncoderOptions, load_bi_encoder
from regrade.neural.colbert import load_colbert
from regrade.neural.library_models import LibraryTower
from regrade.neural.model_folder import UnusableModel
from regrade.neural.networks import find_compute_device
from regrade.neural.quiet import quiet_library, quiet_transformers
from regrade.neural.reranker import Candidates, PassageText
from tests.refusals import refused
from tests.regrade.neural.small_models.sentence_folders import (
    OF_BERT,
    PROMPTS,
    SETTINGS,
    cased,
    dense,
    make_trunk,
    save_encoder,
    setting,
)
from tests.regrade.neural.small_models.tiny_bert import PASSAGES, QUERIES, WIDE, folder_of

OF_TOKENIZER = "tokenizer_config.json"
TOPICS = [Candidates(query, [PassageText("", text) for text in PASSAGES]) for query in QUERIES]
FOLDERS: dict[str, tuple[type, Callable[[Path], Path]]] = {
    "cosine without a Normalize": (Tower, lambda p: save_encoder(p, similarity_fn_name="cosine")),
    "cosine, said by nobody": (
        Tower,
        lambda p: save_encoder(p, change=setting(SETTINGS, similarity_fn_name=None)),
    ),
    "cls and dot": (Tower, lambda p: save_encoder(p, pooling="cls", similarity_fn_name="dot")),
    "dot behind a Normalize": (
        Tower,
        lambda p: save_encoder(p, normalize(), similarity_fn_name="dot"),
    ),
    "prompts": (Tower, lambda p: save_encoder(p, prompts=PROMPTS)),
    "another length": (Tower, lambda p: save_encoder(p, change=setting(OF_BERT, max_seq_length=8))),
    "a longer one than its tokenizer says": (
        Tower,
        lambda p: save_encoder(p, change=longer_than_the_tokenizer_says),
    ),
    "an older name of its settings": (
        Tower,
        lambda p: save_encoder(p, kind="DistilBertModel", change=named_as_of_old),
    ),
    "a DistilBERT": (Tower, lambda p: save_encoder(p, kind="DistilBertModel")),
    "texts cut at their beginning": (
        LibraryTower,
        lambda p: save_encoder(p, change=cut_at_the_beginning),
    ),
    "other special tokens": (LibraryTower, lambda p: save_encoder(p, change=without_separator)),
    "lower case": (LibraryTower, lambda p: save_encoder(p, change=cased)),
    "prompts that are not pooled": (
        LibraryTower,
        lambda p: save_encoder(p, prompts=PROMPTS, include_prompt=False),
    ),
    "two poolings": (LibraryTower, lambda p: save_encoder(p, pooling=("mean", "max"))),
    "the last token": (LibraryTower, lambda p: save_encoder(p, pooling="lasttoken")),
    "a Dense": (LibraryTower, lambda p: save_encoder(p, dense(), normalize())),
    "a Normalize before a Dense": (
        LibraryTower,
        lambda p: save_encoder(p, normalize(), dense(), similarity_fn_name="dot"),
    ),
    "a transformer in a folder below": (LibraryTower, lambda p: save_encoder(p, change=below)),
    "fewer dimensions": (LibraryTower, lambda p: save_encoder(p, truncate_dim=5)),
    "a default prompt": (
        LibraryTower,
        lambda p: save_encoder(p, prompts=PROMPTS, default_prompt_name="query"),
    ),
    "an XLM-R": (
        LibraryTower,
        lambda p: save_encoder(p, normalize(), kind="XLMRobertaModel", pooling="cls"),
    ),
    "a ModernBERT": (LibraryTower, lambda p: save_encoder(p, kind="ModernBertModel")),
    "a Qwen3": (
        LibraryTower,
        lambda p: save_encoder(
            p, kind="Qwen3Model", pooling="lasttoken", prompts={"query": "Instruct: find\nQuery:"}
        ),
    ),
    "words alone": (LibraryTower, lambda p: static(p)),
    "two ways": (LibraryTower, lambda p: routed(p)),
    "two ways, one with a transformer": (LibraryTower, lambda p: routed(p, "BertModel")),
}


def normalize() -> Any:
    from sentence_transformers.base.modules import Normalize

    return Normalize()


def static(folder: Path) -> Path:
    """Word vectors without a transformer."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import StaticEmbedding

    from tests.regrade.neural.small_models.tiny_bert import tokenizer_of

    with torch.random.fork_rng():
        torch.manual_seed(5)
        words = StaticEmbedding(tokenizer_of()._tokenizer, embedding_dim=8)
    with quiet_library():
        SentenceTransformer(modules=[words], device="cpu").save(str(folder))
    return folder


def routed(folder: Path, kind: str = "") -> Path:
    """Queries through word vectors, and passages through others or through a transformer."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.base.modules import Router, Transformer
    from sentence_transformers.sentence_transformer.modules import Pooling, StaticEmbedding

    from tests.regrade.neural.small_models.tiny_bert import tokenizer_of

    with torch.random.fork_rng(), quiet_transformers(), quiet_library():
        torch.manual_seed(5)
        ways: list[list[Any]] = [
            [StaticEmbedding(tokenizer_of()._tokenizer, embedding_dim=WIDE)] for _ in range(2)
        ]
        if kind:
            ways[1] = [Transformer(str(make_trunk(folder / "trunk", kind))), Pooling(WIDE, "mean")]
        router = Router.for_query_document(*ways)
        SentenceTransformer(modules=[router], device="cpu").save(str(folder / "saved"))
    return folder / "saved"


def load(folder: Path, **options: Any) -> BiEncoder:
    device = find_compute_device("cpu")
    return load_bi_encoder(folder_of(folder), device, BiEncoderOptions(**options))


def scores_of_the_library(folder: Path, **prompts: str) -> Any:
    from sentence_transformers import SentenceTransformer

    with quiet_transformers(), quiet_library():
        model = SentenceTransformer(str(folder), device="cpu", local_files_only=True)
        queries = model.encode_query(list(QUERIES), prompt=prompts.get("query"))
        passages = model.encode_document(list(PASSAGES), prompt=prompts.get("passage"))
        return model.similarity(queries, passages).numpy()


@pytest.mark.parametrize("name", FOLDERS)
def test_score_of_a_folder_is_the_librarys(tmp_path: Path, name: str) -> None:
    tower, make = FOLDERS[name]
    folder = make(tmp_path)
    ours, theirs = load(folder), scores_of_the_library(folder)
    assert isinstance(ours.passages, tower)
    found = np.array(ours.score(TOPICS))
    np.testing.assert_allclose(found, theirs, rtol=0, atol=1e-5)
    assert (np.argsort(-found) == np.argsort(-theirs)).all()


@pytest.mark.parametrize("kind", ["BertModel", "ModernBertModel"])
def test_prompts_asked_for_replace_those_of_the_folder(tmp_path: Path, kind: str) -> None:
    folder = save_encoder(tmp_path, kind=kind, prompts=PROMPTS)
    ours = load(folder, query_prompt="find\n", passage_prompt="")
    theirs = scores_of_the_library(folder, query="find\n", passage="")
    np.testing.assert_allclose(np.array(ours.score(TOPICS)), theirs, rtol=0, atol=1e-5)
    assert not np.allclose(theirs, scores_of_the_library(folder), atol=1e-3)


def test_a_prompt_for_passages_serves_where_there_is_none_for_documents(tmp_path: Path) -> None:
    prompts = {"query": "q: ", "passage": "p: "}
    folder = save_encoder(tmp_path, change=setting(SETTINGS, prompts=prompts))
    theirs = scores_of_the_library(folder, query="q: ", passage="p: ")
    np.testing.assert_allclose(np.array(load(folder).score(TOPICS)), theirs, rtol=0, atol=1e-5)


def test_lengths_and_pooling_asked_for_hold_for_the_library_too(tmp_path: Path) -> None:
    folder = save_encoder(tmp_path, kind="ModernBertModel")
    caps = {"max_query_tokens": 4, "max_passage_tokens": 6}
    cut = load(folder, pooling="cls", **caps)
    short = [Candidates("do fish", [PassageText("", "goldfish keep growing")])]
    whole = [Candidates("do fish grow", [PassageText("", PASSAGES[0])])]
    np.testing.assert_allclose(cut.score(whole), cut.score(short), atol=1e-2)
    assert not np.allclose(cut.score(whole), load(folder, **caps).score(whole), atol=1e-3)


@pytest.mark.parametrize("kind", ["BertModel", "ModernBertModel"])
def test_a_length_beyond_the_folders_is_read_where_the_model_reads_it(
    tmp_path: Path, kind: str
) -> None:
    folder = save_encoder(tmp_path, kind=kind)
    whole = load(folder).score(TOPICS)
    setting(OF_BERT, max_seq_length=5)(folder)
    longer = load(folder, max_query_tokens=200, max_passage_tokens=200).score(TOPICS)
    np.testing.assert_allclose(np.array(longer), np.array(whole), rtol=0, atol=1e-5)
    assert not np.allclose(load(folder).score(TOPICS), whole, atol=1e-3)


def test_titles_are_joined_behind_a_prompt(tmp_path: Path) -> None:
    folder = save_encoder(tmp_path, prompts=PROMPTS)
    titled, joined = (
        load(folder).passages.encode([text])
        for text in (PassageText("Fish", "they grow"), PassageText("", "Fish they grow"))
    )
    np.testing.assert_array_equal(titled, joined)


def test_padding_moves_last_digits_and_the_same_texts_give_the_same_bytes(tmp_path: Path) -> None:
    tower = load(save_encoder(tmp_path, kind="XLMRobertaModel")).passages
    texts = [PassageText("", text) for text in PASSAGES]
    together = tower.encode(texts)
    alone = np.concatenate([tower.encode([text]) for text in texts])
    np.testing.assert_allclose(together, alone, rtol=0, atol=1e-6)
    np.testing.assert_array_equal(together, tower.encode(texts))
    assert tower.encode([]).shape == (0, together.shape[1])


def named_as_of_old(folder: Path) -> None:
    setting(OF_BERT, max_seq_length=8)(folder)
    (folder / OF_BERT).rename(folder / "sentence_distilbert_config.json")


def longer_than_the_tokenizer_says(folder: Path) -> None:
    setting(OF_TOKENIZER, model_max_length=8)(folder)
    setting(OF_BERT, max_seq_length=64)(folder)


def cut_at_the_beginning(folder: Path) -> None:
    setting(OF_TOKENIZER, truncation_side="left")(folder)
    setting(OF_BERT, max_seq_length=8)(folder)


def without_separator(folder: Path) -> None:
    """What follows the text's tokens is in the tokenizer's own file."""
    setting(OF_TOKENIZER, tokenizer_class="PreTrainedTokenizerFast")(folder)
    held = json.loads((folder / "tokenizer.json").read_text())
    held["post_processor"]["single"].pop()
    (folder / "tokenizer.json").write_text(json.dumps(held))


def below(folder: Path) -> None:
    modules = json.loads((folder / "modules.json").read_text())
    modules[0]["path"] = "0_Transformer"
    (folder / "0_Transformer").mkdir()
    for path in [path for path in folder.iterdir() if path.is_file()]:
        if path.name not in ("modules.json", SETTINGS):
            path.rename(folder / "0_Transformer" / path.name)
    (folder / "modules.json").write_text(json.dumps(modules))


def without_words(folder: Path) -> None:
    for name in (OF_TOKENIZER, "tokenizer.json", "vocab.txt"):
        (folder / name).unlink(missing_ok=True)


def without_poolings_file(folder: Path) -> None:
    (folder / "1_Pooling" / "config.json").unlink()


def of_another_code(folder: Path) -> None:
    modules = json.loads((folder / "modules.json").read_text())
    modules[1]["type"] = "own_code.Pooling"
    (folder / "modules.json").write_text(json.dumps(modules))
    (folder / "own_code.py").write_text("raise SystemExit('code of a model was run')")


def without_modules(folder: Path) -> None:
    (folder / "modules.json").unlink()


def one_layer(folder: Path) -> None:
    setting("config.json", num_hidden_layers=1, layer_types=["full_attention"])(folder)


def without_a_layer(folder: Path) -> None:
    from tests.regrade.neural.small_models.tiny_bert import change_weights

    change_weights(folder, drop=("layers.1.attn", "encoder.layer.1.attention"))


BERT, MODERN = "BertModel", "ModernBertModel"


@pytest.mark.parametrize(
    ("kind", "change", "code", "said"),
    [
        (
            BERT,
            setting(SETTINGS, similarity_fn_name="manhattan"),
            "similarity_unsupported",
            "by manhattan",
        ),
        (BERT, setting(SETTINGS, model_type="CrossEncoder"), "other_class", "a CrossEncoder"),
        (BERT, of_another_code, "own_code", "own_code.Pooling"),
        (BERT, without_modules, "modules_missing", "no modules.json"),
        (MODERN, without_a_layer, "layers_without_weights", "layers.1.attn"),
        (MODERN, one_layer, "weights_without_layer", "layers.1"),
        (MODERN, setting(OF_BERT, max_seq_length="long"), "bad_config", "max_seq_length"),
        (BERT, setting(SETTINGS, prompts=["query: "]), "bad_config", "prompts"),
        (BERT, setting(SETTINGS, prompts={"query": 5}), "bad_config", "prompts"),
        (BERT, setting("1_Pooling/config.json", pooling_mode=5), "bad_config", "pooling_mode"),
        (BERT, without_poolings_file, "modules_missing", "1_Pooling/config.json"),
        ("XLMRobertaModel", without_words, "tokenizer_missing", "holds no tokenizer"),
    ],
)
def test_a_folder_that_cannot_be_scored_as_it_says_is_refused_by_name(
    tmp_path: Path, kind: str, change: Callable[[Path], None], code: str, said: str
) -> None:
    folder = save_encoder(tmp_path, kind=kind, change=change)
    with refused(UnusableModel, code) as caught:
        load(folder)
    assert said in str(caught.value)


def test_another_similarity_is_computed_where_somebody_asks_for_one(tmp_path: Path) -> None:
    change = setting(SETTINGS, similarity_fn_name="euclidean")
    folder = save_encoder(tmp_path, change=change)
    found = load(folder, similarity="cosine").score(TOPICS)
    setting(SETTINGS, similarity_fn_name="cosine")(folder)
    np.testing.assert_allclose(np.array(found), scores_of_the_library(folder), rtol=0, atol=1e-5)


def test_towers_compared_in_two_ways_are_refused_unless_one_is_asked_for(tmp_path: Path) -> None:
    dot, cosine = (
        folder_of(save_encoder(tmp_path / name, similarity_fn_name=name))
        for name in ("dot", "cosine")
    )
    device = find_compute_device("cpu")
    with refused(UnusableModel, "other_similarity"):
        load_bi_encoder(dot, device, passage_folder=cosine)
    load_bi_encoder(dot, device, BiEncoderOptions(similarity="dot"), passage_folder=cosine)


def test_texts_are_cut_where_positions_end(tmp_path: Path) -> None:
    """An XLM-R of 514 positions reads 512 tokens, whatever its tokenizer says."""
    no_limit = setting(OF_TOKENIZER, model_max_length=None)
    folder = save_encoder(tmp_path, kind="XLMRobertaModel", change=no_limit)
    word = PASSAGES[0].split()[0]
    long, cut = (PassageText("", f"{word} " * n) for n in (600, 510))
    found = load(folder).passages.encode([long, cut])
    np.testing.assert_allclose(found[0], found[1], rtol=0, atol=1e-5)


def test_a_length_asked_for_holds_for_a_transformer_in_a_folder_below(tmp_path: Path) -> None:
    folder = save_encoder(tmp_path)
    whole = load(folder).score(TOPICS)
    setting(OF_BERT, max_seq_length=5)(folder)
    below(folder)
    longer = load(folder, max_query_tokens=200, max_passage_tokens=200).score(TOPICS)
    np.testing.assert_allclose(np.array(longer), np.array(whole), rtol=0, atol=1e-5)


def test_a_title_apart_is_refused_where_the_library_encodes(tmp_path: Path) -> None:
    with refused(UnusableModel, "title_unsupported"):
        load(save_encoder(tmp_path, kind="ModernBertModel"), title="apart")


def test_a_plain_folder_of_transformers_is_compared_by_the_dot_product(tmp_path: Path) -> None:
    ours = load(make_trunk(tmp_path, "ModernBertModel"))
    vectors = ours.passages.encode([PassageText("", text) for text in PASSAGES])
    assert not np.allclose(np.linalg.norm(vectors, axis=1), 1)


def test_colbert_refuses_a_folder_with_layers_that_it_does_not_compute(tmp_path: Path) -> None:
    folder = save_encoder(tmp_path, dense())
    with refused(UnusableModel, "setting_unsupported") as caught:
        load_colbert(folder_of(folder), find_compute_device("cpu"))
    assert "Dense" in str(caught.value)


def test_colbert_refuses_prompts(tmp_path: Path) -> None:
    folder = save_encoder(tmp_path, prompts=PROMPTS)
    with refused(UnusableModel, "setting_unsupported") as caught:
        load_colbert(folder_of(folder), find_compute_device("cpu"))
    assert "prompts" in str(caught.value)
