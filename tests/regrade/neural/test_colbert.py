from __future__ import annotations

import string
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from regrade.neural import colbert as module
from regrade.neural.batches import TokenBudget
from regrade.neural.colbert import Colbert, ColbertOptions, load_colbert
from regrade.neural.model_folder import UnusableModel
from regrade.neural.networks import Precision, find_compute_device
from regrade.neural.reranker import Candidates, PassageText
from tests.refusals import refused
from tests.regrade.neural.conftest import Saved
from tests.regrade.neural.small_models.tiny_bert import (
    KINDS,
    PASSAGES,
    QUERIES,
    WIDE,
    change_weights,
    folder_of,
    make_bert,
    network_of,
    tokenizer_of,
)

# What the real vocabulary calls them.
CLS, SEP, MASK, Q, D = 101, 102, 103, 1, 2
N_DIMENSIONS = 6
PASSAGE_TEXTS = [PassageText("", text) for text in PASSAGES]
TOPICS = [Candidates(query, PASSAGE_TEXTS) for query in QUERIES]


def load(folder: Path, precision: Precision = "float32", **options: Any) -> Colbert:
    return load_colbert(
        folder_of(folder), find_compute_device("cpu", precision), ColbertOptions(**options)
    )


def projection() -> Any:
    import torch

    generator = torch.Generator().manual_seed(5)
    return torch.randn(N_DIMENSIONS, WIDE, generator=generator)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Weights as ColBERT saves them: the trunk below `bert.`, the projection beside it."""
    path = make_bert(tmp_path_factory.mktemp("colbert"))
    change_weights(path, below="bert.", drop=("pooler.",), add={"linear.weight": projection()})
    return path


@pytest.fixture(scope="module")
def model(folder: Path) -> Colbert:
    return load(folder)


def test_query_tokens_are_filled_up_with_masks_that_are_not_attended_to(model: Colbert) -> None:
    (text,) = model.query_tokens(["do fish grow"])
    words = tokenizer_of().convert_tokens_to_ids(["do", "fish", "grow"])
    assert text.token_ids == [CLS, Q, *words, SEP, *[MASK] * 26]
    assert (text.n_attended, text.n_first) == (6, None)


def test_query_tokens_of_a_long_query_are_cut_with_its_end_mark(model: Colbert) -> None:
    (text,) = model.query_tokens(["fish " * 40])
    fish = tokenizer_of().convert_tokens_to_ids("fish")
    assert text.token_ids == [CLS, Q, *[fish] * 29, SEP]
    assert text.n_attended == 32


def test_query_tokens_of_an_empty_query_are_marks_and_masks(model: Colbert) -> None:
    (text,) = model.query_tokens([""])
    assert text.token_ids == [CLS, Q, SEP, *[MASK] * 29]


def test_query_tokens_attend_to_masks_where_the_model_did(folder: Path) -> None:
    (text,) = load(folder, attends_to_masks=True).query_tokens(["do fish grow"])
    assert text.n_attended == 32


def test_passage_tokens_bear_their_marker(model: Colbert) -> None:
    (text,) = model.passage_tokens([PassageText("Goldfish", "Fish, grow!")])
    pieces = ["gold", "##fish", "fish", ",", "grow", "!"]
    words = tokenizer_of().convert_tokens_to_ids(pieces)
    assert text.token_ids == [CLS, D, *words, SEP]


@pytest.mark.parametrize("n_words", [217, 100_000])
def test_passage_tokens_of_a_long_passage_are_cut_at_220(model: Colbert, n_words: int) -> None:
    (text,) = model.passage_tokens([PassageText("", "fish " * n_words)])
    fish = tokenizer_of().convert_tokens_to_ids("fish")
    assert text.token_ids == [CLS, D, *[fish] * 217, SEP]


@pytest.mark.parametrize("text", [*PASSAGES, "", "...", "naïve 東京", "  two  blanks ", "\u0301 x"])
def test_passage_tokens_are_those_of_a_dot_replaced_by_the_marker(
    model: Colbert, text: str
) -> None:
    # How ColBERT makes room for the marker.
    ids = tokenizer_of()(f". {text}", truncation=True, max_length=220)["input_ids"]
    (ours,) = model.passage_tokens([PassageText("", text)])
    assert ours.token_ids == [CLS, D, *ids[2:]]


def test_encode_passages_leaves_punctuation_out(model: Colbert) -> None:
    texts = ("fish, grow!", "fish", "", string.punctuation)
    encoded = model.encode_passages([PassageText("", text) for text in texts])
    assert encoded.lengths.tolist() == [5, 4, 3, 3]
    assert encoded.vectors.shape == (15, N_DIMENSIONS)


def test_encode_passages_keeps_punctuation_where_asked(folder: Path) -> None:
    whole = load(folder, drops_punctuation=False)
    assert whole.encode_passages([PassageText("", "fish, grow!")]).lengths.tolist() == [7]


def test_encode_passages_reads_the_punctuation_that_it_leaves_out(model: Colbert) -> None:
    with_mark, without = (
        model.encode_passages([PassageText("", text)]).vectors
        for text in ("fish, grow", "fish grow")
    )
    assert with_mark.shape == without.shape
    assert not np.allclose(with_mark, without, atol=1e-2)


def test_encode_queries_keeps_punctuation(model: Colbert) -> None:
    assert model.encode_queries(["fish, grow?"]).shape == (1, 32, N_DIMENSIONS)


def test_encode_passages_gives_vectors_of_length_1_in_half_precision(model: Colbert) -> None:
    vectors = model.encode_passages(PASSAGE_TEXTS).vectors
    assert vectors.dtype == np.float16
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1)
    np.testing.assert_allclose(lengths, 1, rtol=0, atol=1e-3)


def test_encode_queries_gives_vectors_of_length_1(model: Colbert) -> None:
    vectors = model.encode_queries(QUERIES)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=2), 1, rtol=0, atol=1e-5)


def test_encode_of_nothing_is_empty(model: Colbert) -> None:
    assert model.encode_queries([]).shape == (0, 32, N_DIMENSIONS)
    assert model.encode_passages([]).vectors.shape == (0, N_DIMENSIONS)
    assert model.encode_passages([]).lengths.shape == (0,)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("attends_to_masks", [False, True])
def test_score_is_that_of_a_padded_forward_pass(
    tmp_path: Path, kind: str, attends_to_masks: bool
) -> None:
    make_bert(tmp_path, f"{kind}Model")
    network = network_of(tmp_path, f"{kind}Model")
    change_weights(tmp_path, add={"linear.weight": projection()})
    scores = load(tmp_path, attends_to_masks=attends_to_masks).score(TOPICS)
    expected = _padded_scores(network, attends_to_masks)
    np.testing.assert_allclose(scores, expected, rtol=0, atol=5e-4)
    assert np.ptp(expected) > 1


def test_score_of_a_folder_without_projection_compares_the_states(saved_bert: Saved) -> None:
    plain = load(saved_bert("BertModel"))
    assert plain.n_dimensions == WIDE
    assert plain.encode_passages(PASSAGE_TEXTS).vectors.shape[1] == WIDE
    assert all(np.all(np.abs(scores) <= 32.1) for scores in plain.score(TOPICS))


@pytest.mark.parametrize(("n_tokens", "window"), [(1, 2), (100, 1000), (100_000, 1000)])
def test_score_does_not_depend_on_the_batch_or_the_window(
    model: Colbert, monkeypatch: pytest.MonkeyPatch, n_tokens: int, window: int
) -> None:
    alone = [
        [model.score([Candidates(query, [passage])])[0][0] for passage in PASSAGE_TEXTS]
        for query in QUERIES
    ]
    limited = replace(model, compute=replace(model.compute, budget=TokenBudget(n_tokens)))
    monkeypatch.setattr(module, "PASSAGES_PER_WINDOW", window)
    np.testing.assert_allclose(limited.score(TOPICS), alone, rtol=0, atol=1e-4)


def test_score_gives_each_topic_its_own_passages(model: Colbert) -> None:
    chosen = [[3, 0, 3], [], [1], [4, 3, 2, 1, 0]]
    whole = model.score([TOPICS[0]])[0]
    topics = [Candidates(QUERIES[0], [PASSAGE_TEXTS[index] for index in some]) for some in chosen]
    for scores, some in zip(model.score(topics), chosen, strict=True):
        np.testing.assert_allclose(scores, whole[some], rtol=0, atol=1e-4)


def test_score_of_no_passages_is_empty(model: Colbert) -> None:
    assert [len(scores) for scores in model.score([Candidates("a", [])])] == [0]
    assert model.score([]) == []


def test_score_of_an_empty_passage_is_a_number(model: Colbert) -> None:
    (scores,) = model.score([Candidates("", [PassageText("", "")])])
    assert np.isfinite(scores).all()


def test_load_with_a_projection_of_other_states_is_refused(tmp_path: Path) -> None:
    import torch

    make_bert(tmp_path)
    change_weights(tmp_path, add={"linear.weight": torch.ones(N_DIMENSIONS, 8)})
    with refused(UnusableModel, "weights_of_other_size"):
        load(tmp_path)


def test_load_with_a_marker_that_is_no_token_is_refused(folder: Path) -> None:
    with refused(UnusableModel, "token_missing") as caught:
        load(folder, query_marker="[Query]")
    assert "[Query]" in str(caught.value)


@pytest.mark.parametrize("cap", ["max_query_tokens", "max_passage_tokens"])
def test_load_with_a_length_that_leaves_no_room_is_refused(folder: Path, cap: str) -> None:
    options: dict[str, Any] = {cap: 3}
    with pytest.raises(ValueError, match="at least 4 tokens; they keep 3"):
        load(folder, **options)


def _padded_scores(network: Any, attends_to_masks: bool) -> NDArray[np.float64]:
    tokenizer = tokenizer_of()
    queries = tokenizer(
        [f". {text}" for text in QUERIES], padding="max_length", max_length=32, return_tensors="pt"
    )
    ids = queries["input_ids"]
    ids[:, 1] = Q
    ids[ids == tokenizer.pad_token_id] = MASK
    attended = queries["attention_mask"] | int(attends_to_masks)
    of_queries = _padded_vectors(network, ids, attended)
    passages = tokenizer([f". {text}" for text in PASSAGES], padding=True, return_tensors="pt")
    ids = passages["input_ids"]
    ids[:, 1] = D
    of_passages = _padded_vectors(network, ids, passages["attention_mask"]).astype(np.float16)
    punctuation = tokenizer.convert_tokens_to_ids(list(string.punctuation))
    kept = passages["attention_mask"].bool()
    for mark in punctuation:
        kept &= ids != mark
    products = np.einsum("qmd,pnd->qpmn", of_queries, of_passages)
    products[:, ~kept.numpy()[:, None, :].repeat(32, axis=1)] = -9999
    scores: NDArray[np.float64] = products.max(axis=3).sum(axis=2)
    return scores


def _padded_vectors(network: Any, ids: Any, mask: Any) -> NDArray[np.float64]:
    import torch

    with torch.inference_mode():
        states = network(input_ids=ids, attention_mask=mask).last_hidden_state
    vectors = (states @ projection().T).double().numpy()
    scaled: NDArray[np.float64] = vectors / np.linalg.norm(vectors, axis=2, keepdims=True)
    return scaled
