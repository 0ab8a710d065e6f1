from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from regrade.neural.bert_cat import load_bert_cat
from regrade.neural.cross_encoder import CrossEncoder, CrossEncoderOptions, load_cross_encoder
from regrade.neural.model_folder import UnusableModel
from regrade.neural.networks import Precision, find_compute_device
from regrade.neural.quiet import quiet_library, quiet_transformers
from regrade.neural.reranker import Candidates, PassageText
from tests.refusals import refused
from tests.regrade.neural.small_models.sentence_folders import (
    OF_BERT,
    SETTINGS,
    make_trunk,
    setting,
)
from tests.regrade.neural.small_models.tiny_bert import (
    PASSAGES,
    QUERIES,
    change_weights,
    folder_of,
    make_bert,
    network_of,
)

PAIRS = [(query, passage) for query in QUERIES for passage in PASSAGES]
TOPICS = [Candidates(query, [PassageText("", text) for text in PASSAGES]) for query in QUERIES]
# Three of each family; random weights differ by the number of labels and of layers.
KINDS = [
    (f"{family}ForSequenceClassification", sizes)
    for family in ("XLMRoberta", "ModernBert", "Qwen3")
    for sizes in (
        {"num_labels": 1},
        {"num_labels": 2},
        {"num_labels": 1, "num_hidden_layers": 3},
    )
]
TEMPLATE = (
    "{% set ns = namespace(task='find passages') %}"
    "{% for m in messages if m.role == 'system' %}{% set ns.task = m.content %}{% endfor %}"
    "task: {{ ns.task }} query: "
    "{{ messages | selectattr('role', 'eq', 'query') | map(attribute='content') | first }}"
    " passage: "
    "{{ messages | selectattr('role', 'eq', 'document') | map(attribute='content') | first }} yes ?"
)


def load(folder: Path, precision: Precision = "float32", **options: Any) -> CrossEncoder:
    compute = find_compute_device("cpu", precision)
    return load_cross_encoder(folder_of(folder), compute, CrossEncoderOptions(**options))


def scores_of(ranker: CrossEncoder) -> NDArray[np.float64]:
    return np.concatenate(ranker.score(TOPICS))


def logits_of_transformers(folder: Path, kind: str, **cut: Any) -> NDArray[np.float64]:
    """What transformers' own module gives for each pair by itself, without padding."""
    import torch
    from transformers import AutoTokenizer

    network = network_of(folder, kind)
    tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
    rows = []
    with torch.inference_mode():
        for pair in PAIRS:
            tokens = tokenizer(*pair, return_tensors="pt", **cut)
            if "Bert" not in kind:
                tokens.pop("token_type_ids", None)
            rows.append(network(**tokens).logits[0])
        logits = torch.stack(rows).double()
        scores = logits[:, 0] if logits.shape[1] == 1 else logits.log_softmax(dim=1)[:, 1]
    return np.asarray(scores.numpy())


def make_language_model(folder: Path, template: str = TEMPLATE) -> Path:
    make_trunk(folder, "Qwen3ForCausalLM")
    (folder / "chat_template.jinja").write_text(template)
    return folder


@pytest.mark.parametrize(("kind", "sizes"), KINDS)
def test_score_is_the_logit_of_transformers(
    tmp_path: Path, kind: str, sizes: dict[str, int]
) -> None:
    folder = make_trunk(tmp_path, kind, **sizes)
    theirs = logits_of_transformers(folder, kind)
    np.testing.assert_allclose(scores_of(load(folder)), theirs, rtol=0, atol=1e-5)
    assert np.unique(theirs.round(4)).size == len(theirs)


