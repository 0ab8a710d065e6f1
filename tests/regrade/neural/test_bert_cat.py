from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from regrade.neural.batches import TokenBudget
from regrade.neural.bert_cat import BertCat, BertCatOptions, load_bert_cat
from regrade.neural.model_folder import UnusableModel
from regrade.neural.networks import Precision, find_compute_device
from regrade.neural.reranker import Candidates, PassageText
from tests.refusals import refused
from tests.regrade.neural.conftest import Saved
from tests.regrade.neural.small_models.tiny_bert import (
    KINDS,
    PACKAGED,
    PASSAGES,
    QUERIES,
    WIDE,
    change_weights,
    folder_of,
    make_bert,
    network_of,
    tokenizer_of,
)
from tests.tiers import thorough

TOPICS = [Candidates(query, [PassageText("", text) for text in PASSAGES]) for query in QUERIES]
PAIRS = [(query, text) for query in QUERIES for text in PASSAGES]


def load(
    folder: Path, options: BertCatOptions | None = None, precision: Precision = "float32"
) -> BertCat:
    compute = find_compute_device("cpu", precision)
    return load_bert_cat(folder_of(folder), compute, options or BertCatOptions())


def padded_logits(folder: Path, kind: str, max_tokens: int = 512) -> Any:
    """What transformers' own module makes of the pairs, all in one padded batch."""
    import torch

    queries, passages = map(list, zip(*PAIRS, strict=True))
    with torch.inference_mode():
        return network_of(folder, f"{kind}ForSequenceClassification")(
            **tokenizer_of()(
                queries,
                passages,
                padding=True,
                truncation=True,
                max_length=max_tokens,
                return_tensors="pt",
                return_token_type_ids=kind != "DistilBert",
            )
        ).logits


def all_scores(model: BertCat) -> NDArray[np.float64]:
    return np.concatenate(model.score(TOPICS))


@pytest.fixture(scope="module")
def folder(saved_bert: Saved) -> Any:
    """A BERT of one label; not to be changed."""
    return saved_bert("BertForSequenceClassification", num_labels=1)


@pytest.fixture(scope="module")
def model(folder: Path) -> BertCat:
    return load(folder)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("max_tokens", [20, 512])
def test_score_of_one_label_is_the_logit(saved_bert: Saved, kind: str, max_tokens: int) -> None:
    saved = saved_bert(f"{kind}ForSequenceClassification", num_labels=1)
    scores = all_scores(load(saved, BertCatOptions(max_tokens=max_tokens)))
    logits = padded_logits(saved, kind, max_tokens)
    np.testing.assert_allclose(scores, logits[:, 0].numpy(), rtol=0, atol=1e-5)
    assert np.ptp(scores) > 0.05


@pytest.mark.parametrize("kind", KINDS)
def test_score_of_two_labels_is_the_log_of_the_softmax_for_label_1(
    saved_bert: Saved, kind: str
) -> None:
    saved = saved_bert(f"{kind}ForSequenceClassification", num_labels=2)
    logits = padded_logits(saved, kind).double().numpy()
    expected = logits[:, 1] - np.log(np.exp(logits).sum(axis=1))
    np.testing.assert_allclose(all_scores(load(saved)), expected, rtol=0, atol=1e-5)


@pytest.mark.parametrize("kind", KINDS)
def test_score_of_matchmakers_layer_is_its_product_with_the_first_token(
    tmp_path: Path, kind: str
) -> None:
    import torch

    queries, passages = map(list, zip(*PAIRS, strict=True))
    make_bert(tmp_path, f"{kind}Model")
    network = network_of(tmp_path, f"{kind}Model")
    weight, bias = torch.linspace(-1, 1, WIDE)[None], torch.tensor([0.25])
    layer = {"_classification_layer.weight": weight, "_classification_layer.bias": bias}
    change_weights(tmp_path, below="bert_model.", add=layer)
    tokens = tokenizer_of()(queries, passages, padding=True, return_tensors="pt")
    if kind == "DistilBert":
        del tokens["token_type_ids"]
    with torch.inference_mode():
        output = network(**tokens)
    first = output.pooler_output if kind == "Bert" else output.last_hidden_state[:, 0]
    expected = (first @ weight.T + bias)[:, 0].numpy()
    np.testing.assert_allclose(all_scores(load(tmp_path)), expected, rtol=0, atol=1e-5)


def test_score_with_matchmakers_cap_cuts_the_pair_at_230(folder: Path) -> None:
    model = load(folder, BertCatOptions(max_tokens=230))
    (text,) = model.encode([("fish " * 20, "water " * 400)])
    assert len(text.token_ids) == 230
    assert text.n_first == 22


def test_encode_as_mono_bert_cuts_the_query_first(folder: Path) -> None:
    model = load(folder, BertCatOptions(format="mono-bert"))
    fish, water = tokenizer_of().convert_tokens_to_ids(["fish", "water"])
    (text,) = model.encode([("fish " * 70, "water " * 700)])
    assert text.token_ids == [101, *[fish] * 62, 102, *[water] * 446, 102]
    assert text.n_first == 64


