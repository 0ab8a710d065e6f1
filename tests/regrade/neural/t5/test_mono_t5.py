from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from regrade.neural.batches import TokenBudget
from regrade.neural.model_folder import ModelFolder, find_model
from regrade.neural.networks import find_compute_device
from regrade.neural.reranker import Candidates, PassageText
from regrade.neural.t5.loading import load_t5
from regrade.neural.t5.mono_t5 import MonoT5, MonoT5Options, load_mono_t5
from tests.regrade.neural.conftest import Saved
from tests.regrade.neural.small_models.tiny_t5 import PROMPT_PIECES, TEXTS, first_logits, one_thread

TOPICS = [
    Candidates("how long do spruces live", [PassageText("", text) for text in TEXTS.values()]),
    Candidates("why do cats sleep", [PassageText("cats", TEXTS["d3"]), PassageText("", "cats")]),
]


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    with one_thread():
        yield


@pytest.fixture(scope="module")
def folder(saved_t5: Saved) -> ModelFolder:
    return find_model(str(saved_t5(pieces=PROMPT_PIECES)))


@pytest.fixture(scope="module")
def ranker(folder: ModelFolder) -> MonoT5:
    return load_mono_t5(folder, find_compute_device("cpu"))


def by_transformers(folder: ModelFolder, topic: Candidates) -> NDArray[np.float32]:
    """log p(true) of prompts that are written out and tokenized as they are."""
    import torch

    t5 = load_t5(folder, find_compute_device("cpu"))
    words = t5.tokenizer.convert_tokens_to_ids(["▁true", "▁false"])
    prompts = [
        f"Query: {topic.query} Document: {passage.title} {passage.text} Relevant:"
        for passage in topic.passages
    ]
    logits = first_logits(t5, t5.tokenizer(prompts)["input_ids"])[:, words]
    found: NDArray[np.float32] = torch.from_numpy(logits).log_softmax(dim=1)[:, 0].numpy()
    return found


def test_score_is_the_log_probability_of_true(ranker: MonoT5, folder: ModelFolder) -> None:
    for topic, scores in zip(TOPICS, ranker.score(TOPICS), strict=True):
        np.testing.assert_allclose(scores, by_transformers(folder, topic), rtol=0, atol=1e-5)


@pytest.mark.parametrize("n_tokens", [1, 60, 9999])
def test_score_does_not_depend_on_batch_mates(
    ranker: MonoT5, folder: ModelFolder, n_tokens: int
) -> None:
    query, passages = TOPICS[0]
    alone = [ranker.score([Candidates(query, [passage])])[0][0] for passage in passages]
    compute = replace(find_compute_device("cpu"), budget=TokenBudget(n_tokens))
    together = load_mono_t5(folder, compute).score([*TOPICS[1:], *TOPICS])[1]
    np.testing.assert_allclose(together, alone, rtol=0, atol=1e-5)


def test_score_in_several_windows_is_that_in_one(
    ranker: MonoT5, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = np.concatenate(ranker.score(TOPICS))
    monkeypatch.setattr("regrade.neural.reranker.PAIRS_PER_WINDOW", 4)
    parts = ranker.score(TOPICS)
    assert [len(part) for part in parts] == [4, 2]
    np.testing.assert_allclose(np.concatenate(parts), whole, rtol=0, atol=1e-5)


def test_score_of_no_topics_or_passages_is_empty(ranker: MonoT5) -> None:
    empty = Candidates("why", [])
    assert [len(scores) for scores in ranker.score([empty, TOPICS[1], empty])] == [0, 2, 0]
    assert ranker.score([]) == []


def test_score_of_an_empty_passage_is_a_number(ranker: MonoT5) -> None:
    assert ranker.score([Candidates("why", [PassageText("", "")])])[0][0] < 0


def test_encode_of_a_long_passage_keeps_the_prompt(ranker: MonoT5) -> None:
    (text,) = ranker.encode([("old bridge", "cats sleep " * 999)])
    tokens = ranker._t5.tokenizer.convert_ids_to_tokens(text.token_ids)
    assert len(tokens) == 512
    assert tokens[:6] == ["▁Query", ":", "▁old", "▁bridge", "▁Document", ":"]
    assert tokens[-4:] == ["▁cats", "▁Relevant", ":", "</s>"]


def test_encode_cuts_at_the_length_asked_for(folder: ModelFolder) -> None:
    short = load_mono_t5(folder, find_compute_device("cpu"), MonoT5Options(max_tokens=20))
    (text,) = short.encode([("old bridge", "cats sleep " * 999)])
    assert len(text.token_ids) == 20