@pytest.mark.parametrize("task", [None, "find fish"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_score_of_a_language_model_is_its_yes_against_its_no(
    tmp_path: Path, seed: int, task: str | None
) -> None:
    import torch
    from transformers import AutoTokenizer

    folder = make_language_model(tmp_path)
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        words = torch.randn(30522, 16)
    change_weights(folder, drop=("lm_head",), add={"lm_head.weight": words})
    network = network_of(folder, "Qwen3ForCausalLM")
    tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
    yes, no = tokenizer.convert_tokens_to_ids(["yes", "no"])
    with torch.inference_mode():
        expected = []
        for query, passage in PAIRS:
            text = f"task: {task or 'find passages'} query: {query} passage: {passage} yes ?"
            ids = tokenizer(text, return_tensors="pt", add_special_tokens=False)["input_ids"]
            logits = network(input_ids=ids).logits[0, -1]
            expected.append(float(logits[yes] - logits[no]))
    np.testing.assert_allclose(scores_of(load(folder, prompt=task)), expected, rtol=0, atol=1e-5)


def test_score_of_a_bert_is_that_of_bert_cat(tmp_path: Path) -> None:
    folder = make_bert(tmp_path, "BertForSequenceClassification", num_labels=1)
    faster = load_bert_cat(folder_of(folder), find_compute_device("cpu"))
    ours = scores_of(load(folder))
    np.testing.assert_allclose(ours, np.concatenate(faster.score(TOPICS)), rtol=0, atol=1e-5)


def test_other_candidates_move_last_digits_and_the_same_give_the_same_bytes(
    tmp_path: Path,
) -> None:
    ranker = load(make_trunk(tmp_path, "XLMRobertaForSequenceClassification", num_labels=1))
    together = scores_of(ranker)
    alone = [
        ranker.score([Candidates(query, [PassageText("", passage)])])[0][0]
        for query, passage in PAIRS
    ]
    np.testing.assert_allclose(together, alone, rtol=0, atol=1e-6)
    np.testing.assert_array_equal(together, scores_of(ranker))


def test_settings_of_a_saved_folder_are_the_librarys(tmp_path: Path) -> None:
    import sentence_transformers

    trunk = make_trunk(tmp_path / "trunk", "ModernBertForSequenceClassification", num_labels=1)
    folder = tmp_path / "saved"
    with quiet_transformers(), quiet_library():
        sentence_transformers.CrossEncoder(str(trunk), device="cpu").save(str(folder))
    asked = {"prompts": {"task": "search: "}, "default_prompt_name": "task"}
    setting(SETTINGS, activation_fn="torch.nn.modules.linear.Identity", **asked)(folder)
    setting(OF_BERT, max_seq_length=12)(folder)
    with quiet_transformers(), quiet_library():
        theirs = sentence_transformers.CrossEncoder(str(folder), device="cpu").predict(PAIRS)
    np.testing.assert_allclose(scores_of(load(folder)), theirs, rtol=0, atol=1e-5)
    assert not np.allclose(scores_of(load(folder, prompt="")), theirs, atol=1e-3)
    assert not np.allclose(scores_of(load(folder, max_tokens=7)), theirs, atol=1e-3)


def test_score_of_no_passages_is_empty(tmp_path: Path) -> None:
    ranker = load(make_bert(tmp_path, "BertForSequenceClassification", num_labels=1))
    assert [len(scores) for scores in ranker.score([Candidates("a", []), TOPICS[0]])] == [0, 5]
    assert [len(scores) for scores in ranker.score([Candidates("a", [])])] == [0]
    assert ranker.score([]) == []


def test_score_in_bfloat16_has_digits_that_bfloat16_has_not(tmp_path: Path) -> None:
    import torch

    folder = make_trunk(tmp_path, "XLMRobertaForSequenceClassification", num_labels=1)
    scores = scores_of(load(folder, "bfloat16"))
    halved = torch.from_numpy(scores).bfloat16().double().numpy()
    assert not np.isin(scores, halved).all()


@pytest.mark.parametrize(
    ("kind", "sizes", "code"),
    [
        ("XLMRobertaForSequenceClassification", {"num_labels": 3}, "other_label_count"),
        ("XLMRobertaModel", {}, "layers_without_weights"),
        ("Qwen3ForCausalLM", {}, "template_missing"),
    ],
)
def test_load_of_a_model_that_scores_no_pairs_is_refused(
    tmp_path: Path, kind: str, sizes: dict[str, int], code: str
) -> None:
    with refused(UnusableModel, code):
        load(make_trunk(tmp_path, kind, **sizes))


def test_load_of_a_language_model_whose_template_holds_no_pair_is_refused(tmp_path: Path) -> None:
    template = "{% for m in messages if m.role == 'user' %}{{ m.content }}{% endfor %}"
    with refused(UnusableModel, "template_missing") as caught:
        load(make_language_model(tmp_path, template))
    assert "chat_template.jinja" in str(caught.value)


def test_load_with_a_length_that_leaves_no_room_is_refused(tmp_path: Path) -> None:
    folder = make_bert(tmp_path, "BertForSequenceClassification", num_labels=1)
    with pytest.raises(ValueError, match="4 tokens leave no room"):
        load(folder, max_tokens=4)


def test_bert_cat_refuses_settings_that_only_the_library_computes(tmp_path: Path) -> None:
    import sentence_transformers

    trunk = make_bert(tmp_path / "trunk", "BertForSequenceClassification", num_labels=1)
    folder = tmp_path / "saved"
    with quiet_transformers(), quiet_library():
        sentence_transformers.CrossEncoder(str(trunk), device="cpu").save(str(folder))
    load_bert_cat(folder_of(folder), find_compute_device("cpu"))
    setting(OF_BERT, max_seq_length=12)(folder)
    with refused(UnusableModel, "setting_unsupported") as caught:
        load_bert_cat(folder_of(folder), find_compute_device("cpu"))
    assert "max_seq_length" in str(caught.value)
    assert "cross-encoder" in str(caught.value)


def test_a_model_without_a_token_of_padding_takes_its_tokenizers(tmp_path: Path) -> None:
    kind = "Qwen3ForSequenceClassification"
    folder = make_trunk(tmp_path, kind, num_labels=1)
    whole = scores_of(load(folder))
    setting("config.json", pad_token_id=None)(folder)
    np.testing.assert_allclose(scores_of(load(folder)), whole, rtol=0, atol=1e-6)


def test_bert_cat_refuses_a_tokenizer_that_writes_pairs_otherwise(tmp_path: Path) -> None:
    """Without a class of its own it gives no segments, which the cross-encoder honours."""
    folder = make_bert(tmp_path, "BertForSequenceClassification", num_labels=1)
    setting("tokenizer_config.json", tokenizer_class="PreTrainedTokenizerFast")(folder)
    with refused(UnusableModel, "other_format") as caught:
        load_bert_cat(folder_of(folder), find_compute_device("cpu"))
    assert "cross-encoder" in str(caught.value)
    theirs = logits_of_transformers(folder, "BertForSequenceClassification")
    np.testing.assert_allclose(scores_of(load(folder)), theirs, rtol=0, atol=1e-5)