@pytest.mark.parametrize(("n_tokens", "window"), [(1, 3), (50, 1000), (100_000, 1000)])
def test_score_does_not_depend_on_the_batch_or_the_window(
    model: BertCat, monkeypatch: pytest.MonkeyPatch, n_tokens: int, window: int
) -> None:
    alone = [model.score([Candidates(q, [PassageText("", p)])])[0][0] for q, p in PAIRS]
    limited = replace(model, compute=replace(model.compute, budget=TokenBudget(n_tokens)))
    monkeypatch.setattr("regrade.neural.reranker.PAIRS_PER_WINDOW", window)
    np.testing.assert_allclose(all_scores(limited), alone, rtol=0, atol=1e-5)


def test_score_in_bfloat16_is_close(folder: Path, model: BertCat) -> None:
    halved = all_scores(load(folder, precision="bfloat16"))
    np.testing.assert_allclose(halved, all_scores(model), rtol=0, atol=0.05)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("num_labels", [1, 2])
def test_score_in_bfloat16_has_digits_that_bfloat16_has_not(
    saved_bert: Saved, kind: str, num_labels: int
) -> None:
    saved = saved_bert(f"{kind}ForSequenceClassification", num_labels=num_labels)
    assert has_more_digits(all_scores(load(saved, precision="bfloat16")))


@pytest.mark.parametrize("kind", ["Bert", "DistilBert"])
def test_score_of_matchmakers_layer_in_bfloat16_has_more_digits(tmp_path: Path, kind: str) -> None:
    import torch

    make_bert(tmp_path, f"{kind}Model")
    change_weights(
        tmp_path, add={"_classification_layer.weight": torch.linspace(-1, 1, WIDE)[None]}
    )
    assert has_more_digits(all_scores(load(tmp_path, precision="bfloat16")))


def has_more_digits(scores: NDArray[np.float64]) -> bool:
    """Whether no score is a number of bfloat16."""
    import torch

    return not np.isin(scores, torch.from_numpy(scores).bfloat16().double().numpy()).any()


def test_score_of_a_topic_without_passages_is_empty(model: BertCat) -> None:
    assert [len(scores) for scores in model.score([Candidates("a", []), TOPICS[0]])] == [0, 5]
    assert [len(scores) for scores in model.score([Candidates("a", [])])] == [0]
    assert model.score([]) == []


@thorough
def test_score_agrees_with_the_cross_encoder_of_sentence_transformers(
    folder: Path, model: BertCat
) -> None:
    import torch
    from sentence_transformers import CrossEncoder

    peer = CrossEncoder(str(folder), device="cpu", local_files_only=True)
    theirs = peer.predict(PAIRS, activation_fn=torch.nn.Identity(), show_progress_bar=False)
    np.testing.assert_allclose(all_scores(model), theirs, rtol=0, atol=1e-5)


@pytest.mark.parametrize(
    ("sizes", "code"),
    [
        ({"num_labels": 1, "type_vocab_size": 1}, "one_segment"),
        ({"num_labels": 3}, "other_label_count"),
    ],
)
def test_load_of_a_model_that_reads_no_pairs_or_has_other_labels_is_refused(
    saved_bert: Saved, sizes: dict[str, int], code: str
) -> None:
    with refused(UnusableModel, code):
        load(saved_bert("BertForSequenceClassification", **sizes))


@pytest.mark.parametrize(
    ("rows", "width", "code"), [(3, WIDE, "other_label_count"), (1, 8, "weights_of_other_size")]
)
def test_load_with_another_layer_of_matchmakers_is_refused(
    tmp_path: Path, rows: int, width: int, code: str
) -> None:
    import torch

    make_bert(tmp_path, "DistilBertModel")
    change_weights(tmp_path, add={"_classification_layer.weight": torch.ones(rows, width)})
    with refused(UnusableModel, code):
        load(tmp_path)


def test_load_with_matchmakers_layer_but_no_pooler_is_refused(tmp_path: Path) -> None:
    import torch

    make_bert(tmp_path, "BertModel")
    layer = {"_classification_layer.weight": torch.ones(1, WIDE)}
    change_weights(tmp_path, drop=("pooler.",), add=layer)
    with refused(UnusableModel, "layers_without_weights") as caught:
        load(tmp_path)
    assert "pooler.dense" in str(caught.value)


def test_load_without_a_head_is_refused() -> None:
    with refused(UnusableModel, "layers_without_weights") as caught:
        load(PACKAGED)
    assert "classifier.bias" in str(caught.value)


def test_load_of_another_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "t5"}')
    with refused(UnusableModel, "other_kind") as caught:
        load(tmp_path)
    assert "kind t5" in str(caught.value)


@pytest.mark.parametrize(
    "options",
    [
        BertCatOptions(max_tokens=4),
        BertCatOptions(format="mono-bert", max_tokens=66),
        BertCatOptions(format="mono-bert", max_query_tokens=2),
    ],
)
def test_load_with_lengths_that_leave_no_room_is_refused(
    folder: Path, options: BertCatOptions
) -> None:
    with pytest.raises(ValueError, match="leave no room for a passage"):
        load(folder, options)


def test_load_cuts_at_what_the_model_reads_where_more_is_asked_for(folder: Path) -> None:
    assert load(folder, BertCatOptions(max_tokens=1000)).options.max_tokens == 512
